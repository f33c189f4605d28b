// Package prose puts the energy of a finding into words, the same in every output.
package prose

import (
	"fmt"
	"math"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/quantity"
)

// Spread is a mean with its standard deviation: "412 nJ ± 21 nJ".
func Spread(d finding.Distribution) string { return SpreadIn(quantity.In(d.Unit), d.Mean, d.SD) }

// SpreadIn is Spread of amounts in a unit: without the deviation where that is 0 or not known.
func SpreadIn(u quantity.Unit, mean, sd float64) string {
	s := u.Format(mean)
	if s == quantity.Unbounded || math.IsNaN(sd) || math.IsInf(sd, 0) || sd == 0 {
		return s
	}
	return s + " ± " + u.Format(sd)
}

// Interval is "160 nJ to 192 nJ", "at least 12 uJ" without an upper end, empty where there is none.
func Interval(e *finding.Energy) string {
	u := quantity.In(e.Saving.Unit)
	low, high := u.Format(e.SavingLow), u.Format(e.SavingHigh)
	switch {
	case low == quantity.Unbounded || e.SavingLow == 0 && e.SavingHigh == 0:
		return ""
	case high == quantity.Unbounded:
		return "at least " + low
	}
	return low + " to " + high
}

// Recorded says how much of a recorded run the place of a finding takes, in one clause: "4.1% of the recorded run is spent here,
// 12% in the method: the repair saves at most 2.6% of the run". It is empty without a recorded run.
func Recorded(e *finding.Energy) string {
	x := e.Recorded
	switch {
	case x == nil:
		return ""
	case x.Sleeps > 0:
		return fmt.Sprintf("a thread slept here %s in the recorded run: the repair saves at most %s of its CPU time", Counted(int(x.Sleeps), "time"), quantity.Percent(x.Saving))
	case x.Method == 0:
		return "the method was not seen in the recorded run"
	}
	where := "in this method and the libraries that it calls, " + quantity.Percent(x.Method) + " in all that it calls"
	switch {
	case x.Lines:
		where = "here, " + quantity.Percent(x.Method) + " in the method"
	case x.Call != "":
		called := x.Call
		if called == "<init>" {
			called = "constructors"
		}
		where = "in this method's calls of " + called + ", " + quantity.Percent(x.Method) + " in all that it calls"
	}
	return fmt.Sprintf("%s of the recorded run is spent %s: the repair saves at most %s of the run", quantity.Percent(x.Share), where, quantity.Percent(x.Saving))
}

// Energy says in prose what a finding costs: for outputs that have no table.
func Energy(e *finding.Energy) string {
	if e == nil {
		return ""
	}
	if recorded := Recorded(e); recorded != "" {
		return amounts(e) + " " + sentence(recorded)
	}
	return amounts(e)
}

// amounts says what a finding costs in one execution of its place.
func amounts(e *finding.Energy) string {
	if e.Measured != nil && !e.Measured.Missing {
		return sentence(Measured(e))
	}
	s := "Costs " + Spread(e.Cost)
	if math.IsInf(e.Cost.Mean, 0) || math.IsNaN(e.Cost.Mean) {
		s = "Costs more than any bound"
	}
	if e.Per != "" {
		s += " per " + e.Per
	}
	s += ", repaired " + Spread(e.Repaired) + ": saves "
	saving, between := quantity.In(e.Saving.Unit).Format(e.Saving.Mean), Interval(e)
	switch {
	case between == "":
		s += saving
	case saving == quantity.Unbounded:
		s += between
	default:
		s += saving + " (" + between + ")"
	}
	s += "."
	if e.Multiplier != "" {
		s += " Multiplied by " + e.Multiplier + "."
	}
	if e.Measured != nil {
		s += " " + sentence(Measured(e))
	}
	return s
}

// Measured says what was measured of a finding in compiled code, in one clause: "saves 63% of this pattern in compiled code
// (OpenJDK 17, C2, measured), about 42 us of CPU time for 100 iterations, 210 uJ at 5 W per core (assumed)".
func Measured(e *finding.Energy) string {
	x := e.Measured
	switch {
	case x.Little != "":
		return fmt.Sprintf("little gain in %s: %s", x.Mode, x.Little)
	case x.Missing:
		return fmt.Sprintf("not measured in compiled code (%s): the amounts are the model's, of the interpreter", x.Compiler)
	case x.NoGain:
		return fmt.Sprintf("no gain in %s, measured (%s)", x.Mode, x.JVM)
	}
	text := fmt.Sprintf("saves %s of this pattern in compiled code (%s, %s, measured), about ", quantity.Percent(x.Share), x.JVM, x.Compiler)
	saving := quantity.In(e.Saving.Unit).Format(e.Saving.Mean)
	if x.Unit != "s" {
		return text + saving + " for " + x.Of
	}
	text += fmt.Sprintf("%s of CPU time for %s, %s at %s per core", quantity.Second.Format(x.Amount), x.Of, saving, quantity.Watt.Format(x.Watts))
	if x.Assumed {
		text += " (assumed)"
	}
	return text
}

// sentence makes a clause a sentence.
func sentence(clause string) string { return strings.ToUpper(clause[:1]) + clause[1:] + "." }

const (
	manyMissing = 3 // reasons of a budget that are told one by one
	namedValues = 6 // sizes and calls that are named instead
)

// MissingValues names the sizes and calls that an unknown budget needs values of, where these are all that is missing and too
// many to tell one by one; else it is empty.
func MissingValues(r finding.BudgetResult) string {
	if len(r.Facts) == 0 || len(r.Missing) <= manyMissing {
		return ""
	}
	named := r.Facts[:min(len(r.Facts), namedValues)]
	if more := len(r.Facts) - len(named); more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(named, ", "), more)
	}
	return List(named)
}

// List writes parts one after another: "a, b and c".
func List(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

// Counted writes how many of something there are: "1 class", "1,200 classes".
func Counted(n int, noun string) string {
	s := quantity.Count(float64(n)) + " " + noun
	switch {
	case n == 1:
		return s
	case strings.HasSuffix(noun, "s"):
		return s + "es"
	}
	return s + "s"
}
