package recursion_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/spec"
)

// TestRecursion checks the instructions of the recursive methods of testdata/fixtures/programs, which also run on a real
// Java virtual machine (internal/metering). An empty total means that nothing bounds the method.
func TestRecursion(t *testing.T) {
	tests := []struct {
		method, total string
		conditions    []string
	}{
		{"Recursions.count", "5 + 9*[n]", nil},
		{"Recursions.twoSteps", "4 + 13*[n]", nil}, // the smaller of two steps
		{"Recursions.sum", "6 + 14*[(a.length - i)]", []string{"a.length - i >= 0"}},
		{"Recursions.even", "5 + 10*[n]", []string{"n >= 0"}},
		{"Recursions.odd", "5 + 10*[n]", []string{"n >= 0"}},
		{"Recursions.upwards", "5 + 11*[(floor((n - i - 1) / 3) + 1)]", []string{"n + 2 <= 2147483647"}},
		{"Recursions.palindrome", "12 + 22*[(floor((j - i - 1) / 2) + 1)]", nil},
		{"Recursions.halving", "15 + 10*[log2(floor(n / 2))]", nil}, // 5 + 10 * (1 + log2(n / 2))
		{"Recursions.power", "22 + 18*[log2(e)]", []string{"e >= 0"}},
		// The body's 12 + 6n is largest at first.
		{"Recursions.loopInside", "11 + 23*[n] + 6*[n^2]", nil},
		// 2^(depth) calls, halved from one level to the next: one more that do not recur than that do.
		{"Recursions.both", "13*[(2 * floor(n / 2) - 1)] + 5*[max(1, 2 * floor(n / 2))]", nil},
		{"Recursions.max", "23*[(2 * hi - 2 * lo - 3)] + 9*[max(2 * hi - 2 * lo - 2, 1)]", []string{"hi - lo <= 2147483647", "hi - lo >= -2147483648", "hi - lo - 1 >= 0"}},
		// What merge does with hi - lo elements is done by all calls of a level together.
		{"Sorts.mergeSort", "74*[(hi - lo)] + 37*[(hi - lo) * log2(hi - lo - 1)] + 43*[(2 * hi - 2 * lo - 3)] + 6*[max(2 * hi - 2 * lo - 2, 1)]", nil},
		// The halves are l to m and m + 1 to r: what merged does with either is no more than r - l.
		{"Recursions.inversions", "60*[(r - l)] + 30*[(r - l) * log2(r - l)] + 66*[(2 * r - 2 * l - 1)] + 70*[(r - l + 1)] + 35*[(r - l + 1) * log2(r - l)] + 5*[max(2 * r - 2 * l, 1)]", nil},
		{"Recursions.palindromic", "42 + 26*[floor((s.length() - 2) / 2)]", nil},
		{"Recursions.vowels", "5 + 17*[s.length()]", nil},
		{"Recursions.negatives", "5 + 17*[a.length]", nil}, // a length is not below 0
		{"Recursions.sameText", "", nil},
		// Before the last test, a[mid] may throw: then the call costs as much as one that recurs.
		{"Searches.recursive", "56 + 28*[log2(hi - lo + 1)]", nil},
		// At least two for each make more calls at the last level than before it.
		{"Recursions.recursionInLoop", "13*[n * max(n, 2)^depth] + 22*[max(n, 2)^depth]", nil},
		{"Graphs.permutations", "38*[(a.length - k) * max(a.length - k, 2)^(a.length - k)] + 28*[max(a.length - k, 2)^(a.length - k)]", nil},
		{"Recursions.mccarthy", "", nil},            // upwards
		{"Recursions.notReallyDecreasing", "", nil}, // up or down
		{"Recursions.digits", "", nil},              // by a divisor that may be 1
		{"Recursions.budget", "", nil},              // a field counts
		{"Recursions.tak", "", nil},
		{"Numbers.fibonacci", "-13 + 19*[2^(n - 1)]", nil},
		{"Graphs.hanoi", "-26 + 29*[2^n]", nil}, // 26 * (2^n - 1) + 3 * 2^n
		// A call for each mark, and the first.
		{"Graphs.reached", "20 + 20*[next[...].length] + 20*[next[...].length * seen.length] + 20*[seen.length]", nil},
		{"Graphs.paint", "18 + 24*[next[...].length] + 24*[next[...].length * this.color.length] + 18*[this.color.length]", nil},
		{"Graphs.paths", "", nil}, // takes its mark away
		{"Graphs.twins", "", nil}, // two calls for one mark
		{"Graphs.others", "", nil},
		{"Adjacent.marked", "17 + 19*[next[...].length] + 19*[next[...].length * seen.length] + 17*[seen.length]", nil}, // vertices are boxed
		{"Adjacent.boxed", "19 + 18*[next[...].length] + 18*[next[...].length * seen.length] + 19*[seen.length]", nil},
		{"Adjacent.counted", "12 + 12*[seen.length] + 22*[seen.length * edges.length] + 22*[edges.length]", nil},
		{"Pairs.paths", "-16 + 22*[2^(i + j - 1)]", nil},
		{"Pairs.merged", "25 + 25*[(a.length + b.length - i - j - 1)]", nil},
		{"Pairs.seesaw", "", nil},      // the sum stays the same
		{"Pairs.onlyOne", "", nil},     // the sum has no lower bound
		{"Adjacent.other", "", nil},    // the mark of another vertex is tested
		{"Adjacent.narrowed", "", nil}, // and set
		// Each way to a call shows another reason why it is for less.
		{"Cases.sum", "44*[(2 * to - 2 * lo - 1)] + 44*[max(2 * to - 2 * lo, 1)]", nil},
		{"Cases.trinomial", "33*[floor((3^n - 1) / 2)] + 33*[3^n]", nil},
		{"Cases.binomial", "-22 + 44*[2^(n + 1)]", []string{"k >= 0"}},
		{"Cases.parentheses", "-38 + 76*[2^(2 * n - open - close + 1)]", nil},
		{"Cases.sortFrom", "7 + 38*[(a.length - from - 1)] + 22*[(a.length - from - 1)^2]", nil},
		{"Cases.least", "8 + 22*[(a.length - from - 1)]", nil},
		{"Cases.chosen", "23 + 23*[n]", nil},
		{"Cases.prefixes", "79*[floor((3^(text.length() - at) - 1) / 2)] + 79*[3^(text.length() - at)]", nil},
		{"Cases.sumInside", "", nil},      // one element outside calls itself with the same
		{"Cases.sumOverlapping", "", nil}, // the second half of two is both
		{"Cases.trinomialBelow", "", nil}, // 0 and 1 goes on
		{"Cases.swaying", "", nil},        // takes back what it has put
		{"Cases.chosenSame", "", nil},     // there may be a call for the same
		{"Cases.prefixesBy", "", nil},     // steps over the length
		// A call recurs only after it has marked a cell.
		{"Mazes.reached", "71 + 284*[map[...].length * map.length]", nil},
		{"Mazes.visited", "21 + 13*[max(1, next[...].length) * next[...].length * seen.length] + 21*[max(1, next[...].length) * seen.length] + 13*[next[...].length]", nil},
		{"Mazes.inField", "3900", nil},
		{"Mazes.paths", "", nil},     // takes its mark away
		{"Mazes.beside", "", nil},    // marks another cell
		{"Mazes.renewed", "", nil},   // replaces a row of marks
		{"Mazes.late", "", nil},      // marks behind its calls
		{"Mazes.copied", "", nil},    // each call has a map of its own
		{"Mazes.unseen", "", nil},    // recurs from what is marked
		{"Mazes.sometimes", "", nil}, // may leave out the mark
		{"Tree.depth", "5 + 17*[tree(t.left|right)]", nil},
		{"Descents.size", "4 + 16*[tree(n.left|right)]", nil},
		{"Node.height", "20*[tree(this.left|right)]", nil}, // no call with null
		{"Descents.leaves", "28*[max(1, tree(n.left|right))]", nil},
		{"Descents.contains", "4 + 16*[nodes(n.left|right)]", nil}, // into one child only
		{"Descents.containsEither", "4 + 19*[nodes(n.left|right)]", nil},
		{"Descents.insert", "21 + 21*[nodes(n.left|right)]", nil}, // stores to the links behind the calls
		{"Descents.mirror", "", nil},                              // stores to the links between the calls
		{"Descents.grow", "", nil},                                // and before them
		{"Descents.growByCall", "", nil},
		{"Descents.cutBehind", "17*[max(1, nodes(n.left))]", nil},
		{"Descents.byGetter", "5 + 11*[nodes(n.getLeft())]", nil},
		{"Descents.byOtherGetter", "5 + 11*[nodes(n.smaller())]", nil}, // it returns a field
		{"Descents.twice", "", nil},                                    // one link twice
		{"Descents.overlapping", "4 + 18*[tree(n.left|left.left)]", nil},
		{"Descents.indented", "6 + 6*[largest depth * tree(n.left|right)] + 33*[tree(n.left|right)]", nil},
		{"Descents.inOrder", "4 + 24*[tree(n.left|right)]", nil},
		{"Descents.same", "8 + 32*[tree(a.left|right)]", nil},
		{"Descents.circle", "10 + 10*[nodes(n.right)]", nil}, // until it meets a node that it knows
		{"Descents.even", "5 + 8*[nodes(n.right)]", nil},
		{"Descents.odd", "5 + 8*[nodes(n.right)]", nil},
		{"Descents.last", "7*[max(1, nodes(n.right))]", nil},
		{"Descents.reversed", "4 + 18*[nodes(n.right)]", nil},
		// One of both lists gets shorter; the last call may cost as much as any.
		{"Descents.merged", "17 + 17*[nodes(a.right)] + 17*[nodes(b.right)]", nil},
		{"Descents.slots", "4 + 18*[slots.length * tree(d.slots[])] + 17*[tree(d.slots[])]", nil},
		{"Descents.occupied", "99*[max(1, tree(d.slots[]))]", nil},
		{"Descents.nested", "14*[max(1, tree(a[]))] + 20*[max(1, tree(a[])) * largest a.length]", nil},
		{"Descents.adopting", "", nil}, // puts into the collection
		{"Descents.adoptingBelow", "", nil},
		{"Descents.adoptingElsewhere", "", nil},
		{"Descents.adoptingUnseen", "", nil},
		{"Descents.adoptingLater", "", nil},
		{"Descents.replacing", "", nil},
		{"Descents.filling", "", nil},
		{"Descents.copying", "", nil},
		{"Descents.belowForEach", "", nil}, // one link for each of many
		{"Descents.lengthening", "", nil},  // stores to the field that the accessor reads
		{"Directory.bothOrders", "", nil},
		{"Directory.pairs", "", nil},
		{"Add.eval", "14*[tree(this.left|of|right)]", nil}, // or Num.eval, or Neg.eval
		{"Add.accept", "34*[max(1, tree(this.left()|of()|right()))]", nil},
		{"Depth.visitNeg", "34*[max(1, tree(n.left()|of()|right()))]", nil},
	}
	a, methods := absinttest.Analyzer(t, "programs")
	for _, test := range tests {
		m := methods[test.method]
		if m == nil {
			t.Fatalf("no method %s", test.method)
		}
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		if test.total == "" {
			if !o.Unbounded || !slices.ContainsFunc(o.Reasons, func(r expr.Reason) bool { return strings.Contains(r.Text, "to a depth that has no bound") }) {
				t.Errorf("%s: %s instructions %v, and nothing bounds it", test.method, exprtest.Formula(o.Poly, expr.TotalInstructions), o.Reasons)
			}
			continue
		}
		if got := exprtest.Formula(o.Poly, expr.TotalInstructions); got != test.total || len(o.Reasons) > 0 {
			t.Errorf("%s: %s instructions %v, by hand %s", test.method, got, o.Reasons, test.total)
		}
		var conditions []string
		for _, c := range o.Conditions {
			conditions = append(conditions, c.String())
		}
		if test.conditions != nil && !slices.Equal(conditions, test.conditions) {
			t.Errorf("%s: conditions %q, by hand %q", test.method, conditions, test.conditions)
		}
	}
}

