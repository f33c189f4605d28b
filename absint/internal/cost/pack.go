package cost

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/pattern"
)

// Outcomes as bytes. Where all methods of a large program are evaluated, their costs are most of what is in memory, and most are
// read a few times only.
//
// Sound because Unpack returns an outcome that is equal to the one that Pack got: the encoding has each part of it, floats by their bits.

// Packer packs outcomes. The zero value is ready for use, by several goroutines.
type Packer struct {
	symbols memo.Numbers[expr.Symbol, uint64]
	texts   memo.Numbers[string, uint64]
}

// packedCost is the cost of an outcome, its conditions and its assumptions.
type packedCost struct {
	data  string
	calls bool // the cost has call symbols
}

// Pack returns the outcome with its cost, conditions and assumptions as bytes, or itself where it has none. Reasons are shared by many
// outcomes, and stay.
func (p *Packer) Pack(o *Outcome) *Outcome {
	if o.packed != nil || len(o.Poly.Terms)+len(o.Conditions)+len(o.Assumptions) == 0 {
		return o
	}
	w := packing{Packer: p}
	w.number(len(o.Poly.Terms))
	for _, t := range o.Poly.Terms {
		w.mono(t.Mono)
		w.number(len(t.Vec))
		for _, n := range t.Vec {
			w.number(int(n.ID))
			w.float(n.N)
		}
	}
	w.number(len(o.Conditions))
	for _, c := range o.Conditions {
		w.size(c.Size)
		w.float(c.Lo)
		w.float(c.Hi)
		w.text(c.Requires)
	}
	w.number(len(o.Assumptions))
	for _, a := range o.Assumptions {
		w.text(a.Symbol)
		w.float(a.Max)
		w.text(a.Origin)
		w.flag(a.Cost)
	}
	out := *o
	out.packed = &packedCost{string(w.b), o.Poly.HasCalls()}
	out.Poly, out.Conditions, out.Assumptions = expr.Poly{}, nil, nil
	return &out
}

// Unpack returns the outcome that was packed, or itself if it is not.
func (p *Packer) Unpack(o Outcome) Outcome {
	if o.packed == nil {
		return o
	}
	r := unpacking{Packer: p, b: o.packed.data}
	if n := r.number(); n > 0 {
		o.Poly.Terms = make([]expr.PolyTerm, n)
		for i := range o.Poly.Terms {
			t := expr.PolyTerm{Mono: r.mono(), Vec: make(expr.Vector, r.number())}
			for k := range t.Vec {
				t.Vec[k] = pattern.Count{ID: pattern.ID(r.number()), N: r.float()}
			}
			o.Poly.Terms[i] = t
		}
	}
	if n := r.number(); n > 0 {
		o.Conditions = make([]expr.Condition, n)
		for i := range o.Conditions {
			o.Conditions[i] = expr.Condition{Size: r.size(), Lo: r.float(), Hi: r.float(), Requires: r.text()}
		}
	}
	if n := r.number(); n > 0 {
		o.Assumptions = make([]expr.Assumption, n)
		for i := range o.Assumptions {
			o.Assumptions[i] = expr.Assumption{Symbol: r.text(), Max: r.float(), Origin: r.text(), Cost: r.flag()}
		}
	}
	o.packed = nil
	return o
}

// packing writes the parts of an outcome.
type packing struct {
	*Packer
	b     []byte
	atoms []*expr.Atom // that were written, which are written once
}

func (w *packing) number(n int) { w.b = binary.AppendUvarint(w.b, uint64(n)) }

func (w *packing) text(s string) {
	w.b = binary.AppendUvarint(w.b, w.texts.Get(s, func(n int) uint64 { return uint64(n) }))
}

func (w *packing) flag(f bool) {
	if f {
		w.b = append(w.b, 1)
	} else {
		w.b = append(w.b, 0)
	}
}

