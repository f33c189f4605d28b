package difference

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

// maxCauses is how many causes are told of one method.
const maxCauses = 5

// ownCauses returns what differs in the code of a method and explains a change in a direction: loops, prices of calls, calls,
// and the code itself.
func (c *comparison) ownCauses(p *pair, way trend) []Cause {
	var out []Cause
	if p.change != nil && (p.change.Is(Lost) || p.change.Is(Gained)) {
		for _, b := range p.change.Budgets {
			if text := specText(b); text != "" {
				out = append(out, Cause{Kind: ChangedSpec, Line: p.head.Line, Text: text})
			}
		}
	}
	loops := c.loopCauses(p, way)
	out = append(out, loops...)
	out = append(out, c.priceCauses(p, way)...)
	newLoops := slices.ContainsFunc(loops, func(x Cause) bool { return x.Kind == NewLoop || x.Kind == LostLoop })
	calls := c.callCauses(p, way, loops, !newLoops)
	if len(loops)+len(calls) == 0 && way != cheaper {
		calls = c.movedCalls(p)
	}
	out = append(out, calls...)
	if len(loops) == 0 && (p.base.Moved != p.head.Moved || p.base.Moved == "") {
		b, h := p.base.Instructions.Own.Max, p.head.Instructions.Own.Max
		x := c.ownCode(p, way)
		told := slices.ContainsFunc(out, func(o Cause) bool { return o.Line == x.Line })
		if !told && (b == nil || h == nil || way == dearer && *h > *b || way == cheaper && *h < *b) {
			out = append(out, x)
		}
	}
	return out[:min(len(out), maxCauses)]
}

// specText says how a budget changed; empty where it did not.
func specText(b BudgetChange) string {
	switch {
	case b.Base == "":
		return "new budget " + b.Energy
	case b.Head == "":
		return "the budget " + b.Energy + " was removed"
	case b.Was != "":
		return "the budget is " + b.Energy + ", was " + b.Was
	}
	return ""
}

// loopPair is a loop of both sides, or of one.
type loopPair struct{ base, head *result.Loop }

// pairLoops joins the loops of two methods: those of the same code by their position, others by the longest common
// subsequence of their bounds; between these in their order.
func (c *comparison) pairLoops(p *pair) []loopPair {
	b, h := p.base.Loops, p.head.Loops
	var out []loopPair
	if p.base.Moved == p.head.Moved && len(b) == len(h) || max(len(b), len(h)) > maxGroup*maxGroup {
		for i := range min(len(b), len(h)) {
			out = append(out, loopPair{&b[i], &h[i]})
		}
		return out
	}
	same := func(i, j int) bool { return b[i].Status == h[j].Status && b[i].Bound == h[j].Bound }
	fromB, fromH := 0, 0
	gap := func(toB, toH int) {
		for fromB < toB && fromH < toH {
			out = append(out, loopPair{&b[fromB], &h[fromH]})
			fromB++
			fromH++
		}
		for ; fromB < toB; fromB++ {
			out = append(out, loopPair{base: &b[fromB]})
		}
		for ; fromH < toH; fromH++ {
			out = append(out, loopPair{head: &h[fromH]})
		}
	}
	for _, at := range commonSubsequence(len(b), len(h), same) { // a loop with the same bound is no cause: left out
		gap(at[0], at[1])
		fromB, fromH = at[0]+1, at[1]+1
	}
	gap(len(b), len(h))
	return out
}

// loopCauses returns loops that are new or gone, and bounds that changed. Those that mention a size in which the cost grows
// come first.
func (c *comparison) loopCauses(p *pair, way trend) []Cause {
	var out []Cause
	var first []bool
	add := func(x Cause, l *result.Loop) {
		told := false
		if p.change != nil {
			for _, g := range p.change.Growth {
				told = told || slices.ContainsFunc(g.In, func(s string) bool { return strings.Contains(l.Bound, s) })
			}
		}
		out, first = append(out, x), append(first, told)
	}
	for _, l := range c.pairLoops(p) {
		switch {
		case l.base == nil:
			if way != cheaper {
				add(Cause{Kind: NewLoop, Line: l.head.Line, Text: "new loop " + iterations(l.head)}, l.head)
			}
		case l.head == nil:
			if way != dearer {
				add(Cause{Kind: LostLoop, Line: l.base.Line, Text: "a loop " + iterations(l.base) + " is gone"}, l.base)
			}
		case l.base.Bound != l.head.Bound || bounded(l.base) != bounded(l.head):
			if b, h := iterations(l.base), iterations(l.head); b != h && c.boundWay(l) != -way {
				add(Cause{Kind: ChangedBound, Line: l.head.Line, Text: "loop " + h + ", was " + b}, l.head)
			}
		}
	}
	sorted := make([]Cause, 0, len(out))
	for _, of := range []bool{true, false} {
		for i, x := range out {
			if first[i] == of {
				sorted = append(sorted, x)
			}
		}
	}
	return sorted
}

