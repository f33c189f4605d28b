package absint_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
)

// maximum is what is expected of one loop: its bound and the largest numbers of iterations and of executions of its header
// in a call, "-" for no number.
type maximum struct{ bound, iterations, header string }

// checkMaxima compares the loops of the methods of a class of the fixture maxima, in code order. The conditions of a bound
// follow it after "if".
func checkMaxima(t *testing.T, class string, want map[string][]maximum) {
	t.Helper()
	a, methods := absinttest.Analyzer(t, "maxima")
	number := func(v float64) string {
		if v == absinttest.Inf {
			return "-"
		}
		return expr.Number(v)
	}
	for name, loops := range want {
		m := methods[class+"."+name]
		if m == nil {
			t.Fatalf("%s has no method %s", class, name)
		}
		got := a.Summary(m).Loops(nil)
		if len(got) != len(loops) {
			t.Errorf("%s has %d loops, want %d", name, len(got), len(loops))
			continue
		}
		for i, l := range got {
			bound := l.Bound
			var conds []string
			for _, c := range l.ConditionsToHold {
				conds = append(conds, c.String())
			}
			if len(conds) > 0 {
				bound += " if " + strings.Join(conds, ", ")
			}
			if is := (maximum{bound, number(l.Max), number(l.HeaderMax)}); is != loops[i] {
				t.Errorf("%s, loop %d: %v, want %v (%s)", name, i, is, loops[i], l.Reason)
			}
			if l.Status == absint.Parametric != (l.Max == absinttest.Inf && l.Bound != "") {
				t.Errorf("%s, loop %d: %s with a maximum of %v", name, i, l.Status, l.Max)
			}
		}
	}
}

// The header of a loop runs as often as the loops around it let it, whatever the loops inside do.
func TestHeadersAroundOtherLoops(t *testing.T) {
	checkMaxima(t, "Guards", map[string][]maximum{
		"around":        {{"8", "8", "9"}, {"n", "-", "-"}},
		"aroundEndless": {{"8", "8", "9"}, {"", "-", "-"}},
		"after":         {{"n", "-", "-"}, {"9", "9", "10"}},
	})
}

// What is tested before a loop limits it where a call alone does not.
func TestGuardsLimitLoops(t *testing.T) {
	checkMaxima(t, "Guards", map[string][]maximum{
		"bothEnds":        {{"min(to - from, 60)", "60", "61"}},
		"bothEndsOfLongs": {{"min(to - from, 60)", "60", "61"}},
		"rejected":        {{"min(n, 50)", "50", "51"}},
		"rejectedText":    {{"min(text.length(), 30)", "30", "31"}},
		"rejectedArray":   {{"min(a.length, 20)", "20", "21"}},
		"byAnother":       {{"min(n, 40)", "40", "41"}},
		"bySum":           {{"min(n + k, 70)", "70", "71"}},
		"square":          {{"min(n^2, 100)", "100", "101"}},
		"triangle":        {{"min(n, 10)", "10", "11"}, {"i", "9", "55"}},
		"insideALoop":     {{"n", "-", "-"}, {"min(i, 4)", "4", "-"}},
		"steps":           {{"ceil(100 / step)", "100", "101"}},
		"stepsDown":       {{"min(ceil(100 / step), 50)", "50", "51"}},
		"down":            {{"min(from + 1, 71)", "71", "72"}},
		"inACase":         {{"min(k, 6)", "6", "7"}, {"90", "90", "91"}},
		"equal":           {{"25", "25", "26"}},
		"smaller":         {{"min(n, 100)", "100", "101"}},
		"chosen":          {{"min(n, 50)", "50", "51"}},
		"cut":             {{"min(n, 50)", "50", "51"}},
		"cutBothEnds":     {{"60 - min(max(n, 3), 50)", "57", "58"}},
		"replaced":        {{"min(max(n, 7), 50)", "50", "51"}},

		"never":            {{"0", "0", "1"}, {"0", "0", "0"}},
		"overOneEnd":       {{"to - from", "-", "-"}},
		"caught":           {{"n", "-", "-"}},
		"onOneSide":        {{"n", "-", "-"}},
		"movedAfter":       {{"min(n + 100, 150)", "150", "151"}},
		"wrapped":          {{"1000", "1000", "1001"}},
		"wrappedProduct":   {{"1000", "1000", "1001"}},
		"wrappedSteps":     {{"1000", "1000", "1001"}},
		"endlessSteps":     {{"ceil((100 - from) / step) if step + 99 <= 2147483647", "-", "-"}},
		"largeSteps":       {{"999", "999", "1000"}},
		"choosesTheLarger": {{"max(n, 50)", "-", "-"}},
		"choosesByAnother": {{"max(n, 50)", "-", "-"}},
		"changes":          {{"1000", "1000", "1001"}},
	})
}

