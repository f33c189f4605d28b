package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/spec"
	"github.com/energylint/energylint/internal/unit"
)

// parseAssume parses SYMBOL<=N and CALL<=ENERGY.
func parseAssume(s string) (config.Assume, error) {
	a := config.Assume{Origin: spec.Origin{File: assumeFlag}}
	parts := strings.Split(s, "<=")
	if len(parts) != 2 {
		return a, fmt.Errorf("expected SYMBOL<=N, such as names.size()<=1000, or CALL<=ENERGY, such as it.next()<=100 nJ")
	}
	a.Symbol = strings.TrimSpace(parts[0])
	var err error
	if a.Max, err = number(parts[1]); err != nil {
		if a.ParseEnergy(parts[1]) != nil {
			return a, fmt.Errorf("%w, nor an energy such as 100 nJ", err)
		}
	}
	if a.Energy == "" && a.Max < 0 {
		return a, fmt.Errorf("the greatest value %g is below the smallest, 0", a.Max)
	}
	if a.Pattern, err = methodpattern.CompileSymbol(a.Symbol); err == nil && a.Energy != "" && !a.Pattern.MayBeCall() {
		err = errors.New(config.NoCall(a.Symbol))
	}
	return a, err
}

func number(s string) (float64, error) {
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(s), "_", ""), 64)
	if err != nil || v != v || v < -1e300 || v > 1e300 {
		return 0, fmt.Errorf("%q is no number", strings.TrimSpace(s))
	}
	return v, nil
}

// mistaken remembers, by the index of an assumption, a call that it names although it assumes a size, or a size although
// it assumes an energy. It is safe for concurrent use.
type mistaken struct{ names sync.Map }

func (m *mistaken) note(i int, name string) { m.names.LoadOrStore(i, name) }

// bySpecificity orders assumptions so that the first that matches is the one that counts: names before globs, longer globs
// before shorter ones, those of some methods before those of all, the command line before the configuration, and what is
// written first.
func bySpecificity(as []config.Assume) []int {
	order := make([]int, len(as))
	for i := range order {
		order[i] = i
	}
	rank := func(yes bool) int {
		if yes {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &as[i], &as[j]
		letters := 0
		if isGlob(a) && isGlob(b) {
			letters = len(strings.ReplaceAll(b.Symbol, "*", "")) - len(strings.ReplaceAll(a.Symbol, "*", ""))
		}
		return cmp.Or(rank(!isGlob(a))-rank(!isGlob(b)), letters, rank(a.Methods != nil)-rank(b.Methods != nil),
			rank(a.Origin.File == assumeFlag)-rank(b.Origin.File == assumeFlag))
	})
	return order
}

func isGlob(a *config.Assume) bool { return strings.Contains(a.Symbol, "*") }

// assumed looks symbols up among the assumptions of the configuration and the command line.
func assumed(s *Settings) absint.Assume {
	order := bySpecificity(s.Config.Assumes)
	return func(m *classfile.Method, name string) (float64, string, bool) {
		for _, i := range order {
			a := &s.Config.Assumes[i]
			switch {
			case a.Methods != nil && !a.Methods.Match(m.Class.Name, m.Name, m.Desc):
			case a.Energy == "":
				if a.Pattern.Match(name) {
					return a.Max, a.Origin.String(), true
				}
			case a.Pattern.Fits(name):
				s.mistaken.note(i, name)
			}
		}
		return 0, "", false
	}
}

// assumedCost looks calls up among the assumptions of the configuration and the command line. Of assumptions without globs,
// that of the call's own name comes before those of its class. It returns nil where nothing is assumed.
func assumedCost(s *Settings) energy.AssumeCall {
	if len(s.Config.Assumes) == 0 {
		return nil
	}
	order := bySpecificity(s.Config.Assumes)
	return func(m *classfile.Method, names []string) (pattern.ID, float64, string, bool) {
		best, at := -1, 0
		for _, i := range order {
			a := &s.Config.Assumes[i]
			switch {
			case a.Methods != nil && !a.Methods.Match(m.Class.Name, m.Name, m.Desc):
			case a.Energy != "":
				if k := slices.IndexFunc(names, a.Pattern.Match); k >= 0 && (best < 0 || k < at && !isGlob(a)) {
					best, at = i, k
				}
			default:
				if k := slices.IndexFunc(names, a.Pattern.Fits); k >= 0 {
					s.mistaken.note(i, names[k])
				}
			}
		}
		if best < 0 {
			return 0, 0, "", false
		}
		a := &s.Config.Assumes[best]
		return s.costs[best], a.Joules, a.Origin.String(), true
	}
}