// boundWay returns the direction of a changed bound, even where it is not known.
func (c *comparison) boundWay(l loopPair) trend {
	b, h := l.base, l.head
	switch {
	case bounded(b) && !bounded(h):
		return dearer
	case !bounded(b) && bounded(h):
		return cheaper
	case b.Iterations.Max != nil && h.Iterations.Max != nil && *b.Iterations.Max != *h.Iterations.Max:
		return trend(cmp.Compare(*h.Iterations.Max, *b.Iterations.Max))
	}
	return even
}

func bounded(l *result.Loop) bool {
	return l.Status != result.Unbounded && l.Status != result.Unknown
}

func iterations(l *result.Loop) string {
	switch {
	case !bounded(l):
		return "without a bound"
	case l.Bound == "1":
		return "of 1 iteration"
	}
	return "of " + l.Bound + " iterations"
}

// priceRanks orders what is known of the cost of a call: the higher, the less.
var priceRanks = map[string]int{"analysed": 0, "modelled": 0, "symbolic": 1, "incomplete": 2, "unbounded": 2, "unpriced": 2}

// priceCauses returns the calls that both sides make and whose cost is known less well, or better. Code of the program
// whose cost changed is told of elsewhere.
func (c *comparison) priceCauses(p *pair, way trend) []Cause {
	worst := func(m *snapshot.Method, name func(string) string) (map[string]*snapshot.Call, []string) {
		at := map[string]*snapshot.Call{}
		var order []string
		for i := range m.Calls {
			x := &m.Calls[i]
			k := name(x.Callee)
			if old := at[k]; old == nil {
				order = append(order, k)
				at[k] = x
			} else if priceRanks[x.Price] > priceRanks[old.Price] {
				at[k] = x
			}
		}
		return at, order
	}
	base, _ := worst(p.base, c.calleeInHead)
	head, order := worst(p.head, func(s string) string { return s })
	var out []Cause
	for _, k := range order {
		b, h := base[k], head[k]
		if b == nil || priceRanks[b.Price] == priceRanks[h.Price] || len(h.Targets) > 0 && (h.Price == "incomplete" || h.Price == "unbounded" || b.Price == "incomplete" || b.Price == "unbounded") || c.targetChanged(p, h, way) {
			continue
		}
		if worse := priceRanks[h.Price] > priceRanks[b.Price]; worse && way != cheaper {
			out = append(out, Cause{Kind: LostPrice, Line: h.Line, Text: "the cost of " + external(k) + " is " + priceText(h.Price) + ", was " + priceText(b.Price), Key: k})
		} else if !worse && way != dearer {
			out = append(out, Cause{Kind: FoundPrice, Line: h.Line, Text: "the cost of " + external(k) + " is " + priceText(h.Price) + ", was " + priceText(b.Price), Key: k})
		}
	}
	return out
}

// targetChanged reports whether a method that a call of head can run changed in a direction itself.
func (c *comparison) targetChanged(p *pair, call *snapshot.Call, way trend) bool {
	return slices.ContainsFunc(call.Targets, func(t string) bool {
		q := c.head.of(t)
		return q != nil && q != p && q.base != nil && q.head != nil && (q.change != nil || q.trend != even) && q.direction() == way
	})
}

func priceText(price string) string {
	switch price {
	case "analysed", "modelled":
		return "known"
	case symbolic:
		return "a symbol"
	case "unpriced", "":
		return "not known"
	}
	return price
}

// maxCalls is how many calls are told of one method.
const maxCalls = 3

// calls are the calls of one method in a method: their number, and the loops that they are in, added up.
type calls struct {
	number, depth int
	deepest       *snapshot.Call
}

