package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7012", Name: "CalendarForTimestamp", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "time"},
		Sampled: finding.AtCall,
		Summary: "A calendar or date is made only to learn the current time; System.currentTimeMillis makes none",
	},
	Needs:  Needs{Recurs: true, Calls: [][]string{clockNames(), {"getTime", "getTimeInMillis", "toEpochMilli"}}},
	Check:  calendarForTimestamp,
	Repair: repair.CurrentTime,
})

// clock is a call that makes an object of the current time, the calls that ask it for no more than that, and its case.
type clock struct {
	class, name, desc string
	asked             map[string]string // by the name of the call, what to write instead
	measured          string
}

var clocks = []clock{
	{"java/util/Calendar", "getInstance", "()Ljava/util/Calendar;", calendarAsked, "CalendarTime"},
	{"java/util/GregorianCalendar", "getInstance", "()Ljava/util/Calendar;", calendarAsked, "CalendarTime"},
	{"java/util/GregorianCalendar", "<init>", "()V", calendarAsked, "CalendarTime"},
	{"java/util/Date", "<init>", "()V", map[string]string{"getTime": "System.currentTimeMillis()"}, "NewDate"},
	{"java/time/Instant", "now", "()Ljava/time/Instant;", map[string]string{"toEpochMilli": "System.currentTimeMillis()"}, "InstantNow"},
}

var calendarAsked = map[string]string{"getTimeInMillis": "System.currentTimeMillis()", "getTime": "new Date()"}

func clockNames() (out []string) {
	for _, c := range clocks {
		out = append(out, c.class+"."+c.name)
	}
	return out
}

// calendarForTimestamp finds objects of the current time that are asked for nothing else.
func calendarForTimestamp(m *Method) {
	f := m.Func()
	for v, c := range m.Calls() {
		k := clockOf(c)
		if k == nil {
			continue
		}
		t := m.uses()
		made := v
		if c.Name == "<init>" {
			made = f.Args(v)[0]
		}
		questions, ok := m.questions(t, made)
		if !ok {
			continue
		}
		names, instead := m.askedTime(k, questions)
		if instead == "" {
			continue
		}
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: k.measured}); energy != nil {
			m.Report(v, c.Class, fmt.Sprintf("%s is made only for %s, %s: %s gives the time without it", m.writtenAs(v, c), names, r.again(), instead), energy, r.related()...)
		}
	}
}

func clockOf(c classfile.Member) *clock {
	for i := range clocks {
		if k := &clocks[i]; k.class == c.Class && k.name == c.Name && k.desc == c.Desc {
			return k
		}
	}
	return nil
}

// askedTime returns the names of the calls that ask an object for its time, and what to write instead; instead is empty where there is no
// call, or one asks for something else. Of several calls every one gets the same time, which needs a variable.
func (m *Method) askedTime(k *clock, questions []ssa.ID) (names, instead string) {
	var asked []string
	for _, v := range questions {
		q, _ := m.Func().Member(v)
		if k.asked[q.Name] == "" || len(classfile.Params(q.Desc)) > 0 {
			return "", ""
		}
		if !slices.Contains(asked, q.Name) {
			asked = append(asked, q.Name)
		}
		instead = k.asked[q.Name]
	}
	if len(questions) > 1 {
		instead = "a variable with System.currentTimeMillis()"
		if slices.ContainsFunc(asked, func(name string) bool { return strings.HasPrefix(k.asked[name], "new Date") }) {
			instead += ", of which new Date(time) makes the dates,"
		}
	}
	return strings.Join(asked, " and "), instead
}

// questions returns the calls on an object but for its constructor. ok is false if something else uses the object.
func (m *Method) questions(t *useTable, made ssa.ID) (calls []ssa.ID, ok bool) {
	f := m.Func()
	for _, u := range t.of(made) {
		c, _ := f.Member(u)
		switch {
		case f.IsCall(u) && c.Name == "<init>" && f.Args(u)[0] == made:
		case !f.IsCall(u) || f.Values[u].Op == classfile.OpInvokestatic || f.Values[u].Op == classfile.OpInvokedynamic || f.Args(u)[0] != made:
			return nil, false
		default:
			calls = append(calls, u)
		}
	}
	return calls, true
}
