package either

import (
	"encoding/binary"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// next is how a variable of the loop gets its next value: (value + off) / div, or after steps links from value. It is 0 where that is not known.
type next struct {
	value           ssa.ID
	plus            [2]ssa.ID // added to the value: what the path has to show to be 0
	off, div, steps int64
}

// path is a set of paths from a block to the end of an iteration. Sound because every path of an iteration is in one: the traversal gives up if it
// does not know a block.
type path struct {
	block  int32
	next   []next // by quantity; that of a collection is unused
	takes  uint64 // the collections that the path certainly takes an element from
	polls  uint64 // those that it takes one from if they have one
	loses  uint64 // those that it may take one from before the test that fails, if one does
	holds  uint64 // the tests that hold: a branch on the path has shown it
	fails  uint64
	begins int // the first test that holds, once the path reaches it
}

func (p *path) key() string {
	b := binary.LittleEndian.AppendUint32(nil, uint32(p.block))
	for _, x := range []uint64{p.takes, p.polls, p.loses, p.holds, p.fails, uint64(p.begins)} {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	for _, n := range p.next {
		for _, x := range []int64{int64(n.value), int64(n.plus[0]), int64(n.plus[1]), n.off, n.div, n.steps} {
			b = binary.LittleEndian.AppendUint64(b, uint64(x))
		}
	}
	return string(b)
}

// maxPaths bounds the steps of the traversal of one loop.
const maxPaths = 800

// paths returns the paths of an iteration, back from its ends to the tests.
func (w *loop) paths() (all []path, ok bool) {
	g := w.m.CFG
	seen := map[string]bool{}
	var work []path
	push := func(p path, e *cfg.Edge, to int32) {
		p.next = slices.Clone(p.next)
		for i := range p.next {
			n := &p.next[i]
			for _, v := range n.terms() {
				if x := &w.m.Fn.Values[*v]; *v != 0 && x.Kind == ssa.Phi && x.Block == to {
					*v = w.m.Fn.Args(*v)[e.Slot]
				}
			}
			w.strip(n)
		}
		w.learn(&p, e)
		p.block, p.begins = e.From, -1
		for i, t := range w.tests {
			if g.Blocks[e.To].Preds[e.Slot] == t.edge {
				p.begins = i
			}
		}
		if k := p.key(); !seen[k] {
			seen[k] = true
			work = append(work, p)
		}
	}
	start := path{next: make([]next, len(w.has))}
	for i, q := range w.has {
		start.next[i].value = q.phi
	}
	for _, e := range g.Loops[w.l].BackEdges {
		push(start, &g.Edges[e], g.Loops[w.l].Header)
	}
	for n := 0; len(work) > 0; n++ {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if n > maxPaths || g.Blocks[p.block].Region >= 0 || w.m.ThrowsInto(w.l, p.block) {
			return nil, false
		}
		if p.begins >= 0 {
			p.forget(func(n *next) bool { return n.plus != [2]ssa.ID{} })
			all = append(all, p)
			continue
		}
		if p.block == g.Loops[w.l].Header {
			return nil, false
		}
		at := w.pass(&p)
		for _, i := range g.Blocks[at].Preds {
			e := &g.Edges[i]
			switch inner := w.m.LoopBelow(w.l, at); {
			case inner >= 0 && g.InLoop(int(e.From), inner):
			case !g.InLoop(int(e.From), w.l):
				return nil, false
			default:
				push(p, e, at)
			}
		}
	}
	return all, true
}

// terms are the values whose sum is the next one.
func (n *next) terms() []*ssa.ID { return []*ssa.ID{&n.value, &n.plus[0], &n.plus[1]} }

// forget makes next values unknown.
func (p *path) forget(unknown func(n *next) bool) {
	for i := range p.next {
		if unknown(&p.next[i]) {
			p.next[i] = next{}
		}
	}
}

// pass notes what the block that a path begins with does, or the inner loop that it is in, and returns the block through which that is entered.
func (w *loop) pass(p *path) (entered int32) {
	inner := w.m.LoopBelow(w.l, p.block)
	if inner < 0 {
		takes, polls := w.takenIn(p.block)
		p.takes, p.polls = p.takes|takes, p.polls|polls
		p.loses |= w.lostIn(p.block)
		return p.block
	}
	g := w.m.CFG
	for _, b := range g.Loops[inner].Blocks {
		p.loses |= w.lostIn(b)
	}
	p.forget(func(n *next) bool {
		return slices.ContainsFunc(n.terms(), func(v *ssa.ID) bool { return *v != 0 && g.InLoop(int(w.m.Fn.Values[*v].Block), inner) })
	})
	return g.Loops[inner].Header
}

// strip takes back the instructions that compute a next value in this iteration.
func (w *loop) strip(n *next) {
	f := w.m.Fn
	for w.dropZeros(n); n.value != 0; w.dropZeros(n) {
		x := &f.Values[n.value]
		if f.IsNull(n.value) {
			return
		}
		if !w.m.CFG.InLoop(int(x.Block), w.l) {
			*n = next{}
			return
		}
		if x.Kind != ssa.Instr {
			return
		}
		args := f.Args(n.value)
		if a, c, ok := w.m.Addition(n.value); ok {
			if n.div > 0 || c < -maxStep || c > maxStep || n.off < -maxStep || n.off > maxStep {
				*n = next{}
				return
			}
			n.off += c
			n.value = a
			continue
		}
		switch {
		case x.Op == classfile.OpCheckcast:
		case x.Op == classfile.OpGetfield, len(args) == 1 && (x.Op == classfile.OpInvokevirtual || x.Op == classfile.OpInvokeinterface):
			n.steps++ // heapsize.Chain has seen that it is a link
		case x.Op == classfile.OpIadd && slices.Contains(n.plus[:], 0):
			n.plus[slices.Index(n.plus[:], 0)] = args[1]
		case x.Op == classfile.OpIdiv && n.plus == [2]ssa.ID{} && n.off == 0 && n.div == 0 && divisor(w.m, args[1]) > 0:
			n.div = divisor(w.m, args[1])
		default:
			*n = next{}
			return
		}
		n.value = args[0]
	}
}

// dropZeros removes what adds 0 to a next value.
func (w *loop) dropZeros(n *next) {
	for i, v := range n.plus {
		if w.isZero(v) {
			n.plus[i] = 0
		}
	}
	for i, v := range n.plus {
		if v != 0 && w.isZero(n.value) {
			n.value, n.plus[i] = v, 0
		}
	}
}

// isZero reports whether v is the constant 0.
func (w *loop) isZero(v ssa.ID) bool {
	k, ok := w.m.Constant(v)
	return v != 0 && ok && k == 0
}

// learn notes the tests that hold, or fail, on an edge.
func (w *loop) learn(p *path, e *cfg.Edge) {
	f, compares := w.m.FactOn(e)
	for i, q := range w.has {
		switch {
		case q.source != 0:
			on, more := w.asked(e)
			if on == 0 || !heapsize.SameObject(w.m, on, q.source, w.l) {
				continue
			}
			if more {
				p.holds |= 1 << i
			} else {
				p.fails |= 1 << i
				p.loses &^= 1 << i // what is lost later does not matter
			}
		case q.chain:
			at := w.m.Fn.At(w.m.CFG.Blocks[e.From].Last)
			op := w.m.CFG.Code.Op(w.m.CFG.Blocks[e.From].Last)
			if at == 0 || op != classfile.OpIfnull && op != classfile.OpIfnonnull || w.m.Fn.Args(at)[0] != q.phi || e.Kind != cfg.Taken && e.Kind != cfg.Fall {
				continue
			}
			if (op == classfile.OpIfnonnull) == (e.Kind == cfg.Taken) {
				p.holds |= 1 << i
			} else {
				p.fails |= 1 << i
			}
		case compares:
			for _, c := range []code.Comparison{f, {A: f.B, B: f.A, Op: code.Mirror(f.Op)}} {
				if c.A != q.phi || !w.sameLimit(c.B, q.cmp.B) {
					continue
				}
				if code.Exclude(c.Op, q.cmp.Op) {
					p.fails |= 1 << i
				}
				if code.Exclude(c.Op, ssa.Negate(q.cmp.Op)) {
					p.holds |= 1 << i
				}
				break
			}
		}
	}
}

// sameLimit reports whether two operands of comparisons are the same in an iteration.
func (w *loop) sameLimit(a, b ssa.ID) bool {
	if a == b {
		return true
	}
	x, known := w.m.Constant(a)
	y, also := w.m.Constant(b)
	if known || also {
		return known && also && x == y
	}
	on := progdb.LengthOf(w.m.Fn, a)
	return on != 0 && w.m.Uncast(on) == w.m.Uncast(progdb.LengthOf(w.m.Fn, b))
}

// divisor returns a constant that makes what it divides smaller, 0 for any other value.
func divisor(m *symval.Func, v ssa.ID) int64 {
	if k, ok := m.Constant(v); ok && k >= 2 && k <= maxStep {
		return k
	}
	return 0
}
