//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/rules"
)

// firstRules are those that there were first. Together they need most of what rules share: the scan of the code, methods in SSA form, bounds
// of loops. What the others take besides is what a new rule costs.
var firstRules = []string{"EL1001", "EL2001", "EL2002", "EL2003", "EL3001", "EL4001", "EL4002", "EL5001", "EL5002", "EL6001", "EL7001"}

// laterRules are the other rules that look at code.
func laterRules() (ids []string) {
	for _, r := range rules.All() {
		if r.Check != nil && !slices.Contains(firstRules, r.ID) && finding.OfPattern(r.ID) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// without returns the arguments that disable rules, except for some.
func without(ids []string, except ...string) (args []string) {
	for _, id := range ids {
		if !slices.Contains(except, id) {
			args = append(args, "--disable", id)
		}
	}
	return args
}

// pair is what two commands took, in runs that alternate, so that what else runs on the machine slows both down.
type pair struct{ with, base []time.Duration }

// pairs measures check of a jar with some arguments and with those of the base, in an empty directory, where there are no sources to
// search.
func (m *measurement) pairs(name string, with, base []string) (p pair, err error) {
	if name, err = filepath.Abs(name); err != nil {
		return p, err
	}
	dir, err := os.MkdirTemp("", "energylint-bench-")
	if err != nil {
		return p, err
	}
	defer os.RemoveAll(dir)
	env := append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(m.cpus))
	check := []string{"check", "--format", "json=/dev/null", name}
	p.with, p.base = make([]time.Duration, m.runs), make([]time.Duration, m.runs)
	for i := range 2 * m.runs {
		args, to := with, p.with
		if i%4 == 1 || i%4 == 2 { // with, base, base, with
			args, to = base, p.base
		}
		c, err := fastestIn(dir, 1, env, m.program, slices.Concat(check, args)...)
		if err != nil {
			return p, err
		}
		to[i/2] = c.cpu
	}
	return p, nil
}

// share is the median of what the first command of the pairs took more than the second, as a part of the second.
func (p pair) share() float64 {
	return median(p.with, func(i int) float64 { return p.with[i].Seconds()/p.base[i].Seconds() - 1 })
}

// more is the median of what the first command took more than the second, in seconds.
func (p pair) more() float64 {
	return median(p.with, func(i int) float64 { return (p.with[i] - p.base[i]).Seconds() })
}

func median[T any](runs []T, of func(i int) float64) float64 {
	all := make([]float64, len(runs))
	for i := range runs {
		all[i] = of(i)
	}
	slices.Sort(all)
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2
}

func seconds(ds []time.Duration) float64 {
	return median(ds, func(i int) float64 { return ds[i].Seconds() })
}

// share compares check with all rules and with the first ones.
func (m *measurement) share(name string) (string, error) {
	later := laterRules()
	p, err := m.pairs(name, nil, without(later))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("| %s | %.2f s | %.2f s | %.0f %% |", filepath.Base(name), seconds(p.base), seconds(p.with), 100*p.share()), nil
}

// eachRule compares check with the first rules and one more with check with the first ones, for each of the others.
func (m *measurement) eachRule(name string) (string, error) {
	later := laterRules()
	type added struct {
		rule string
		ms   float64
	}
	var all []added
	for _, id := range later {
		p, err := m.pairs(name, without(later, id), without(later))
		if err != nil {
			return "", err
		}
		all = append(all, added{id, 1000 * p.more()})
	}
	slices.SortStableFunc(all, func(a, b added) int { return int(1e6 * (b.ms - a.ms)) })
	var rows []string
	for _, a := range all {
		rows = append(rows, fmt.Sprintf("| %s | %s | %.0f ms |", filepath.Base(name), a.rule, a.ms))
	}
	return strings.Join(rows, "\n"), nil
}