// Where the elements of a collection link to nothing, no call that is counted pays their iterations.
func TestElementsThatLinkToNothing(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "programs")
	for name, iterations := range map[string]string{
		"Descents.belowParts":  "[parts.size() * tree(v.parts.below)]",
		"Descents.firstOfRows": "[rows.size() * tree(v.rows[])]",
	} {
		m := methods[name]
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		if got := exprtest.Formula(o.Poly, expr.TotalInstructions); o.Unbounded || !strings.Contains(got, iterations) {
			t.Errorf("%s: %s instructions, want %s among them", name, got, iterations)
		}
	}
}

// A loop that stores to the field that an accessor reads walks along no links that stay.
func TestLinksReadByAccessors(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "programs")
	m := methods["Descents.lengtheningLoop"]
	p := a.Reach(absinttest.Roots(m))
	if o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]; !o.Unbounded {
		t.Errorf("%s instructions, and nothing bounds the loop", exprtest.Formula(o.Poly, expr.TotalInstructions))
	}
}

// A measure that is written at the method is taken at its word, and named.
func TestWrittenMeasure(t *testing.T) {
	tests := []struct{ method, measure, total, assumed string }{
		{"Cycles.collatz", "2 * n", "6 + 14*[2 * n]", "depth of the recursion of collatz (Cycles.java:5)"},
		{"Cycles.collatz", "100", "1406", "depth of the recursion of collatz <= 100 (Cycles.java:5)"},
		{"Cycles.collatz", "m", "", ""},            // no such name
		{"Calls.direct", "3 * n", "5 + 7*[n]", ""}, // the proof is better
	}
	for _, test := range tests {
		a, methods := absinttest.Analyzer(t, "calls")
		m := methods[test.method]
		x, err := spec.ParseExpr(test.measure)
		if err != nil {
			t.Fatal(err)
		}
		a.Facts = func(c *classfile.Method) (f symval.Facts) {
			if c == m {
				f.MeasuredBy = symval.MeasureFact{Expr: x, Origin: "Cycles.java:5"}
			}
			return f
		}
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		if got := exprtest.Formula(o.Poly, expr.TotalInstructions); got != test.total && test.total != "" || o.Unbounded != (test.total == "") {
			t.Errorf("%s measured by %s: %s instructions %v, by hand %s", test.method, test.measure, got, o.Reasons, test.total)
		}
		text := ""
		for _, as := range o.Assumptions {
			text += as.Symbol
			if !math.IsInf(as.Max, 1) {
				text += " <= " + expr.Number(as.Max)
			}
			text += " (" + as.Origin + ")"
		}
		if text != test.assumed {
			t.Errorf("%s measured by %s: assumes %q, want %q", test.method, test.measure, text, test.assumed)
		}
	}
}

