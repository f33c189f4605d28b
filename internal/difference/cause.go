package difference

import (
	"cmp"
	"math"
	"slices"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

// explain finds the cause of every change: the own code of the method, or a callee whose cost changed. What has its whole
// change from a callee is a dependant of the callee, or of what that depends on.
func (c *comparison) explain() {
	for _, p := range c.pairs {
		if p.base != nil && p.head != nil && (p.change != nil || p.trend != even) {
			c.explainPair(p)
		}
	}
	c.findRoots()
	for _, p := range c.pairs {
		if p.change == nil || p.root == nil {
			continue
		}
		if p.root == p {
			c.addCallees(p)
			continue
		}
		if p.root.change == nil { // below the threshold
			p.change.Causes = append(p.change.Causes, Cause{Kind: Callee, Line: c.callLine(p, p.via), Text: p.root.text(), Key: p.root.name()})
			continue
		}
		p.change.Because = p.root.name()
		p.root.change.Dependants = append(p.root.change.Dependants, p.name())
		via := p.via[0]
		p.change.Causes = []Cause{{Kind: Callee, Line: c.callLine(p, p.via), Text: via.text(), Key: via.name()}}
	}
}

// addCallees adds to the causes of a root the callees that changed for reasons of their own.
func (c *comparison) addCallees(p *pair) {
	for _, q := range p.via {
		if q.change != nil && q.base != nil && q.head != nil && q.root != p && len(p.change.Causes) < maxCauses {
			p.change.Causes = append(p.change.Causes, Cause{Kind: Callee, Line: c.callLine(p, []*pair{q}), Text: q.text(), Key: q.name()})
		}
	}
}

// text says what became of a callee.
func (p *pair) text() string {
	name := external(p.name())
	switch {
	case p.base == nil:
		return "a call can run " + name + ", which is new"
	case p.head == nil:
		return "no call can run " + name + ", which was removed"
	case p.change == nil:
		return name + " changed a little"
	}
	return name + " " + verbs[p.change.Classes[0]]
}

var verbs = map[Class]string{
	Lost: "lost a proof", Grown: "grew", Unbounded: "has no bound", Regressed: "costs more", Incomparable: "changed",
	Gained: "gained a proof", Shrunk: "grows more slowly", Bounded: "has a bound", Improved: "costs less",
}

// direction returns the trend that is to be explained: even for what cannot be compared.
func (p *pair) direction() trend {
	if p.change == nil {
		return p.trend
	}
	switch class := p.costClass(); {
	case class.Worse():
		return dearer
	case class.Better():
		return cheaper
	}
	return even
}

// costClass returns the class of the cost of a change, the class of its budgets where the cost has none.
func (p *pair) costClass() Class {
	for _, class := range p.change.Classes {
		if class != Lost && class != Gained {
			return class
		}
	}
	return p.change.Classes[0]
}

// explainPair decides whether the own code of a method contributes to its change, and else which callees do.
func (c *comparison) explainPair(p *pair) {
	way := p.direction()
	p.via = c.changedCallees(p, way)
	causes := c.ownCauses(p, way)
	sameCode := p.sameCode()
	switch own := c.ownGrowth(p, way); {
	case p.change == nil:
		p.own = len(p.via) == 0 || !sameCode
	case p.specChanged():
		p.own = true
	case p.change.Is(Grown) || p.change.Is(Shrunk):
		p.own = own || slices.ContainsFunc(causes, func(x Cause) bool { return c.weighs(p, x, way) }) || len(causes) > 0 && !c.sameGrowth(p, way)
	case p.change.Is(Unbounded) || p.change.Is(Bounded):
		p.own = slices.ContainsFunc(causes, func(x Cause) bool { return c.decidesBound(p, x, way) }) ||
			!slices.ContainsFunc(p.via, func(q *pair) bool { return q.boundChanged() })
	default:
		p.own = !sameCode && c.ownWeight(p, causes)
	}
	if len(p.via) == 0 {
		p.own = true
	}
	if !p.own || p.change == nil {
		return
	}
	if len(causes) == 0 && p.change.Reason != otherNames {
		causes = []Cause{c.plainCause(p, sameCode)}
	}
	p.change.Causes = causes
}

// weighs reports whether a cause in the own code can be that of another growth, beside a callee that grows: every one but a
// call of code whose cost is a number.
func (c *comparison) weighs(p *pair, x Cause, way trend) bool {
	if x.Kind == OwnCode || x.Kind == ChangedSpec {
		return false
	}
	if x.Kind != NewCall && x.Kind != LostCall {
		return true
	}
	side, m := c.acting(p, way)
	for i := range m.Calls {
		if c.calledAs(&m.Calls[i], way) != x.Key {
			continue
		}
		for _, t := range m.Calls[i].Targets {
			if k, ok := side.index[t]; ok && side.methods[k].Status != result.Bounded && side.methods[k].Status != result.Exact {
				return true
			}
		}
		if len(m.Calls[i].Targets) == 0 || m.Calls[i].Depth > 0 {
			return true
		}
	}
	return false
}

// acting returns the side whose code explains a change in a direction: head what is dearer, base what is cheaper.
func (c *comparison) acting(p *pair, way trend) (*side, *snapshot.Method) {
	if way == cheaper {
		return c.base, p.base
	}
	return c.head, p.head
}

// calledAs returns the name in head of what a call of the acting side names.
func (c *comparison) calledAs(x *snapshot.Call, way trend) string {
	if way == cheaper {
		return c.calleeInHead(x.Callee)
	}
	return x.Callee
}

// decidesBound reports whether a cause in the own code takes a method's bound, or gives it one: a loop without a bound, or a
// call whose cost is not known though its code did not change.
func (c *comparison) decidesBound(p *pair, x Cause, way trend) bool {
	side, m := c.acting(p, way)
	switch x.Kind {
	case NewLoop, LostLoop, ChangedBound:
		return ownUnbounded(m)
	case NewCall, LostCall, LostPrice, FoundPrice:
		for i := range m.Calls {
			call := &m.Calls[i]
			if c.calledAs(call, way) != x.Key {
				continue
			}
			if len(call.Targets) == 0 && priceRanks[call.Price] > 1 {
				return true
			}
			for _, t := range call.Targets {
				if q := side.of(t); q != nil && q.unboundedOn(way) {
					return true
				}
			}
		}
	}
	return false
}

// unboundedOn reports whether a callee has no bound where a direction is explained, and that is not what changed of it.
func (p *pair) unboundedOn(way trend) bool {
	acting, other := p.head, p.base
	if way == cheaper {
		acting, other = p.base, p.head
	}
	return acting != nil && !hasBound(acting) && (other == nil || !hasBound(other))
}

// specChanged reports whether a proof was lost or gained only because the budget is another one.
func (p *pair) specChanged() bool {
	return len(p.change.Classes) == 1 && (p.change.Is(Lost) || p.change.Is(Gained)) &&
		slices.ContainsFunc(p.change.Budgets, func(b BudgetChange) bool { return b.Was != "" || b.Base == "" || b.Head == "" })
}

// boundChanged reports whether a method has a bound on one side only.
func (p *pair) boundChanged() bool {
	if p.base == nil || p.head == nil {
		return true
	}
	return hasBound(p.base) != hasBound(p.head) || p.change != nil && (p.change.Is(Unbounded) || p.change.Is(Bounded))
}

// ownGrowth reports whether the own code grows otherwise, in the direction of the change.
func (c *comparison) ownGrowth(p *pair, way trend) bool {
	if len(p.base.Own.Terms) == 0 || len(p.head.Own.Terms) == 0 {
		return len(p.base.Own.Terms) != len(p.head.Own.Terms)
	}
	if sameExpression(&p.base.Own, &p.head.Own) {
		return false
	}
	grown, shrunk := compareGrowth(&p.base.Own, &p.head.Own, c.symbolsOf(p).only(&p.base.Own, &p.head.Own))
	return way == dearer && len(grown) > 0 || way == cheaper && len(shrunk) > 0
}

// sameGrowth reports whether a callee grows otherwise, too: then it is the cause.
func (c *comparison) sameGrowth(p *pair, way trend) bool {
	return slices.ContainsFunc(p.via, func(q *pair) bool {
		if q.change == nil || q.base == nil || q.head == nil {
			return false
		}
		return way == dearer && (q.change.Is(Grown) || q.change.Is(Unbounded)) || way == cheaper && (q.change.Is(Shrunk) || q.change.Is(Bounded))
	})
}

// ownPart is the share of a change from which on the own code is a cause of it, beside a callee.
const ownPart = 0.1

// ownWeight reports whether the own code makes a part of the change of a method whose callees change, too.
func (c *comparison) ownWeight(p *pair, causes []Cause) bool {
	b, h := p.base.Instructions, p.head.Instructions
	if b.Own.Max != nil && h.Own.Max != nil && b.Total.Max != nil && h.Total.Max != nil {
		own, total := float64(*h.Own.Max-*b.Own.Max), float64(*h.Total.Max-*b.Total.Max)
		if own == 0 && !slices.ContainsFunc(causes, structural) {
			return false
		}
		if total != 0 {
			return own/total >= ownPart || slices.ContainsFunc(causes, structural) && own/total > 0
		}
	}
	if slices.ContainsFunc(causes, structural) {
		return true
	}
	x, okBase := point{number: c.symbolsOf(p).base, size: sizes[1]}.expression(&p.base.Own)
	y, okHead := point{number: c.symbolsOf(p).head, size: sizes[1]}.expression(&p.head.Own)
	if !okBase || !okHead {
		return true
	}
	sum := func(v value) (n float64) {
		for _, k := range v.counts {
			n += k
		}
		return n
	}
	own := sum(y) - sum(x)
	return math.Abs(own) > ownPart*min(sum(x), sum(y))
}

// structural reports whether a cause is a loop, a call or a price.
func structural(x Cause) bool { return x.Kind != OwnCode }

// changedCallees returns the pairs that the method calls and that changed in a direction, the most important first.
func (c *comparison) changedCallees(p *pair, way trend) []*pair {
	var out []*pair
	add := func(q *pair) {
		if q != nil && q != p && !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	side, m := c.acting(p, way)
	for i := range m.Calls {
		for _, t := range m.Calls[i].Targets {
			q := side.of(t)
			switch {
			case q == nil || q == p:
			case q.base == nil || q.head == nil:
				if c.alsoCalled(p, &m.Calls[i], way) {
					add(q)
				}
			case !c.alsoCalled(p, &m.Calls[i], way) && !c.alsoRuns(p, q, way): // the call is the cause
			case q.changed(way):
				add(q)
			default:
				c.behindSymbols(q, way, add)
			}
		}
	}
	want := Class("")
	if p.change != nil {
		want = p.costClass()
	}
	slices.SortStableFunc(out, func(a, b *pair) int {
		return cmp.Or(cmp.Compare(a.weight(want), b.weight(want)), cmp.Compare(b.magnitude(), a.magnitude()), cmp.Compare(a.name(), b.name()))
	})
	return out
}

// changed reports whether the cost of a method that both sides have changed in a direction.
func (p *pair) changed(way trend) bool {
	if way == even {
		return p.change != nil && p.direction() == even
	}
	return p.change != nil && p.direction() == way || p.change == nil && p.trend == way
}

// maxBehind bounds the methods that behindSymbols looks into.
const maxBehind = 64

// behindSymbols adds what changed in a direction behind a callee that did not: the callee's cost is over calls on its objects, and
// where a caller knows the objects, the caller's cost has what these calls run.
func (c *comparison) behindSymbols(p *pair, way trend, add func(*pair)) {
	seen := map[*pair]bool{p: true}
	for todo := []*pair{p}; len(todo) > 0 && len(seen) < maxBehind; todo = todo[1:] {
		side, m := c.acting(todo[0], way)
		for i := range m.Calls {
			if m.Calls[i].Price != symbolic {
				continue
			}
			for _, t := range m.Calls[i].Targets {
				switch q := side.of(t); {
				case q == nil || q.base == nil || q.head == nil || seen[q]:
				case q.changed(way):
					seen[q] = true
					add(q)
				default:
					seen[q] = true
					todo = append(todo, q)
				}
			}
		}
	}
}

// symbolic is the price of a call whose cost is a variable of the formula.
const symbolic = "symbolic"

// alsoCalled reports whether the other side makes a call, too: what it can run is then not for the own code to answer for.
func (c *comparison) alsoCalled(p *pair, call *snapshot.Call, way trend) bool {
	if way == cheaper {
		name := c.calleeInHead(call.Callee)
		return slices.ContainsFunc(p.head.Calls, func(x snapshot.Call) bool { return x.Callee == name })
	}
	return slices.ContainsFunc(p.base.Calls, func(x snapshot.Call) bool { return c.calleeInHead(x.Callee) == call.Callee })
}

// alsoRuns reports whether the other side has a call, of any name, that can run a method that both have.
func (c *comparison) alsoRuns(p, q *pair, way trend) bool {
	m, key := p.base, q.base.Key()
	if way == cheaper {
		m, key = p.head, q.head.Key()
	}
	return slices.ContainsFunc(m.Calls, func(x snapshot.Call) bool { return slices.Contains(x.Targets, key) })
}

// weight orders callees by how well they explain a change of a class: lower is better.
func (p *pair) weight(want Class) int {
	switch {
	case p.change == nil:
		return 3
	case p.base == nil || p.head == nil:
		return 2
	case p.change.Is(want):
		return 0
	}
	return 1
}

// magnitude is the size of a change relative to the base.
func (p *pair) magnitude() float64 {
	if p.change == nil || math.IsNaN(float64(p.change.Share)) {
		return 0
	}
	return math.Abs(float64(p.change.Share))
}

// callLine returns the line of a call of one of the callees.
func (c *comparison) callLine(p *pair, via []*pair) int {
	for _, q := range via {
		side, m := c.head, p.head
		if q.head == nil {
			side, m = c.base, p.base
		}
		for i := range m.Calls {
			if slices.ContainsFunc(m.Calls[i].Targets, func(t string) bool { return side.of(t) == q }) {
				return m.Calls[i].Line
			}
		}
	}
	return p.head.Line
}

// plainCause is the cause of a change that no loop and no call explains.
func (c *comparison) plainCause(p *pair, sameCode bool) Cause {
	if p.specChanged() {
		return Cause{Kind: ChangedSpec, Line: p.head.Line, Text: "the budget changed"}
	}
	if sameCode {
		return Cause{Kind: Surroundings, Line: p.head.Line, Text: "the code is the same; what it calls, or what is known of the rest of the program, is not"}
	}
	return c.ownCode(p, p.direction())
}

// otherArguments returns the cause that a method of the program whose cost depends on sizes is called with other arguments: on a line
// that changed, by code that has this call on both sides. ok is false where there is none.
func (c *comparison) otherArguments(p *pair, line int) (x Cause, ok bool) {
	base := countCalls(p.base, c.calleeInHead)
	for i := range p.head.Calls {
		call := &p.head.Calls[i]
		if call.Line != line || base[call.Callee].number == 0 {
			continue
		}
		for _, t := range call.Targets {
			if k, ok := c.head.index[t]; ok && dependsOnSizes(&c.head.methods[k]) {
				return Cause{Kind: NewCall, Line: line, Text: "other arguments of the call of " + external(call.Callee), Key: call.Callee}, true
			}
		}
	}
	return Cause{}, false
}

// dependsOnSizes reports whether a method costs more for some sizes than for others.
func dependsOnSizes(m *snapshot.Method) bool {
	return m.Expression != nil && slices.ContainsFunc(m.Expression.Terms, func(t result.ExpressionTerm) bool { return len(t.Factors) > 0 })
}

// ownCode is the cause that the code differs, at the line that tells most of it.
func (c *comparison) ownCode(p *pair, way trend) Cause {
	x := Cause{Kind: OwnCode, Line: p.head.Line, Text: "its own code"}
	if line, deeper, ok := changedLine(p.head, p.base); ok {
		x.Line = line
		if deeper && way != cheaper {
			x.Text = "code that is in more loops"
		}
	}
	if b, h := p.base.Instructions.Own.Max, p.head.Instructions.Own.Max; b != nil && h != nil && *b != *h {
		against := way != even && (*h > *b) != (way == dearer)
		if given, ok := c.otherArguments(p, x.Line); against && ok {
			return given
		}
		if against {
			x.Text += ": " + thousands(*h) + " instructions, which cost " + map[trend]string{dearer: "more", cheaper: "less"}[way] + " than the " + thousands(*b) + " before"
		} else {
			x.Text += ": " + thousands(*b) + " to " + thousands(*h) + " instructions"
		}
	}
	return x
}
