package absint

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Condition says that a Size lies in a range. It is what must hold for an expression to agree with the program's
// own int or long arithmetic: `n + 1` is one more than n only where n is below the largest int.
type Condition struct {
	Size   Size
	Lo, Hi float64
	// Requires is the method whose precondition asks for it, empty where arithmetic does.
	Requires string
}

// String says what is required, for people.
func (c Condition) String() string {
	switch {
	case math.IsInf(c.Lo, -1):
		return fmt.Sprintf("%s <= %s", c.Size, number(c.Hi))
	case math.IsInf(c.Hi, 1):
		return fmt.Sprintf("%s >= %s", c.Size, number(c.Lo))
	}
	return fmt.Sprintf("%s <= %s <= %s", number(c.Lo), c.Size, number(c.Hi))
}

// same says whether two conditions demand the same. One of nothing that can be said never holds, whatever it was.
func (c Condition) same(d Condition) bool {
	return c.Lo == d.Lo && c.Hi == d.Hi && (c.Size.bad && d.Size.bad || c.Size.Equal(d.Size))
}

func number(v float64) string {
	if math.Abs(v) >= 1<<53 && math.Abs(v) < 1<<63 { // all its digits, not as few as tell it from its neighbours
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// require adds a condition, unless it is known to hold.
func (m *method) require(conds []Condition, c Condition) []Condition {
	return m.requireAt(conds, c, anywhere)
}

// requireAll leaves out conditions that are known to hold.
func (m *method) requireAll(conds []Condition) (out []Condition) {
	for _, c := range conds {
		out = m.require(out, c)
	}
	return out
}

// requireAt adds a condition that must hold whenever block at is executed, unless it is known to.
func (m *method) requireAt(conds []Condition, c Condition, at int32) []Condition {
	if c.Size.contains(func(a *atom) bool { return a.kind == indexAtom && (at < 0 || !m.g.InLoop(int(at), a.loop)) }) {
		at = anywhere // behind the loop, its index is that of the last iteration
	}
	conds = conds[:len(conds):len(conds)]
	if c.Size.bad {
		return append(conds, Condition{Size: badSize, Lo: 1})
	}
	for _, s := range []struct {
		up   bool
		want float64
	}{{true, c.Hi}, {false, c.Lo}} {
		if math.IsInf(s.want, 0) {
			continue
		}
		e := m.eliminate(c.Size, s.up, at)
		r := m.ranges.size(e)
		if s.up && r.Hi <= s.want || !s.up && r.Lo >= s.want {
			continue
		}
		k := Condition{e, math.Inf(-1), s.want, c.Requires}
		if !s.up {
			k = Condition{e, s.want, math.Inf(1), c.Requires}
		}
		conds = append(conds, k)
	}
	return conds
}

// plainly says the same of what a quotient is made from: floor(n / 2) <= 3 is n <= 7.
func (c Condition) plainly() Condition {
	k := c.Size.constant()
	q := c.Size.AddInt(-k)
	if len(q.terms) != 1 || q.terms[0].coef != 1 || len(q.terms[0].mono) != 1 || q.terms[0].mono[0].kind != divAtom || c.Size.bad {
		return c
	}
	a := q.terms[0].mono[0]
	by := float64(a.k)
	return Condition{Size: a.args[0], Lo: (c.Lo - float64(k)) * by, Hi: (c.Hi-float64(k))*by + by - 1, Requires: c.Requires}
}

// tightest leaves out of conditions those that others imply: the same, or one that differs by a constant.
func tightest(conds []Condition) []Condition {
	var out []Condition
	conds = slices.Clone(conds)
	for i := range conds {
		conds[i] = conds[i].plainly()
	}
	for i, c := range conds {
		implied := false
		for j, d := range conds {
			k, ok := d.Size.Sub(c.Size).Int() // c.Size is d.Size - k
			if i == j || !ok || c.Requires != d.Requires {
				continue
			}
			lo, hi := d.Lo-float64(k), d.Hi-float64(k)
			same := lo == c.Lo && hi == c.Hi
			implied = implied || lo >= c.Lo && hi <= c.Hi && (!same || j < i)
		}
		if !implied {
			out = append(out, c)
		}
	}
	return out
}

// ConditionTexts writes conditions for people, each once, without those that others imply.
func ConditionTexts(conds []Condition) []string {
	var out []string
	for _, c := range tightest(conds) {
		if text := c.String(); !c.Size.bad && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// possible reports whether there may be arguments for which conditions hold.
func (m *method) possible(conds []Condition) bool {
	_, never := m.impossible(conds)
	return !never
}

// impossible returns the first condition that no arguments satisfy. A bound under it is no bound of any call.
func (m *method) impossible(conds []Condition) (Condition, bool) {
	i := slices.IndexFunc(conds, func(c Condition) bool {
		r := m.ranges.size(c.Size)
		return c.Size.bad || r.Hi < c.Lo || r.Lo > c.Hi
	})
	if i < 0 {
		return Condition{}, false
	}
	return conds[i], true
}

// refuted is the reason why a bound under a condition that no arguments satisfy is none.
func (c Condition) refuted() string {
	switch {
	case c.Size.bad:
		return "its bound " + tooLarge
	case c.Requires != "":
		return fmt.Sprintf("%s requires %s, which never holds here", c.Requires, c)
	}
	switch o := c.overflow(); {
	case o == "":
	case math.IsInf(c.Lo, -1):
		return fmt.Sprintf("%s: %s is above %s", o, c.Size, number(c.Hi))
	case math.IsInf(c.Hi, 1):
		return fmt.Sprintf("%s: %s is below %s", o, c.Size, number(c.Lo))
	default:
		return fmt.Sprintf("%s: %s is not in %s to %s", o, c.Size, number(c.Lo), number(c.Hi))
	}
	return fmt.Sprintf("the bound holds only if %s, which never holds here", c)
}

// unmet is the reason why a bound under a condition that some arguments do not satisfy is none of every call.
func (c Condition) unmet() string {
	if c.Requires != "" {
		return fmt.Sprintf("%s requires %s, which is not known to hold here", c.Requires, c)
	}
	if o := c.overflow(); o != "" {
		return fmt.Sprintf("the bound holds only if %s (%s otherwise)", c, o)
	}
	return fmt.Sprintf("the bound holds only if %s", c)
}

// overflow names the arithmetic that overflows where the condition does not hold: int or long. It is empty where no
// end of the range is one of the type's.
func (c Condition) overflow() string {
	high := c.Hi >= math.MaxInt32 && !math.IsInf(c.Hi, 1)
	low := c.Lo <= math.MinInt32 && !math.IsInf(c.Lo, -1)
	switch {
	case high && c.Hi > math.MaxInt32 || low && c.Lo < math.MinInt32:
		return "long overflow"
	case high || low:
		return "int overflow"
	}
	return ""
}

// unrefuted is an upper bound of a method, or of one of its calls, or the reason why it is none where its conditions never
// hold. site is nil for the method itself.
func (o Outcome) unrefuted(obj Objective, s *costSummary, site *callSite) Outcome {
	if !obj.Upper || s.m == nil || len(o.Conditions) == 0 {
		return o
	}
	c, never := s.m.impossible(o.Conditions)
	if !never {
		return o
	}
	why := Reason{Text: c.refuted(), Line: s.m.line(0), Method: s.name()}
	if site != nil {
		why.Text, why.Line = fmt.Sprintf("the call of %s at line %d: %s", site.member.Name, site.line, why.Text), site.line
	}
	return Outcome{Reasons: unionReasons(o.Reasons, []Reason{why}), open: true, recurs: o.recurs, throws: o.throws}
}
