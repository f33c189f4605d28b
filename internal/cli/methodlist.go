package cli

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/report"
)

// methodList is how the methods command lists methods: which, in which order, in which format.
type methodList struct {
	format   string
	order    string // empty keeps the order of the classes and of the methods in them
	top      int    // 0 lists all
	statuses []string
}

// methodOrders are the values of --sort.
func methodOrders() []string { return []string{"energy", "name"} }

func methodStatuses() []string {
	var names []string
	for _, s := range result.Statuses() {
		names = append(names, string(s))
	}
	return names
}

func (l *methodList) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&l.format, "format", "f", "text", "`FORMAT`: "+orList(report.MethodFormats()))
	f.StringVar(&l.order, "sort", "", "sort by `ORDER`: energy, the most expensive first and those without a number last, or name; else the order of the classes")
	f.IntVar(&l.top, "top", 0, "show the first `N` methods only")
	f.StringSliceVar(&l.statuses, "status", nil, "show the methods with `STATUS` only: "+orList(methodStatuses())+"; repeatable, or separated by commas")
	for flag, values := range map[string][]string{"format": report.MethodFormats(), "sort": methodOrders(), "status": methodStatuses()} {
		offer(c, flag, values)
	}
}

// check returns the error of a value that no flag has.
func (l *methodList) check(given *pflag.FlagSet) error {
	if err := oneOf("--format", l.format, report.MethodFormats()); err != nil {
		return err
	}
	if given.Changed("sort") {
		if err := oneOf("--sort", l.order, methodOrders()); err != nil {
			return err
		}
	}
	for _, s := range l.statuses {
		if err := oneOf("--status", s, methodStatuses()); err != nil {
			return err
		}
	}
	if given.Changed("top") && l.top < 1 {
		return usage("--top %d: expected a number of methods, 1 or more", l.top)
	}
	return nil
}

// packs reports whether the list can be made of rows that were written before the others are known.
func (l *methodList) packs() bool {
	return l.format == "json" && l.order == "" && l.top == 0 && len(l.statuses) == 0
}

func oneOf(flag, value string, values []string) error {
	if slices.Contains(values, value) {
		return nil
	}
	return usage("%s %q: expected %s%s", flag, value, orList(values), nearest.DidYouMean(value, values))
}

// orList writes words as a, b or c.
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// selected returns the methods of ms that are listed, in their order.
func (l *methodList) selected(ms []result.Method) []result.Method {
	if len(l.statuses) > 0 {
		ms = slices.DeleteFunc(slices.Clone(ms), func(m result.Method) bool { return !slices.Contains(l.statuses, string(m.Status)) })
	}
	byName := func(a, b result.Method) int {
		return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.Name, b.Name), strings.Compare(a.Descriptor, b.Descriptor))
	}
	switch l.order {
	case "energy":
		ms = slices.Clone(ms)
		slices.SortStableFunc(ms, func(a, b result.Method) int { return cmp.Or(byEnergy(a, b), byName(a, b)) })
	case "name":
		ms = slices.Clone(ms)
		slices.SortStableFunc(ms, byName)
	}
	if l.top > 0 {
		ms = ms[:min(l.top, len(ms))]
	}
	return ms
}

// byEnergy compares the upper bounds of two methods, the larger first. A method without a number follows those with one:
// what it costs at least decides there.
func byEnergy(a, b result.Method) int {
	numberless := func(m result.Method) bool {
		u := float64(m.Worst.Upper)
		return math.IsInf(u, 0) || math.IsNaN(u)
	}
	switch na, nb := numberless(a), numberless(b); {
	case na != nb && na:
		return 1
	case na != nb:
		return -1
	case na:
		return cmp.Compare(b.Best.Lower, a.Best.Lower)
	}
	return cmp.Or(cmp.Compare(b.Worst.Upper, a.Worst.Upper), cmp.Compare(b.Worst.Mean, a.Worst.Mean))
}