func countCalls(m *snapshot.Method, name func(string) string) map[string]calls {
	out := map[string]calls{}
	for i := range m.Calls {
		x := &m.Calls[i]
		n := out[name(x.Callee)]
		n.number++
		n.depth += x.Depth
		if n.deepest == nil || x.Depth > n.deepest.Depth {
			n.deepest = x
		}
		out[name(x.Callee)] = n
	}
	return out
}

// iteratorCalls are those by which a loop over an Iterable iterates (Java language specification, 14.14.2).
var iteratorCalls = map[string]bool{"iterator()Ljava/util/Iterator;": true, "hasNext()Z": true, "next()Ljava/lang/Object;": true}

// loopCalls returns how many calls of each method of Iterable and Iterator belong to loops that are told of as new or gone:
// those on their lines, by the name of the callee.
func loopCalls(m *snapshot.Method, loops []Cause, kind CauseKind, name func(string) string) map[string]int {
	out := map[string]int{}
	for i := range m.Calls {
		x := &m.Calls[i]
		if callee := parseKey(x.Callee); !iteratorCalls[callee.Name+callee.Descriptor] || priceRanks[x.Price] > 1 {
			continue
		}
		if slices.ContainsFunc(loops, func(l Cause) bool { return l.Kind == kind && l.Line == x.Line }) {
			out[name(x.Callee)]++
		}
	}
	return out
}

// callCauses returns the calls that one side makes more often in its code, or, where that is asked for, in more loops. The
// costliest come first. The calls by which a loop iterates are left out where the loop is told of.
func (c *comparison) callCauses(p *pair, way trend, loops []Cause, depths bool) []Cause {
	same := func(s string) string { return s }
	base, head := countCalls(p.base, c.calleeInHead), countCalls(p.head, same)
	side, m, name, more, less := c.head, p.head, same, head, base
	kind, verb, moved, loop := NewCall, "new call of ", " is in more loops", NewLoop
	if way == cheaper {
		side, m, name, more, less = c.base, p.base, c.calleeInHead, base, head
		kind, verb, moved, loop = LostCall, "no more call of ", " is in fewer loops now", LostLoop
	}
	iterating := loopCalls(m, loops, loop, name)
	type found struct {
		cause Cause
		cost  float64
	}
	var all []found
	seen := map[string]int{}
	for i := range m.Calls {
		x := &m.Calls[i]
		k := name(x.Callee)
		seen[k]++
		a, b := more[k], less[k]
		switch {
		case a.number > b.number && a.number-b.number <= iterating[k]:
		case a.number > b.number && seen[k] == b.number+1:
			all = append(all, found{Cause{Kind: kind, Line: x.Line, Text: verb + external(k), Key: k}, side.costOf(x)})
		case depths && a.number == b.number && a.depth > b.depth && a.deepest == x:
			text := "the call of " + external(k) + moved
			if b.depth == 0 && way != cheaper {
				text = "the call of " + external(k) + " is in a loop now"
			}
			all = append(all, found{Cause{Kind: kind, Line: x.Line, Text: text, Key: k}, side.costOf(x)})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.cost, a.cost) })
	var out []Cause
	for _, f := range all[:min(len(all), maxCalls)] {
		out = append(out, f.cause)
	}
	return out
}

// movedCalls returns the calls in loops of head on lines that base has not, and that base makes elsewhere.
func (c *comparison) movedCalls(p *pair) []Cause {
	head := linesOf(p.head)
	changed := map[int]bool{}
	for i, j := range matchLines(head, linesOf(p.base)) {
		if j < 0 {
			changed[head[i].line] = true
		}
	}
	var out []Cause
	for i := range p.head.Calls {
		if x := &p.head.Calls[i]; x.Depth > 0 && changed[x.Line] && len(x.Targets) > 0 && len(out) < maxCalls {
			out = append(out, Cause{Kind: NewCall, Line: x.Line, Text: "the call of " + external(x.Callee) + " is in another loop", Key: x.Callee})
		}
	}
	return out
}

// costOf orders calls by what they cost: without a price most, then formulas, then numbers, then libraries.
func (s *side) costOf(call *snapshot.Call) float64 {
	most := 0.0
	if r := priceRanks[call.Price]; r > 0 {
		most = 1e300 * float64(r)
	}
	for _, t := range call.Targets {
		if i, ok := s.index[t]; ok {
			switch m := &s.methods[i]; {
			case m.Worst.Mean >= 0:
				most = max(most, float64(m.Worst.Mean))
			default:
				most = max(most, 1e299)
			}
		}
	}
	return most
}

// thousands writes a number with separators.
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
