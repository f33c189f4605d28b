package symval

import (
	"fmt"
	"math"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// An inner loop whose counter goes on where it stopped the last time does not run as often as its own bound says in
// every iteration of the loop around it, but only as often as that together (amortized analysis: what the counter still
// has to go is the potential). The cost of its iterations is then no part of an iteration of the loop around it, but is
// paid once for all of them.

// Amortized bounds the iterations of a loop over one whole run of the loop around it.
type Amortized struct {
	Over  int // the loop around it
	Total expr.Size
	Conds []expr.Condition
}

// Func is the analysis of one method's own code.
type Func struct {
	Fn     *ssa.Func
	CFG    *cfg.Graph
	lines  []classfile.Line
	Loops  []Loop
	Env    expr.Env
	Fields *progdb.FieldTable
	Db     *contracts.Contracts // the program that the method is of
	sizes  collectionSizer
	Oracle Oracle                   // what is known of the methods that it calls and that call it
	Depth  int                      // how deep they may be looked into
	passed map[string]expr.Interval // what all calls pass for parameters, by path
	Facts  Facts
	// Required are the intervals of the precondition that the analysis uses: whoever calls the method must grant them.
	Required       []expr.Condition
	stores         map[string]bool // names of the fields that it writes, nil until asked for
	restores       bool            // it writes all fields of its object
	alters         *alterations    // nil until asked for
	intervals      intervalCache
	Live           []bool          // blocks from which a normal return can be reached
	Ends           []bool          // blocks from which a normal return or a throw can be reached
	Context        int32           // the header of the loop that is being bounded, or anywhere
	Contradictions []Contradiction // loop bounds that are written and wrong

	steps, Most int  // of the analysis, see spend; most are those of the longest part so far
	asked       int  // steps when the question began that is being answered
	bounded     bool // steps are limited
}

// New returns the analysis of a body of the program. Callees are looked into at most hops deep.
func New(b *progdb.Body, db *contracts.Contracts, oracle Oracle, sizes collectionSizer, hops int) *Func {
	return &Func{Fn: b.F, CFG: b.G, lines: b.G.Code.Lines(), Fields: db.Fields, Db: db, Oracle: oracle, sizes: sizes, Depth: hops}
}

// Loop is what is known of one natural loop.
type Loop struct {
	Counters    map[ssa.ID]Counter
	spans       map[ssa.ID][]InductionRange
	Upper       expr.Size // iterations at most, per entry; bad where unknown
	Tests       []int32   // blocks whose tests bound it: behind them, the index is below upper
	Lower       expr.Size // iterations at least, in calls that return normally
	Exact       bool      // upper and lower are the same and proved
	Conds       []expr.Condition
	Why         string            // set where upper is bad
	Assumptions []expr.Assumption // annotations that the bound rests on
	Answers     []ProverAnswer    // what the provers answered
	Amortized   *Amortized        // set where the loop's iterations are bounded over all iterations of the loop around it
}

// Counter is a header phi that changes by the same step in every iteration.
type Counter struct {
	Init ssa.ID
	Step int64
	Safe bool // the step cannot overflow
}

func (m *Func) Line(pc int) int { return classfile.LineAt(m.lines, pc) }

// LoopHeadedBy returns the loop whose header is block b, -1 for none.
func (m *Func) LoopHeadedBy(b int) int {
	l := int(m.CFG.Blocks[b].Loop)
	if l >= 0 && int(m.CFG.Loops[l].Header) == b {
		return l
	}
	return -1
}

// LoopLine is the line of the loop's header.
func (m *Func) LoopLine(l int) int { return m.Line(m.CFG.Blocks[m.CFG.Loops[l].Header].Start) }

// Place names a loop for people.
func (m *Func) Place(l int) string {
	return m.PlaceAt(m.CFG.Blocks[m.CFG.Loops[l].Header].Start)
}

// PlaceAt names the place of an instruction for people: its line, or its offset where the class has no line table.
func (m *Func) PlaceAt(pc int) string {
	if n := m.Line(pc); n > 0 {
		return fmt.Sprintf("line %d", n)
	}
	return fmt.Sprintf("offset %d", pc)
}

// NonNegative says whether s is at least 0 in block at, for all admitted values of the symbols and all iterations
// of the loops whose indices it mentions.
func (m *Func) NonNegative(s expr.Size, at int32) bool {
	return m.Env.Size(m.Eliminate(s, false, at)).Lo >= 0
}

// NoBlock stands for a block of which nothing is known.
const NoBlock = -1

// Eliminate replaces the loop indices in s so that the result is an upper (up) or lower bound of s over the
// iterations of those loops in which block at is executed: from index 0 to the number of iterations, which is the
// index of the last, partial one, or to one less where the block is behind the test that bounds the loop.
func (m *Func) Eliminate(s expr.Size, up bool, at int32) expr.Size {
	for range len(m.Loops) + 1 {
		inner := -1
		s.EachAtom(func(a *expr.Atom) {
			if a.Kind == expr.IndexAtom {
				inner = max(inner, a.Loop)
			}
		})
		if inner < 0 || s.Top {
			return s
		}
		last := int64(0)
		if m.Guards(inner, at) {
			last = -1
		}
		s = m.EliminateIndex(s, inner, up, last)
	}
	return expr.TopSize
}

// Guards says whether block at is only executed in iterations of loop l that have passed the test that bounds it:
// the partial iteration in which the test fails ends before.
func (m *Func) Guards(l int, at int32) bool {
	if at < 0 || len(m.Loops[l].Tests) == 0 {
		return false
	}
	for _, t := range m.Loops[l].Tests {
		if t == at || !m.CFG.Dominators.Dominates(int(t), int(at)) {
			return false
		}
	}
	return true
}

// ThrowsInto says whether an exception in block b may be caught inside of loop l: then an iteration that enters the
// block need not pass the test at its end.
func (m *Func) ThrowsInto(l int, b int32) bool {
	for i := range m.CFG.Blocks[b].Succs {
		if e := &m.CFG.Blocks[b].Succs[i]; e.Kind == cfg.Exception && m.CFG.InLoop(int(e.To), l) {
			return true
		}
	}
	return false
}

// EliminateIndex does so for one loop, to its number of iterations plus last: -1 where only iterations that run to
// their end are meant, 0 where the partial one is included.
func (m *Func) EliminateIndex(s expr.Size, loop int, up bool, last int64) expr.Size {
	if s.Top {
		return expr.TopSize
	}
	inside := 0 // of other atoms: these are compared and sorted, with all that is in them
	for _, t := range s.Terms {
		for _, a := range t.Mono {
			inside += a.Weight - 1
		}
	}
	m.Spend(8 * (s.Weight() + inside*inside))
	var out expr.Size
	for _, t := range s.Terms {
		p := expr.Const(t.Coef)
		involved := 0
		for _, a := range t.Mono {
			if expr.MentionsIndex(expr.AtomSize(a), loop) {
				involved++
			}
		}
		if involved == 0 {
			out = out.Add(expr.Size{Terms: []expr.Term{t}})
			continue
		}
		// The term grows with its atoms where none of them is negative.
		for _, a := range t.Mono {
			if m.Env.Atom(a).Lo < 0 && (involved > 1 || !expr.MentionsIndex(expr.AtomSize(a), loop)) {
				return expr.TopSize
			}
		}
		for _, a := range t.Mono {
			if expr.MentionsIndex(expr.AtomSize(a), loop) {
				x := m.eliminateAtom(a, loop, up == (t.Coef > 0), last)
				if involved > 1 && m.Env.Size(x).Lo < 0 { // two bounds below 0 have a product above it
					x = expr.Max(expr.Const(0), x)
				}
				p = p.Mul(x)
			} else {
				p = p.Mul(expr.AtomSize(a))
			}
		}
		out = out.Add(p)
	}
	return out
}

func (m *Func) eliminateAtom(a *expr.Atom, loop int, up bool, last int64) expr.Size {
	if a.Kind == expr.IndexAtom {
		if !up {
			return expr.Size{}
		}
		upper := m.Loops[loop].Upper
		n := upper.AddInt(last)
		if last < 0 {
			if s, ok := upper.Unclamped(); ok { // max(0, max(0, s) - 1) is max(0, s - 1)
				n = s.AddInt(last)
			}
			n = expr.Max(expr.Const(0), n)
			if m.Env.Size(m.Loops[loop].Upper).Lo >= 1 {
				n = m.Loops[loop].Upper.AddInt(last)
			}
		}
		return n
	}
	args := make([]expr.Size, len(a.Args))
	for i, s := range a.Args {
		args[i] = m.EliminateIndex(s, loop, up != a.FallsWith(i), last)
	}
	return a.Of(args)
}

// ViaBackEdge says whether argument i of the phis in the header of loop l comes from an iteration, not from where the loop
// is entered.
func (m *Func) ViaBackEdge(l, i int) bool {
	preds := m.CFG.Blocks[m.CFG.Loops[l].Header].Preds
	return i < len(preds) && m.CFG.InLoop(int(m.CFG.Edges[preds[i]].From), l)
}

// CannotWrap says whether the addition or subtraction of a constant that made v stays inside its type, by a
// comparison that comes before: behind i < n, i + 1 is at most n.
func (m *Func) CannotWrap(v ssa.ID) bool {
	return m.sumWithin(v, Fits(m.Fn.Values[v].Type), int(m.Fn.Values[v].Block))
}

// sumWithin reports whether the sum v lies in r, by comparisons that come before block at. r is a part of v's type.
func (m *Func) sumWithin(v ssa.ID, r expr.Interval, at int) bool {
	a, c, ok := m.Addition(v)
	if !ok {
		return false
	}
	x := &m.Fn.Values[v]
	whole := r == Fits(x.Type) // then no value of the type is above it
	q := m.RangeAt(a, int32(at)).Add(expr.Interval{Lo: float64(c), Hi: float64(c)})
	if q.Lo >= r.Lo && q.Hi <= r.Hi {
		return true
	}
	if !whole && (c > 0 && q.Lo < r.Lo || c < 0 && q.Hi > r.Hi) { // on the side that it does not move to
		return false
	}
	for _, f := range m.BranchComparisons(at) {
		op := f.Op
		other := f.B
		if f.B == a && f.A != a {
			other, op = f.A, Mirror(op)
		} else if f.A != a {
			continue
		}
		w := expr.Interval{Lo: 0, Hi: 0}
		if other != 0 {
			w = m.RangeOf(other)
		}
		if comparedSumWithin(op, w, float64(c), r, whole) {
			return true
		}
	}
	return false
}

// comparedSumWithin reports whether a + c does not leave r on the side to which c moves it, where the comparison op of a
// with a value in w holds. With whole, r is the range of the type: a + 1 is then inside of it for every a below another value.
func comparedSumWithin(op classfile.Op, w expr.Interval, c float64, r expr.Interval, whole bool) bool {
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

// Addition decomposes v into a + c for an int or long constant c that float64 holds with those that it is added to.
func (m *Func) Addition(v ssa.ID) (a ssa.ID, c int64, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return 0, 0, false
	}
	args := m.Fn.Args(v)
	constant := func(i int) (int64, bool) {
		k := &m.Fn.Values[args[i]]
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

// RangeOf is an interval that surely contains an int or long value.
func (m *Func) RangeOf(v ssa.ID) expr.Interval {
	defer m.query()()
	return m.valueRange(v, 0)
}

// valueRange is RangeOf inside of one query, depth values away from its first one. Beyond the limits of a query, it is the
// range of the type.
func (m *Func) valueRange(v ssa.ID, depth int) expr.Interval {
	x := &m.Fn.Values[v]
	all := TypeRange(x.Type)
	if m.exhausted() || depth > 6 {
		return all
	}
	switch x.Kind {
	case ssa.Int:
		return expr.Intersect(expr.Point(x.Aux), all)
	case ssa.Param:
		if x.Type == 'i' || x.Type == 'l' {
			return m.Env.Symbol(m.paramSymbol(v))
		}
	case ssa.Phi:
		return m.joinedRange(v, depth)
	case ssa.Instr:
		return m.instructionRange(v, depth)
	}
	return all
}

// joinedRange is valueRange for a phi: the join of the intervals that arrive on the edges of its block.
func (m *Func) joinedRange(v ssa.ID, depth int) expr.Interval {
	x := &m.Fn.Values[v]
	all := TypeRange(x.Type)
	if x.Type != 'i' && x.Type != 'l' || m.CFG.Blocks[x.Block].Region >= 0 {
		return all
	}
	if m.LoopHeadedBy(int(x.Block)) >= 0 {
		return m.phiRange(v, depth)
	}
	out := expr.Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}
	m.StartIntervals()
	for i, a := range m.Fn.Args(v) {
		var e *cfg.Edge
		if i < len(m.CFG.Blocks[x.Block].Preds) {
			e = &m.CFG.Edges[m.CFG.Blocks[x.Block].Preds[i]]
		}
		out = out.Join(m.rangeOn(a, e, depth+1))
	}
	if out.Lo > out.Hi { // no path leads here
		return all
	}
	return expr.Intersect(out, all)
}

// instructionRange is valueRange for the result of an instruction.
func (m *Func) instructionRange(v ssa.ID, depth int) expr.Interval {
	x := &m.Fn.Values[v]
	switch x.Op {
	case classfile.OpIinc, classfile.OpIadd, classfile.OpLadd, classfile.OpIsub, classfile.OpLsub, classfile.OpImul, classfile.OpLmul:
		return m.arithmeticRange(v, depth)
	case classfile.OpIand:
		return m.maskRange(v, depth)
	case classfile.OpIrem, classfile.OpLrem:
		return m.remainderRange(v, depth)
	case classfile.OpI2l:
		return m.valueRange(m.Fn.Args(v)[0], depth+1)
	case classfile.OpI2b:
		return m.convertedRange(v, DescRange("B"), depth)
	case classfile.OpI2c:
		return m.convertedRange(v, DescRange("C"), depth)
	case classfile.OpI2s:
		return m.convertedRange(v, DescRange("S"), depth)
	case classfile.OpBaload:
		return DescRange("B") // boolean arrays hold 0 and 1
	case classfile.OpCaload:
		return DescRange("C")
	case classfile.OpSaload:
		return DescRange("S")
	case classfile.OpArraylength:
		return expr.Interval{Lo: 0, Hi: MaxLength}
	case classfile.OpLcmp, classfile.OpFcmpl, classfile.OpFcmpg, classfile.OpDcmpl, classfile.OpDcmpg:
		return expr.Interval{Lo: -1, Hi: 1}
	case classfile.OpInstanceof:
		return expr.Interval{Lo: 0, Hi: 1}
	case classfile.OpGetfield, classfile.OpGetstatic:
		return m.fieldRange(v)
	case classfile.OpInvokevirtual, classfile.OpInvokespecial, classfile.OpInvokestatic, classfile.OpInvokeinterface:
		return m.resultRange(v, depth)
	}
	return TypeRange(x.Type)
}

// arithmeticRange is valueRange for a sum, a difference or a product: the range of the type where it may wrap around.
func (m *Func) arithmeticRange(v ssa.ID, depth int) expr.Interval {
	x := &m.Fn.Values[v]
	args := m.Fn.Args(v)
	r := m.valueRange(args[0], depth+1)
	switch x.Op {
	case classfile.OpIinc:
		r = r.Add(expr.Interval{Lo: float64(x.Aux), Hi: float64(x.Aux)})
	case classfile.OpIadd, classfile.OpLadd:
		r = r.Add(m.valueRange(args[1], depth+1))
	case classfile.OpIsub, classfile.OpLsub:
		r = r.Add(m.valueRange(args[1], depth+1).Scale(-1))
	case classfile.OpImul, classfile.OpLmul:
		r = r.Mul(m.valueRange(args[1], depth+1))
	}
	if safe := Fits(x.Type); r.Lo >= safe.Lo && r.Hi <= safe.Hi {
		return r
	}
	return TypeRange(x.Type)
}

// maskRange is valueRange for a bitwise and: it is at most its first operand that is not negative.
func (m *Func) maskRange(v ssa.ID, depth int) expr.Interval {
	for _, a := range m.Fn.Args(v) {
		if k := m.valueRange(a, depth+1); k.Lo >= 0 {
			return expr.Interval{Lo: 0, Hi: k.Hi}
		}
	}
	return TypeRange(m.Fn.Values[v].Type)
}

// remainderRange is valueRange for a remainder by a positive constant: below it, with the sign of the dividend.
func (m *Func) remainderRange(v ssa.ID, depth int) expr.Interval {
	args := m.Fn.Args(v)
	k := m.valueRange(args[1], depth+1)
	if k.Lo != k.Hi || k.Lo <= 0 {
		return TypeRange(m.Fn.Values[v].Type)
	}
	r := expr.Interval{Lo: 1 - k.Lo, Hi: k.Lo - 1}
	if m.valueRange(args[0], depth+1).Lo >= 0 {
		r.Lo = 0
	}
	return r
}

// convertedRange is valueRange for a conversion to a narrower type with the given range.
func (m *Func) convertedRange(v ssa.ID, narrow expr.Interval, depth int) expr.Interval {
	return expr.Intersect(narrow, keep(m.valueRange(m.Fn.Args(v)[0], depth+1), narrow))
}

// fieldRange is valueRange for a field that is read: its constant, else the range of its type.
func (m *Func) fieldRange(v ssa.ID) expr.Interval {
	x := &m.Fn.Values[v]
	mem, _ := m.Fn.Member(v)
	if c := m.Fields.Resolve(mem).Constant; c != nil {
		return expr.Intersect(expr.Point(*c), TypeRange(x.Type))
	}
	if x.Type == 'i' || x.Type == 'l' {
		return DescRange(mem.Desc)
	}
	return TypeRange(x.Type)
}

// keep is r where a conversion to a type of that range changes nothing, else the whole range of the type.
func keep(r, of expr.Interval) expr.Interval {
	if r.Lo >= of.Lo && r.Hi <= of.Hi {
		return r
	}
	return of
}