// What is proved is true: no admitted values of the symbols are below the least value of a size.
func TestProofs(t *testing.T) {
	proved := 0
	rapid.Check(t, func(t *rapid.T) {
		at := exprtest.Points(-20, 20).Draw(t, "at")
		p := &expr.Prover{}
		for range rapid.IntRange(0, 2).Draw(t, "guards") {
			k := exprtest.Samples(2).Draw(t, "guard").Size
			if exprtest.SizeValue(k, at) >= 0 {
				p.Known = append(p.Known, k)
			}
		}
		p.Ranges.Symbols = map[string]expr.Interval{"p0": {Lo: -20, Hi: 20}, "len(p2)": {Lo: -20, Hi: 20}}
		s := exprtest.Samples(3).Draw(t, "size").Size
		if least := p.Least(s); float64(exprtest.SizeValue(s, at)) < least {
			t.Fatalf("%s at %v is %d, and proved to be at least %v with %v", s, at, exprtest.SizeValue(s, at), least, p.Known)
		} else if least > -1e9 && len(p.Known) > 0 {
			proved++
		}
		if most := p.Most(s); float64(exprtest.SizeValue(s, at)) > most {
			t.Fatalf("%s at %v is %d, and proved to be at most %v with %v", s, at, exprtest.SizeValue(s, at), most, p.Known)
		}
	})
	if proved == 0 {
		t.Error("nothing was proved")
	}
}

