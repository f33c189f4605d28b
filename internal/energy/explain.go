package energy

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/rules/finding"
)

// lineShare is the part of the critical path's energy that one line costs.
type lineShare struct {
	absint.LineCost
	mean  float64 // joules, calls included
	share float64 // of the whole path
}

// lines prices the critical path line by line, in path order.
func (v *Evaluation) lines(m *classfile.Method, w Case, confidence float64) []lineShare {
	k := objectiveKey{w.Device, confidence, true}
	v.outcome(m, k)
	costs := v.program.CriticalPath(v.program.Index(m), v.objective(w.Device, confidence, true), v.done[k], v.Assume)
	out := make([]lineShare, 0, len(costs))
	total := 0.0
	for _, c := range costs {
		l := lineShare{LineCost: c, mean: v.Model.Mean(c.Counts, w.Device)}
		for _, call := range c.Calls {
			l.mean += v.Model.Mean(call.Counts, w.Device)
		}
		total += l.mean
		out = append(out, l)
	}
	for i := range out {
		if total > 0 {
			out[i].share = out[i].mean / total
		}
	}
	return out
}

// Flow is the critical path as places in the source, the dominating lines only, in path order.
func (v *Evaluation) Flow(m *classfile.Method, confidence float64) []finding.Location {
	w := v.Worst(m, confidence)
	lines := v.lines(m, w, confidence)
	loc := v.Location(m)
	var out []finding.Location
	for _, l := range dominating(lines, 8) {
		x := loc
		x.Line = l.Line
		x.Message = fmt.Sprintf("%s, %s of the critical path", v.Model.Unit().Format(l.mean), quantity.Percent(l.share))
		if l.Executions > 1 {
			x.Message += fmt.Sprintf(", executed up to %s times", quantity.Count(l.Executions))
		}
		out = append(out, x)
	}
	return out
}

// dominating keeps the n lines that cost most, in their order.
func dominating(lines []lineShare, n int) []lineShare {
	byCost := slices.Clone(lines)
	slices.SortStableFunc(byCost, func(a, b lineShare) int {
		switch {
		case a.mean > b.mean:
			return -1
		case a.mean < b.mean:
			return 1
		}
		return 0
	})
	if len(byCost) > n {
		least := byCost[n-1].mean
		lines = slices.DeleteFunc(slices.Clone(lines), func(l lineShare) bool { return l.mean < least })
	}
	return lines
}

// Explain writes what is known about one method: its distribution, formula, loops, the lines that dominate.
func (v *Evaluation) Explain(w io.Writer, m *classfile.Method, source func(line int) string) error {
	unit := v.Model.Unit()
	var b strings.Builder
	loc := v.Location(m)
	fmt.Fprintf(&b, "%s\n", absint.MethodName(m))
	if p := loc.Path(); p != "" && loc.Line > 0 {
		fmt.Fprintf(&b, "  at %s:%d\n", p, loc.Line)
	}
	worst, best := v.Worst(m, v.Confidence), v.Best(m, v.Confidence)
	z := models.Z(v.Confidence)
	b.WriteByte('\n')
	if worst.Numbers.Known {
		fmt.Fprintf(&b, "  Worst case   %s ± %s, %s with probability %s; sound bound %s\n", unit.Format(worst.Energy.Mean), unit.Format(worst.Energy.SD),
			"at most "+unit.Format(worst.Energy.At(z)), quantity.Percent(v.Confidence), unit.Format(worst.Bound))
	} else {
		b.WriteString("  Worst case   has no bound:\n")
		for _, r := range reasons(worst.Numbers.Missing) {
			fmt.Fprintf(&b, "               - %s\n", r)
		}
	}
	if f := v.Formula(worst); f != "" && !worst.Outcome.Constant() {
		fmt.Fprintf(&b, "  Formula      %s\n", f)
		for _, c := range worst.Outcome.Conditions {
			fmt.Fprintf(&b, "               holds where %s\n", c)
		}
	}
	fmt.Fprintf(&b, "  Best case    %s ± %s; sound bound %s\n", unit.Format(best.Energy.Mean), unit.Format(best.Energy.SD), unit.Format(best.Bound))
	if as := assumptions(worst.Numbers.Assumptions); len(as) > 0 {
		fmt.Fprintf(&b, "  Assuming     %s\n", strings.Join(as, ", "))
	}
	fmt.Fprintf(&b, "  Model        %s, %s, %s confidence\n", v.Model.Name(), worst.Device, quantity.Percent(v.Confidence))
	s := v.Summary(m)
	if loops := s.Loops(v.Assume); len(loops) > 0 {
		b.WriteString("\n  Loops\n")
		for _, l := range loops {
			switch {
			case l.Status == absint.Unbounded:
				fmt.Fprintf(&b, "    line %-5d unbounded: %s\n", l.Line, l.Reason)
			case math.IsInf(l.Max, 1) || l.Bound == quantity.Count(l.Max):
				fmt.Fprintf(&b, "    line %-5d %-10s at most %s iterations\n", l.Line, l.Status, l.Bound)
			default:
				fmt.Fprintf(&b, "    line %-5d %-10s at most %s = %s iterations\n", l.Line, l.Status, l.Bound, quantity.Count(l.Max))
			}
		}
	}
	if worst.Numbers.Known {
		v.explainPath(&b, m, worst, source)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (v *Evaluation) explainPath(b *strings.Builder, m *classfile.Method, worst Case, source func(line int) string) {
	unit := v.Model.Unit()
	lines := v.lines(m, worst, v.Confidence)
	if len(lines) == 0 {
		return
	}
	b.WriteString("\n  Critical path\n")
	fmt.Fprintf(b, "    %5s  %6s  %10s  %9s\n", "line", "share", "energy", "times")
	for _, l := range lines {
		text := ""
		if source != nil {
			text = "  " + strings.TrimSpace(source(l.Line))
		}
		line := "-"
		if l.Line > 0 {
			line = fmt.Sprint(l.Line)
		}
		fmt.Fprintf(b, "    %5s  %6s  %10s  %9s%s\n", line, quantity.Percent(l.share), unit.Format(l.mean), quantity.Count(l.Executions), strings.TrimRight(text, " "))
	}
	var shares []string
	for _, c := range v.Model.ClassShares(worst.Numbers.Counts, worst.Device) {
		if c.Share >= 0.005 {
			shares = append(shares, fmt.Sprintf("%s %s", c.Class, quantity.Percent(c.Share)))
		}
	}
	fmt.Fprintf(b, "\n  By operation  %s\n", strings.Join(shares, ", "))
	fmt.Fprintf(b, "  %s of the energy rests on derived patterns\n", quantity.Percent(v.Model.DerivedShare(worst.Numbers.Counts, worst.Device)))
	calls := map[string]float64{}
	var names []string
	for _, l := range lines {
		for _, c := range l.Calls {
			if _, ok := calls[c.Member]; !ok {
				names = append(names, c.Member)
			}
			calls[c.Member] += v.Model.Mean(c.Counts, worst.Device)
		}
	}
	slices.SortStableFunc(names, func(x, y string) int {
		switch {
		case calls[x] > calls[y]:
			return -1
		case calls[x] < calls[y]:
			return 1
		}
		return strings.Compare(x, y)
	})
	if len(names) > 0 {
		b.WriteString("\n  Calls\n")
		for _, n := range names {
			fmt.Fprintf(b, "    %10s  %s\n", unit.Format(calls[n]), n)
		}
	}
}
