// Package absint is the engine: from a method's values and control flow it derives how often each loop runs and
// what a call of the method executes, as expressions over sizes (semantics sections 3 and 4). It counts patterns
// and knows no joules.
package absint

import (
	"fmt"
	"math"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// method is the analysis of one method's own code.
type method struct {
	f      *ssa.Func
	g      *cfg.Graph
	lines  []classfile.Line
	loops  []loopInfo
	ranges Ranges
	fields *fieldTable
	db     *Contracts // the program that the method is of
	sizes  collectionSizer
	oracle Oracle           // what is known of the methods that it calls and that call it
	hops   int              // how deep they may be looked into
	passed map[string]Range // what all calls pass for parameters, by path
	facts  Facts
	// required are the intervals of the precondition that the analysis uses: whoever calls the method must grant them.
	required       []Condition
	stores         map[string]bool // names of the fields that it writes, nil until asked for
	restores       bool            // it writes all fields of its object
	alters         *alterations    // nil until asked for
	intervals      intervalCache
	live           []bool          // blocks from which a normal return can be reached
	ends           []bool          // blocks from which a normal return or a throw can be reached
	context        int32           // the header of the loop that is being bounded, or anywhere
	contradictions []Contradiction // loop bounds that are written and wrong

	steps, most int  // of the analysis, see spend; most are those of the longest part so far
	asked       int  // steps when the question began that is being answered
	bounded     bool // steps are limited
}

// Oracle answers what the analysis of one method asks about the other methods of the program.
type Oracle interface {
	// Result returns what is known of what a call in f returns, for all executions. Callees are looked into at most hops
	// deep.
	Result(f *ssa.Func, call ssa.ID, hops int) *result
	// Arguments returns what all calls of a method pass, by parameter; nil where they are not known.
	Arguments(m *classfile.Method, hops int) []actual
	// CallEffects returns what the code of the program does that a call in f runs, as far as it is looked into.
	CallEffects(f *ssa.Func, call ssa.ID) *behind
	// ReadOnly reports whether all code of the program that a call in f runs and that gets an object only reads it, and
	// keeps it nowhere.
	ReadOnly(f *ssa.Func, call, object ssa.ID) bool
}

// collectionSizer bounds how many elements collections have. It is asked in the context of the method that uses them.
type collectionSizer interface {
	// elements is how many elements a collection has at most.
	elements(m *method, v ssa.ID) Size
	// arrayOf bounds the length of the array that toArray of a collection returns; ok is false for another array.
	arrayOf(m *method, v ssa.ID) (length Size, ok bool)
}

// newMethod returns the analysis of a body of the program. Callees are looked into at most hops deep.
func newMethod(b *body, db *Contracts, oracle Oracle, sizes collectionSizer, hops int) *method {
	return &method{f: b.f, g: b.g, lines: b.g.Code.Lines(), fields: db.fields, db: db, oracle: oracle, sizes: sizes, hops: hops}
}

// loopInfo is what is known of one natural loop.
type loopInfo struct {
	counters    map[ssa.ID]counter
	spans       map[ssa.ID][]span
	upper       Size    // iterations at most, per entry; bad where unknown
	tests       []int32 // blocks whose tests bound it: behind them, the index is below upper
	lower       Size    // iterations at least, in calls that return normally
	exact       bool    // upper and lower are the same and proved
	conds       []Condition
	why         string         // set where upper is bad
	assumptions []Assumption   // annotations that the bound rests on
	answers     []proverAnswer // what the provers answered
	amortized   *amortized     // set where the loop's iterations are bounded over all iterations of the loop around it
}

// counter is a header phi that changes by the same step in every iteration.
type counter struct {
	init ssa.ID
	step int64
	safe bool // the step cannot overflow
}

func (m *method) line(pc int) int { return classfile.LineAt(m.lines, pc) }

// loopHeadedBy returns the loop whose header is block b, -1 for none.
func (m *method) loopHeadedBy(b int) int {
	l := int(m.g.Blocks[b].Loop)
	if l >= 0 && int(m.g.Loops[l].Header) == b {
		return l
	}
	return -1
}

// loopLine is the line of the loop's header.
func (m *method) loopLine(l int) int { return m.line(m.g.Blocks[m.g.Loops[l].Header].Start) }

// place names a loop for people.
func (m *method) place(l int) string {
	return m.placeAt(m.g.Blocks[m.g.Loops[l].Header].Start)
}

// placeAt names the place of an instruction for people: its line, or its offset where the class has no line table.
func (m *method) placeAt(pc int) string {
	if n := m.line(pc); n > 0 {
		return fmt.Sprintf("line %d", n)
	}
	return fmt.Sprintf("offset %d", pc)
}

// nonNegative says whether s is at least 0 in block at, for all admitted values of the symbols and all iterations
// of the loops whose indices it mentions.
func (m *method) nonNegative(s Size, at int32) bool {
	return m.ranges.size(m.eliminate(s, false, at)).Lo >= 0
}

// anywhere stands for a block of which nothing is known.
const anywhere = -1

// eliminate replaces the loop indices in s so that the result is an upper (up) or lower bound of s over the
// iterations of those loops in which block at is executed: from index 0 to the number of iterations, which is the
// index of the last, partial one, or to one less where the block is behind the test that bounds the loop.
func (m *method) eliminate(s Size, up bool, at int32) Size {
	for range len(m.loops) + 1 {
		inner := -1
		s.eachAtom(func(a *atom) {
			if a.kind == indexAtom {
				inner = max(inner, a.loop)
			}
		})
		if inner < 0 || s.bad {
			return s
		}
		last := int64(0)
		if m.guards(inner, at) {
			last = -1
		}
		s = m.eliminateIndex(s, inner, up, last)
	}
	return badSize
}

// guards says whether block at is only executed in iterations of loop l that have passed the test that bounds it:
// the partial iteration in which the test fails ends before.
func (m *method) guards(l int, at int32) bool {
	if at < 0 || len(m.loops[l].tests) == 0 {
		return false
	}
	for _, t := range m.loops[l].tests {
		if t == at || !m.g.Dominators.Dominates(int(t), int(at)) {
			return false
		}
	}
	return true
}

// throwsInto says whether an exception in block b may be caught inside of loop l: then an iteration that enters the
// block need not pass the test at its end.
func (m *method) throwsInto(l int, b int32) bool {
	for i := range m.g.Blocks[b].Succs {
		if e := &m.g.Blocks[b].Succs[i]; e.Kind == cfg.Exception && m.g.InLoop(int(e.To), l) {
			return true
		}
	}
	return false
}

// eliminateIndex does so for one loop, to its number of iterations plus last: -1 where only iterations that run to
// their end are meant, 0 where the partial one is included.
func (m *method) eliminateIndex(s Size, loop int, up bool, last int64) Size {
	if s.bad {
		return badSize
	}
	inside := 0 // of other atoms: these are compared and sorted, with all that is in them
	for _, t := range s.terms {
		for _, a := range t.mono {
			inside += a.weight - 1
		}
	}
	m.spend(8 * (s.weight() + inside*inside))
	var out Size
	for _, t := range s.terms {
		p := Const(t.coef)
		involved := 0
		for _, a := range t.mono {
			if mentionsIndex(atomSize(a), loop) {
				involved++
			}
		}
		if involved == 0 {
			out = out.Add(Size{terms: []term{t}})
			continue
		}
		// The term grows with its atoms where none of them is negative.
		for _, a := range t.mono {
			if m.ranges.atom(a).Lo < 0 && (involved > 1 || !mentionsIndex(atomSize(a), loop)) {
				return badSize
			}
		}
		for _, a := range t.mono {
			if mentionsIndex(atomSize(a), loop) {
				x := m.eliminateAtom(a, loop, up == (t.coef > 0), last)
				if involved > 1 && m.ranges.size(x).Lo < 0 { // two bounds below 0 have a product above it
					x = Max(Const(0), x)
				}
				p = p.Mul(x)
			} else {
				p = p.Mul(atomSize(a))
			}
		}
		out = out.Add(p)
	}
	return out
}

func (m *method) eliminateAtom(a *atom, loop int, up bool, last int64) Size {
	if a.kind == indexAtom {
		if !up {
			return Size{}
		}
		upper := m.loops[loop].upper
		n := upper.AddInt(last)
		if last < 0 {
			if s, ok := upper.unclamped(); ok { // max(0, max(0, s) - 1) is max(0, s - 1)
				n = s.AddInt(last)
			}
			n = Max(Const(0), n)
			if m.ranges.size(m.loops[loop].upper).Lo >= 1 {
				n = m.loops[loop].upper.AddInt(last)
			}
		}
		return n
	}
	args := make([]Size, len(a.args))
	for i, s := range a.args {
		args[i] = m.eliminateIndex(s, loop, up != a.fallsWith(i), last)
	}
	return a.of(args)
}

func mentionsIndex(s Size, loop int) bool {
	return s.contains(func(a *atom) bool { return a.kind == indexAtom && a.loop == loop })
}

// comesRound says whether argument i of the phis in the header of loop l comes from an iteration, not from where the loop
// is entered.
func (m *method) comesRound(l, i int) bool {
	preds := m.g.Blocks[m.g.Loops[l].Header].Preds
	return i < len(preds) && m.g.InLoop(int(m.g.Edges[preds[i]].From), l)
}

// cannotWrap says whether the addition or subtraction of a constant that made v stays inside its type, by a
// comparison that comes before: behind i < n, i + 1 is at most n.
func (m *method) cannotWrap(v ssa.ID) bool {
	return m.sumWithin(v, fits(m.f.Values[v].Type), int(m.f.Values[v].Block))
}

// sumWithin reports whether the sum v lies in r, by comparisons that come before block at. r is a part of v's type.
func (m *method) sumWithin(v ssa.ID, r Range, at int) bool {
	a, c, ok := m.addition(v)
	if !ok {
		return false
	}
	x := &m.f.Values[v]
	whole := r == fits(x.Type) // then no value of the type is above it
	q := m.rangeAt(a, int32(at)).add(Range{float64(c), float64(c)})
	if q.Lo >= r.Lo && q.Hi <= r.Hi {
		return true
	}
	if !whole && (c > 0 && q.Lo < r.Lo || c < 0 && q.Hi > r.Hi) { // on the side that it does not move to
		return false
	}
	for _, f := range m.branchFacts(at) {
		op := f.op
		other := f.b
		if f.b == a && f.a != a {
			other, op = f.a, mirror(op)
		} else if f.a != a {
			continue
		}
		w := Range{0, 0}
		if other != 0 {
			w = m.rangeOf(other)
		}
		if comparedSumWithin(op, w, float64(c), r, whole) {
			return true
		}
	}
	return false
}

// comparedSumWithin reports whether a + c does not leave r on the side to which c moves it, where the comparison op of a
// with a value in w holds. With whole, r is the range of the type: a + 1 is then inside of it for every a below another value.
func comparedSumWithin(op classfile.Op, w Range, c float64, r Range, whole bool) bool {
	switch op {
	case classfile.OpIfIcmplt:
		return whole && c == 1 || c > 0 && w.Hi-1+c <= r.Hi
	case classfile.OpIfIcmple:
		return c > 0 && w.Hi+c <= r.Hi
	case classfile.OpIfIcmpeq:
		return c > 0 && w.Hi+c <= r.Hi || c < 0 && w.Lo+c >= r.Lo
	case classfile.OpIfIcmpgt:
		return whole && c == -1 || c < 0 && w.Lo+1+c >= r.Lo
	case classfile.OpIfIcmpge:
		return c < 0 && w.Lo+c >= r.Lo
	}
	return false
}

// exactConstant is below what a sum of constants is exact in float64, however many of them a method has.
const exactConstant = 1 << 36

// addition decomposes v into a + c for an int or long constant c that float64 holds with those that it is added to.
func (m *method) addition(v ssa.ID) (a ssa.ID, c int64, ok bool) {
	x := &m.f.Values[v]
	if x.Kind != ssa.Instr {
		return 0, 0, false
	}
	args := m.f.Args(v)
	constant := func(i int) (int64, bool) {
		k := &m.f.Values[args[i]]
		return k.Aux, k.Kind == ssa.Int && k.Aux > math.MinInt32 && k.Aux < exactConstant
	}
	switch x.Op {
	case classfile.OpIinc:
		return args[0], x.Aux, true
	case classfile.OpIadd, classfile.OpLadd:
		if k, ok := constant(1); ok {
			return args[0], k, true
		}
		if k, ok := constant(0); ok {
			return args[1], k, true
		}
	case classfile.OpIsub, classfile.OpLsub:
		if k, ok := constant(1); ok {
			return args[0], -k, true
		}
	}
	return 0, 0, false
}

// rangeOf is an interval that surely contains an int or long value.
func (m *method) rangeOf(v ssa.ID) Range {
	defer m.query()()
	return m.valueRange(v, 0)
}

// valueRange is rangeOf inside of one query, depth values away from its first one. Beyond the limits of a query, it is the
// range of the type.
func (m *method) valueRange(v ssa.ID, depth int) Range {
	x := &m.f.Values[v]
	all := typeRange(x.Type)
	if m.exhausted() || depth > 6 {
		return all
	}
	switch x.Kind {
	case ssa.Int:
		return intersect(exactly(x.Aux), all)
	case ssa.Param:
		if x.Type == 'i' || x.Type == 'l' {
			return m.ranges.symbol(m.paramSymbol(v))
		}
	case ssa.Phi:
		return m.joinedRange(v, depth)
	case ssa.Instr:
		return m.instructionRange(v, depth)
	}
	return all
}

// joinedRange is valueRange for a phi: the join of the intervals that arrive on the edges of its block.
func (m *method) joinedRange(v ssa.ID, depth int) Range {
	x := &m.f.Values[v]
	all := typeRange(x.Type)
	if x.Type != 'i' && x.Type != 'l' || m.g.Blocks[x.Block].Region >= 0 {
		return all
	}
	if m.loopHeadedBy(int(x.Block)) >= 0 {
		return m.phiRange(v, depth)
	}
	out := Range{math.Inf(1), math.Inf(-1)}
	m.startIntervals()
	for i, a := range m.f.Args(v) {
		var e *cfg.Edge
		if i < len(m.g.Blocks[x.Block].Preds) {
			e = &m.g.Edges[m.g.Blocks[x.Block].Preds[i]]
		}
		out = out.hull(m.rangeOn(a, e, depth+1))
	}
	if out.Lo > out.Hi { // no path leads here
		return all
	}
	return intersect(out, all)
}

// instructionRange is valueRange for the result of an instruction.
func (m *method) instructionRange(v ssa.ID, depth int) Range {
	x := &m.f.Values[v]
	switch x.Op {
	case classfile.OpIinc, classfile.OpIadd, classfile.OpLadd, classfile.OpIsub, classfile.OpLsub, classfile.OpImul, classfile.OpLmul:
		return m.arithmeticRange(v, depth)
	case classfile.OpIand:
		return m.maskRange(v, depth)
	case classfile.OpIrem, classfile.OpLrem:
		return m.remainderRange(v, depth)
	case classfile.OpI2l:
		return m.valueRange(m.f.Args(v)[0], depth+1)
	case classfile.OpI2b:
		return m.convertedRange(v, descRange("B"), depth)
	case classfile.OpI2c:
		return m.convertedRange(v, descRange("C"), depth)
	case classfile.OpI2s:
		return m.convertedRange(v, descRange("S"), depth)
	case classfile.OpBaload:
		return descRange("B") // boolean arrays hold 0 and 1
	case classfile.OpCaload:
		return descRange("C")
	case classfile.OpSaload:
		return descRange("S")
	case classfile.OpArraylength:
		return Range{0, maxLength}
	case classfile.OpLcmp, classfile.OpFcmpl, classfile.OpFcmpg, classfile.OpDcmpl, classfile.OpDcmpg:
		return Range{-1, 1}
	case classfile.OpInstanceof:
		return Range{0, 1}
	case classfile.OpGetfield, classfile.OpGetstatic:
		return m.fieldRange(v)
	case classfile.OpInvokevirtual, classfile.OpInvokespecial, classfile.OpInvokestatic, classfile.OpInvokeinterface:
		return m.resultRange(v, depth)
	}
	return typeRange(x.Type)
}

// arithmeticRange is valueRange for a sum, a difference or a product: the range of the type where it may wrap around.
func (m *method) arithmeticRange(v ssa.ID, depth int) Range {
	x := &m.f.Values[v]
	args := m.f.Args(v)
	r := m.valueRange(args[0], depth+1)
	switch x.Op {
	case classfile.OpIinc:
		r = r.add(Range{float64(x.Aux), float64(x.Aux)})
	case classfile.OpIadd, classfile.OpLadd:
		r = r.add(m.valueRange(args[1], depth+1))
	case classfile.OpIsub, classfile.OpLsub:
		r = r.add(m.valueRange(args[1], depth+1).scale(-1))
	case classfile.OpImul, classfile.OpLmul:
		r = r.mul(m.valueRange(args[1], depth+1))
	}
	if safe := fits(x.Type); r.Lo >= safe.Lo && r.Hi <= safe.Hi {
		return r
	}
	return typeRange(x.Type)
}

// maskRange is valueRange for a bitwise and: it is at most its first operand that is not negative.
func (m *method) maskRange(v ssa.ID, depth int) Range {
	for _, a := range m.f.Args(v) {
		if k := m.valueRange(a, depth+1); k.Lo >= 0 {
			return Range{0, k.Hi}
		}
	}
	return typeRange(m.f.Values[v].Type)
}

// remainderRange is valueRange for a remainder by a positive constant: below it, with the sign of the dividend.
func (m *method) remainderRange(v ssa.ID, depth int) Range {
	args := m.f.Args(v)
	k := m.valueRange(args[1], depth+1)
	if k.Lo != k.Hi || k.Lo <= 0 {
		return typeRange(m.f.Values[v].Type)
	}
	r := Range{1 - k.Lo, k.Lo - 1}
	if m.valueRange(args[0], depth+1).Lo >= 0 {
		r.Lo = 0
	}
	return r
}

// convertedRange is valueRange for a conversion to a narrower type with the given range.
func (m *method) convertedRange(v ssa.ID, narrow Range, depth int) Range {
	return intersect(narrow, keep(m.valueRange(m.f.Args(v)[0], depth+1), narrow))
}

// fieldRange is valueRange for a field that is read: its constant, else the range of its type.
func (m *method) fieldRange(v ssa.ID) Range {
	x := &m.f.Values[v]
	mem, _ := m.f.Member(v)
	if c := m.fields.resolve(mem).constant; c != nil {
		return intersect(exactly(*c), typeRange(x.Type))
	}
	if x.Type == 'i' || x.Type == 'l' {
		return descRange(mem.Desc)
	}
	return typeRange(x.Type)
}

// keep is r where a conversion to a type of that range changes nothing, else the whole range of the type.
func keep(r, of Range) Range {
	if r.Lo >= of.Lo && r.Hi <= of.Hi {
		return r
	}
	return of
}