// TestLimits: recursions over an index below the size of a list have a bound, and those that may make the list longer, pass another one, move
// the index back or compare it for equality alone have none. So have recursions over the cells of a grid that do not go on to the next row or cell. internal/metering runs those that have one, and most of the others.
func TestLimits(t *testing.T) {
	for _, tests := range []struct {
		topic, prefix string
		want          map[string]bool
	}{
		{"programs", "Indices.", map[string]bool{
			"sum": true, "ended": true, "collect": true, "pick": true, "permute": true, "merged": true, "ofField": true, "ofMap": true, "ofText": true,
			"row": true, "removed": true, "weighed": true,
			"unread": false, "readTooLate": false, "caught": false, "added": false, "addedByCallee": false, "addedByChoice": false, "addedByIterator": false,
			"addedToBuilder": false, "addedToField": false, "exchanged": false, "back": false, "same": false, "above": false,
		}},
		{"programs", "Grids.", map[string]bool{
			"cells": true, "below": true, "square": true, "rows": true,
			"sameRow": false, "rowBack": false, "sameCell": false, "longerRows": false, "behindEnd": false,
		}},
		{"contracts", "Indexed.", map[string]bool{"ended": false}}, // there are lists with elements at any place
	} {
		a, methods := absinttest.Analyzer(t, tests.topic)
		for name, bounded := range tests.want {
			m := methods[tests.prefix+name]
			p := a.Reach(absinttest.Roots(m))
			o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
			endless := slices.ContainsFunc(o.Reasons, func(why expr.Reason) bool { return strings.Contains(why.Text, "calls itself") })
			if endless == bounded { // calls of the library have no price here
				t.Errorf("%s has a bound: %v, want %v (%v)", name, !endless, bounded, o.Reasons)
			}
		}
	}
}