// The smaller of two values is known where the code compares them and takes one, though it reads a length twice.
func TestCutsLimitLoops(t *testing.T) {
	open := func(bound string) []maximum { return []maximum{{bound, "-", "-"}} }
	checkMaxima(t, "Cuts", map[string][]maximum{
		"length": open("min(a.length, n)"), "conditional": open("min(a.length, n)"), "shorter": open("min(a.length, b.length)"),
		"last": open("min(a.length - 1, from) + 1"), "list": open("l.size() - from"),
		"beyond":    open("a.length + 1 if a.length + 1 <= 2147483647"),
		"farBeyond": open("a.length + 2 if a.length + 2 <= 2147483647"),

		"larger": open("max(a.length, n)"), "another": open("max(b.length, n)"), "below": open("max(a.length, n)"), "wraps": open("max(a.length, n)"),
		"replaced": open("max(n, 100)"), "grown": open("largest l.size()"), "shorterList": open("max(l.size(), to)"),
		"previous": {{"rows.length", "-", "-"}, {"last", "-", "-"}}, "lastOfLarger": open("max(a.length - 1, from) + 1"),
	})
}

// A loop over the result of a call runs at most as often as the largest result of the methods that the call may run.
func TestOverridesLimitLoops(t *testing.T) {
	checkMaxima(t, "Overrides", map[string][]maximum{
		"samples":    {{"64", "64", "65"}},
		"ofArgument": {{"max(n, 2)", "-", "-"}},
		"lengths":    {{"5", "5", "6"}},
		"open":       {{"x.size()", "-", "-"}}, // a lambda is one, too
		"supplied":   {{"x.getAsInt()", "-", "-"}},
	})
	checkMaxima(t, "Counter", map[string][]maximum{
		"all": {{"this.count()", "-", "-"}}, // the field of one class is none of another
	})
}

// The length of an array is known where all code that stores it is.
func TestLengthsLimitLoops(t *testing.T) {
	exactly := func(n float64) []maximum {
		return []maximum{{expr.Number(n), expr.Number(n), expr.Number(n + 1)}}
	}
	open := func(bound string) []maximum { return []maximum{{bound, "-", "-"}} }
	checkMaxima(t, "Arrays3", map[string][]maximum{
		"own": exactly(60), "ofPackage": exactly(62), "replaced": exactly(50), "either": {{"this.either.length", "20", "21"}},
		"maybe": exactly(9), "ofOther": exactly(60), "table": exactly(4), "names": exactly(2), "letters": exactly(7), "cloned": exactly(4),
		"characters": exactly(5), "charactersOf": open("t.length()"), "copied": exactly(30), "copiedRange": open("13 - from"),
		// Others may store to these.
		"given": open("given.length"), "open": open("open.length"), "changing": open("changing.length"),
	})
	checkMaxima(t, "Read", map[string][]maximum{"data": open("this.data.length"), "kept": exactly(6)}) // deserialization
	checkMaxima(t, "Found", map[string][]maximum{"byName": open("byName.length")})                     // reflection
}

// Collections that keep their sizes have as many elements as they were made with.
func TestFixedCollectionsLimitLoops(t *testing.T) {
	checkMaxima(t, "Fixed", map[string][]maximum{
		"list": {{"3", "3", "4"}}, "indexed": {{"3", "3", "4"}}, "many": {{"12", "12", "13"}}, "asList": {{"2", "2", "3"}}, "entries": {{"2", "2", "3"}},
		"empty": {{"0", "0", "1"}}, "single": {{"1", "1", "2"}}, "filled": {{"FILLED.size()", "-", "-"}}, "changing": {{"changing.size()", "-", "-"}},
	})
}

// Operators and library methods limit their results.
func TestRangesLimitLoops(t *testing.T) {
	limit := func(n float64) []maximum {
		return []maximum{{expr.Number(n), expr.Number(n), expr.Number(n + 1)}}
	}
	checkMaxima(t, "Ranges", map[string][]maximum{
		"to": {{"m", "-", "-"}}, "masked": limit(63), "maskedLong": limit(63), "masks": limit(63), "unsignedShift": limit(15),
		"unsignedShiftOfLong": limit(63), "shifted": limit(30), "remainder": limit(126), "quotient": {{"floor(min(n, 1023) / 100)", "10", "11"}},
		"negated": limit(9), "floorMod": limit(11), "floorModNegative": limit(11), "floorModAny": limit(1000), "absolute": limit(9),
		"digit": limit(35), "bits": limit(32), "smaller": {{"min(n, 30)", "30", "31"}}, "clamped": {{"min(max(n, 4), 9)", "9", "10"}}, "day": limit(31),
		"absoluteOfAny": {{"-Math.abs() - 1000", "-", "-"}},
	})
}

