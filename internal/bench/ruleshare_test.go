//go:build linux

package main

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/energylint/energylint/rules"
)

// Shares are medians of pairs: one slow run of both commands, or of one, changes nothing.
func TestShare(t *testing.T) {
	ms := func(ns ...time.Duration) (ds []time.Duration) {
		for _, n := range ns {
			ds = append(ds, n*time.Millisecond)
		}
		return ds
	}
	for _, test := range []struct {
		with, base []time.Duration
		share      float64
		more       float64
	}{
		{ms(110), ms(100), 0.1, 0.010},
		{ms(110, 1100, 900), ms(100, 1000, 100), 0.1, 0.100},
		{ms(110, 130), ms(100, 100), 0.2, 0.020},
		{ms(90, 90, 100), ms(100, 100, 100), -0.1, -0.010},
	} {
		p := pair{test.with, test.base}
		if got := p.share(); math.Abs(got-test.share) > 1e-9 {
			t.Errorf("share of %v to %v is %v, want %v", test.with, test.base, got, test.share)
		}
		if got := p.more(); math.Abs(got-test.more) > 1e-9 {
			t.Errorf("%v takes %v s more than %v, want %v", test.with, got, test.base, test.more)
		}
	}
}

// The rules that are compared are all that look at code, in two parts.
func TestLaterRules(t *testing.T) {
	later := laterRules()
	for _, id := range firstRules {
		if !slices.ContainsFunc(rules.All(), func(r *rules.Rule) bool { return r.ID == id }) {
			t.Errorf("there is no rule %s", id)
		}
	}
	if slices.ContainsFunc(later, func(id string) bool { return slices.Contains(firstRules, id) }) || !slices.Contains(later, "EL2004") || slices.Contains(later, "EL0003") {
		t.Errorf("the later rules are %v", later)
	}
	if got := without([]string{"EL1002", "EL1003", "EL1004"}, "EL1003"); !slices.Equal(got, []string{"--disable", "EL1002", "--disable", "EL1004"}) {
		t.Errorf("without disables by %v", got)
	}
}