// float writes whole numbers, which most are, plus 1; others as 0 and their bits.
func (w *packing) float(x float64) {
	if n := uint64(x); x >= 0 && x < 1<<48 && math.Float64bits(float64(n)) == math.Float64bits(x) {
		w.b = binary.AppendUvarint(w.b, n+1)
		return
	}
	w.b = binary.LittleEndian.AppendUint64(append(w.b, 0), math.Float64bits(x))
}

func (w *packing) size(s expr.Size) {
	w.flag(s.Top)
	w.number(len(s.Terms))
	for _, t := range s.Terms {
		w.b = binary.AppendVarint(w.b, t.Coef)
		w.mono(t.Mono)
	}
}

func (w *packing) mono(m expr.Mono) {
	w.number(len(m))
	for _, a := range m {
		w.atom(a)
	}
}

// atom writes an atom: 1 plus its position among those that were written, or 0 and its parts. Those that it is a function of come
// before it.
func (w *packing) atom(a *expr.Atom) {
	if i := slices.Index(w.atoms, a); i >= 0 {
		w.number(i + 1)
		return
	}
	w.b = append(w.b, 0, byte(a.Kind))
	switch a.Kind {
	case expr.SymbolAtom:
		w.b = binary.AppendUvarint(w.b, w.symbols.Get(a.Symbol, func(n int) uint64 { return uint64(n) }))
	case expr.IndexAtom:
		w.number(a.Loop)
	default:
		w.b = binary.AppendVarint(w.b, a.K)
		w.number(len(a.Args))
		for _, s := range a.Args {
			w.size(s)
		}
	}
	w.atoms = append(w.atoms, a)
}

// unpacking reads what packing wrote.
type unpacking struct {
	*Packer
	b     string
	atoms []expr.Mono
}

func (r *unpacking) byte() byte {
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *unpacking) flag() bool { return r.byte() == 1 }

func (r *unpacking) unsigned() uint64 {
	x := uint64(0)
	for shift := 0; ; shift += 7 {
		c := r.byte()
		x |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return x
		}
	}
}

func (r *unpacking) signed() int64 {
	x := r.unsigned()
	return int64(x>>1) ^ -int64(x&1)
}

func (r *unpacking) number() int { return int(r.unsigned()) }

func (r *unpacking) text() string { return r.texts.Key(r.number()) }

func (r *unpacking) float() float64 {
	if n := r.unsigned(); n > 0 {
		return float64(n - 1)
	}
	bits := uint64(0)
	for i := range 8 {
		bits |= uint64(r.b[i]) << (8 * i)
	}
	r.b = r.b[8:]
	return math.Float64frombits(bits)
}

func (r *unpacking) size() expr.Size {
	s := expr.Size{Top: r.flag()}
	switch n := r.number(); {
	case n == 1:
		coef, m := r.signed(), r.mono()
		if len(m) == 0 && !s.Top {
			return expr.Const(coef)
		}
		s.Terms = []expr.Term{{Coef: coef, Mono: m}}
	case n > 1:
		s.Terms = make([]expr.Term, n)
		for i := range s.Terms {
			s.Terms[i] = expr.Term{Coef: r.signed(), Mono: r.mono()}
		}
	}
	return s
}

func (r *unpacking) mono() expr.Mono {
	switch n := r.number(); n {
	case 0:
		return nil
	case 1:
		return r.atom()
	default:
		m := make(expr.Mono, n)
		for i := range m {
			m[i] = r.atom()[0]
		}
		return m
	}
}

// atom returns an atom as a product.
func (r *unpacking) atom() expr.Mono {
	if i := r.number(); i > 0 {
		return r.atoms[i-1]
	}
	a := expr.Atom{Kind: expr.AtomKind(r.byte())}
	switch a.Kind {
	case expr.SymbolAtom:
		a.Symbol = r.symbols.Key(r.number())
	case expr.IndexAtom:
		a.Loop = r.number()
	default:
		a.K = r.signed()
		a.Args = make([]expr.Size, r.number())
		for i := range a.Args {
			a.Args[i] = r.size()
		}
	}
	m := expr.NewAtom(a).Terms[0].Mono
	r.atoms = append(r.atoms, m)
	return m
}