// The rows of an array have the lengths that they are made with, where no other row can be stored.
func TestRowsLimitLoops(t *testing.T) {
	rows := func(n, m float64) []maximum {
		return []maximum{{expr.Number(n), expr.Number(n), expr.Number(n + 1)}, {expr.Number(m), expr.Number(m), expr.Number(n * (m + 1))}}
	}
	open := func(n float64, bound string) []maximum {
		return []maximum{{expr.Number(n), expr.Number(n), expr.Number(n + 1)}, {bound, "-", "-"}}
	}
	checkMaxima(t, "Rows", map[string][]maximum{
		"ofField": rows(8, 16), "indexed": rows(8, 16), "table": rows(3, 3), "moves": rows(4, 2), "later": rows(4, 11), "ofMade": rows(3, 7),
		"cube":  {{"2", "2", "3"}, {"3", "3", "8"}, {"4", "4", "30"}},
		"local": rows(8, 16), "first": {{"16", "16", "17"}}, "literal": rows(2, 3), "sized": {{"n", "-", "-"}, {"m", "-", "-"}},
		"triangle": append([]maximum{{"30", "30", "31"}}, rows(30, 30)...), "called": rows(3, 4), "earlier": rows(30, 40), "shrinking": rows(30, 30),
		"replacedHere": open(3, "max(row.length, 4)"), "throughAlias": open(3, "max(row.length, 4)"),
		"chosen": open(3, "max(row.length, 4)"), "replacedBefore": open(6, "max(row.length, 6)"), "replacedInCast": open(3, "max(row.length, 4)"),
		// Others may store to these.
		"open": open(1, "r.length"), "replaced": open(4, "r.length"), "given": {{"this.given.length", "-", "-"}, {"r.length", "-", "-"}},
		"lent": open(2, "r.length"), "captured": open(2, "r.length"), "copied": open(2, "r.length"),
		"inner":          {{"2", "2", "3"}, {"2", "2", "6"}, {"r.length", "-", "-"}},
		"replacedByCall": open(3, "r.length"), "filled": open(3, "r.length"), "asList": open(3, "r.length"), "aliased": open(3, "r.length"),
		"held": open(3, "r.length"), "ofClone": open(2, "r.length"),
	})
}

// Random numbers are below what they are drawn below, and doubles limit the ints that they are converted to.
func TestDrawsLimitLoops(t *testing.T) {
	limit := func(n float64) []maximum {
		return []maximum{{expr.Number(n), expr.Number(n), expr.Number(n + 1)}}
	}
	open := func(bound string) []maximum { return []maximum{{bound, "-", "-"}} }
	checkMaxima(t, "Draws", map[string][]maximum{
		"times": open("m"), "below": limit(19), "between": limit(22), "ofThread": limit(19), "ofLong": limit(8), "secure": limit(4), "splittable": limit(5),
		"belowAny": open("n - 1"), "again": limit(8), "given": limit(19), "remainderOfAny": open("a.length - 1"), "remainderOfNegative": open("m"),
		"fraction": limit(19), "fractionOf": limit(7), "doubled": limit(8), "limited": limit(9), "negated": limit(8), "notANumber": limit(4),
		"rounded": limit(7), "root": limit(31), "quotient": limit(33), "byZero": limit(1000), "infinite": open("m"),
	})
	a, methods := absinttest.Analyzer(t, "draws")
	for name, want := range map[string]string{"given": "r.nextInt()", "loaded": "60", "fraction": "m", "ofThread": "19"} {
		if l := a.Summary(methods["OwnDraws."+name]).Loops(nil); len(l) != 1 || l[0].Bound != want {
			t.Errorf("OwnDraws.%s: %+v, want %s", name, l, want)
		}
	}
}

// A call is as limited as its arguments are where it is made.
func TestGuardsLimitCalls(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "maxima")
	m := methods["Guards.calling"]
	p := a.Reach(absinttest.Roots(m))
	up := cost.TotalInstructions(true)
	if n := a.Summary(m).Range(p.Evaluate(up)[p.Index(m)], up, nil); !n.Known || n.Total > 300 {
		t.Errorf("calling executes %v instructions at most (%v)", n.Total, n.Missing)
	}
}