// warnOfAssumptions warns of assumptions that nothing used, after the program was evaluated: those that name a call or a
// size and assume the other, and, of the command line, those that name nothing in the results.
func warnOfAssumptions(s *Settings, p *unit.Program) {
	for i := range s.Config.Assumes {
		a := &s.Config.Assumes[i]
		if a.Pattern.Matched() {
			continue
		}
		name, ok := s.mistaken.names.Load(i)
		text := ""
		switch {
		case ok && a.Energy == "":
			text = fmt.Sprintf("%s is a call and %g no energy, so nothing is assumed: to say what one such call costs, write a unit, as in %s", a.Symbol, a.Max, example(a, "100 nJ"))
		case ok:
			text = fmt.Sprintf("%s is a size and %s an energy, so nothing is assumed: to say how large it gets, write a number, as in %s", name, a.Energy, example(a, "100"))
		case a.Origin.File == assumeFlag:
			text = fmt.Sprintf("no result depends on a size or call %s, so nothing is assumed (formulas have the names)", a.Symbol)
		default:
			continue
		}
		path := assumeFlag
		if a.Origin.File != assumeFlag {
			path, text = s.configFile(), fmt.Sprintf("[[assume]] at line %d: %s", a.Origin.Line, text)
		}
		p.Notify(finding.Notification{Level: finding.Warning, Path: path, Message: text})
	}
}

// unusedAssumptions are findings about assumptions of the configuration that no budget depends on, after all were checked: as
// for a suppression, what it was for is gone, or it never named anything.
func unusedAssumptions(s *Settings) []finding.Finding {
	var out []finding.Finding
	for i := range s.Config.Assumes {
		a := &s.Config.Assumes[i]
		_, told := s.mistaken.names.Load(i)
		first := repeatedAssumption(s.Config.Assumes, i)
		if a.Pattern.Matched() && first == nil || told || a.Origin.File == assumeFlag || first != nil && first.Origin.File == assumeFlag {
			continue
		}
		what := a.Symbol
		if a.Methods != nil {
			what += " in " + a.Method
		}
		text := fmt.Sprintf("[[assume]] of %s is used by no budget: the code or a requires bounds it already, or formulas name it otherwise; remove it or correct it", what)
		if first != nil {
			text = fmt.Sprintf("[[assume]] of %s is there twice: that of line %d counts; remove one of them", what, first.Origin.Line)
		}
		out = append(out, finding.Finding{
			Rule: driver.RuleUnused, Level: finding.Warning, Message: text, Subject: "[[assume]] of " + a.Symbol + " in " + a.Method,
			Location: finding.Location{File: s.configFile(), Line: a.Origin.Line, Source: true},
		})
	}
	return out
}

// repeatedAssumption returns the assumption about the same as the one at i that counts in its place, nil where there is none: one in
// front of it, else that of the command line.
func repeatedAssumption(all []config.Assume, i int) *config.Assume {
	a := &all[i]
	for j := range all {
		b := &all[j]
		if (j < i || b.Origin.File == assumeFlag) && b.Symbol == a.Symbol && b.Method == a.Method && (b.Energy == "") == (a.Energy == "") && i != j {
			return b
		}
	}
	return nil
}

// assumeFlag is the origin of assumptions of the command line.
const assumeFlag = "--assume"

// example writes an assumption the way that it was written, with another value.
func example(a *config.Assume, value string) string {
	switch {
	case a.Origin.File == assumeFlag:
		return fmt.Sprintf("%s <= %s", a.Symbol, value)
	case a.Energy == "":
		return fmt.Sprintf("energy = %q", value)
	}
	return "max = " + value
}
