package libsummary

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Binary encoding of cost summaries. It depends only on what is encoded and in which order.
//
// Input is untrusted: the decoder bounds depth and lengths, and returns errors, never panics.

// Encoder writes cost summaries as bytes. Strings and choices are written once: the user stores Strings and Choices
// with the bytes.
type Encoder struct {
	// Strings are the strings that the bytes refer to.
	Strings []string
	// Choices are the encoded choices.
	Choices [][]byte

	strings map[string]uint64
	choices map[choiceKey]uint64
	from    cost.ChoiceSource // of what is being encoded
}

// choiceKey is a choice among the vectors of one source.
type choiceKey struct {
	from cost.ChoiceSource
	id   pattern.ID
}

// NewEncoder returns an empty encoder.
func NewEncoder() *Encoder {
	return &Encoder{strings: map[string]uint64{}, choices: map[choiceKey]uint64{}}
}

// ResetStrings starts a new list of strings.
func (e *Encoder) ResetStrings() { e.Strings, e.strings = nil, map[string]uint64{} }

// String returns the number of a string.
func (e *Encoder) String(s string) uint64 {
	i, ok := e.strings[s]
	if !ok {
		i = uint64(len(e.Strings))
		e.strings[s] = i
		e.Strings = append(e.Strings, s)
	}
	return i
}

const (
	unpricedFlag = 1 << iota
	joinedFlag
	leastFlag
	expectedFlag
)

// Append appends a cost summary to b.
func (e *Encoder) Append(b []byte, p *cost.CostSummary) ([]byte, error) {
	e.from = p.From
	flags := byte(0)
	if p.Why != "" {
		flags |= unpricedFlag
	}
	if p.Joined {
		flags |= joinedFlag
	}
	if len(p.MustCost) > 0 {
		flags |= leastFlag
	}
	expected := p.Expected()
	if len(expected) > 0 {
		flags |= expectedFlag
	}
	b = append(b, flags)
	var err error
	if len(p.MustCost) > 0 {
		if b, err = e.vector(b, p.MustCost); err != nil {
			return nil, err
		}
	}
	if p.Why != "" {
		return binary.AppendUvarint(b, e.String(p.Why)), nil
	}
	b = binary.AppendUvarint(b, uint64(len(p.Poly.Terms)))
	for _, t := range p.Poly.Terms {
		b = e.mono(b, t.Mono)
		if b, err = e.vector(b, t.Vec); err != nil {
			return nil, err
		}
	}
	b = binary.AppendUvarint(b, uint64(len(p.Conds)))
	for _, c := range p.Conds {
		b = e.size(b, c.Size)
		b = appendFloat(appendFloat(b, c.Lo), c.Hi)
		b = binary.AppendUvarint(b, e.String(c.Requires))
	}
	b = e.members(b, p.Needs)
	if len(expected) > 0 {
		b = e.members(b, expected)
	}
	return b, nil
}

func (e *Encoder) members(b []byte, ms []classfile.Member) []byte {
	b = binary.AppendUvarint(b, uint64(len(ms)))
	for _, m := range ms {
		for _, s := range []string{m.Class, m.Name, m.Desc} {
			b = binary.AppendUvarint(b, e.String(s))
		}
	}
	return b
}

func (e *Encoder) mono(b []byte, m expr.Mono) []byte {
	b = binary.AppendUvarint(b, uint64(len(m)))
	for _, a := range m {
		b = append(b, byte(a.Kind))
		switch a.Kind {
		case expr.SymbolAtom:
			b = binary.AppendUvarint(b, e.String(a.Symbol.Path))
			b = binary.AppendUvarint(b, e.String(a.Symbol.Name))
			b = appendFloat(appendFloat(b, a.Symbol.Min), a.Symbol.Max)
		case expr.IndexAtom:
			b = binary.AppendUvarint(b, uint64(a.Loop))
		default:
			b = binary.AppendVarint(b, a.K)
			b = binary.AppendUvarint(b, uint64(len(a.Args)))
			for _, s := range a.Args {
				b = e.size(b, s)
			}
		}
	}
	return b
}

func (e *Encoder) size(b []byte, s expr.Size) []byte {
	if s.Top {
		return binary.AppendUvarint(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(len(s.Terms))+1)
	for _, t := range s.Terms {
		b = e.mono(binary.AppendVarint(b, t.Coef), t.Mono)
	}
	return b
}

// vector writes the counts of patterns by pattern, those of choices by the number of the choice.
func (e *Encoder) vector(b []byte, v expr.Vector) ([]byte, error) {
	b = binary.AppendUvarint(b, uint64(len(v)))
	for _, n := range v {
		id := uint64(n.ID)
		switch {
		case int(n.ID) >= pattern.Num && n.ID < cost.FirstChoice:
			return nil, fmt.Errorf("dimension %d is not a pattern", n.ID)
		case n.ID >= cost.FirstChoice:
			k, err := e.choice(n.ID)
			if err != nil {
				return nil, err
			}
			id = uint64(pattern.Num) + k
		}
		b = binary.AppendUvarint(b, id)
		b = appendFloat(b, n.N)
	}
	return b, nil
}

func (e *Encoder) choice(id pattern.ID) (uint64, error) {
	key := choiceKey{e.from, id}
	if k, ok := e.choices[key]; ok {
		return k, nil
	}
	if e.from == nil {
		return 0, errors.New("a cost refers to a missing table of choices")
	}
	set, ok := e.from.Alternatives(int(id - cost.FirstChoice))
	if !ok {
		return 0, fmt.Errorf("unknown choice %d", id)
	}
	b := binary.AppendUvarint(nil, uint64(len(set)))
	var err error
	for _, v := range set {
		if b, err = e.vector(b, v); err != nil {
			return 0, err
		}
	}
	k := uint64(len(e.Choices))
	e.choices[key] = k
	e.Choices = append(e.Choices, b)
	return k, nil
}

// appendFloat writes a number, in few bytes if it is an integer.
func appendFloat(b []byte, v float64) []byte {
	if n := int64(v); float64(n) == v && n > -1<<50 && n < 1<<50 && (v != 0 || !math.Signbit(v)) {
		return binary.AppendVarint(b, n<<1)
	}
	return binary.LittleEndian.AppendUint64(binary.AppendVarint(b, 1), math.Float64bits(v))
}

// Decoder reads what an Encoder wrote. Malformed input is an error, never a panic. It is safe for concurrent use if its
// functions are.
type Decoder struct {
	// Choice returns the bytes of a choice.
	Choice func(n uint64) ([]byte, error)

	methods cost.MethodTable
}

// Alternatives returns the vectors of choice n.
func (d *Decoder) Alternatives(n int) ([]expr.Vector, bool) {
	b, err := d.Choice(uint64(n))
	if err != nil {
		return nil, false
	}
	r := &byteReader{b: b}
	var set []expr.Vector
	for range r.count() {
		v := r.vector()
		for _, c := range v {
			if c.ID >= cost.FirstChoice && int(c.ID-cost.FirstChoice) >= n { // choices refer to earlier ones
				return nil, false
			}
		}
		set = append(set, v)
	}
	return set, r.err == nil && len(r.b) == 0
}

// Portable reads one cost summary from the beginning of b and returns the rest. str returns a string by its number.
func (d *Decoder) Portable(b []byte, str func(n uint64) (string, error)) (p *cost.CostSummary, rest []byte, err error) {
	r := &byteReader{b: b, string: str}
	p = &cost.CostSummary{From: d}
	flags := r.byte()
	if flags&leastFlag != 0 {
		p.MustCost = r.vector()
		for _, n := range p.MustCost {
			if n.ID >= cost.FirstChoice || !(n.N > 0) {
				r.fail("an invalid lower bound")
			}
		}
	}
	if flags&unpricedFlag != 0 {
		p.Why = r.str()
		if p.Why == "" {
			r.fail("a missing price without a reason")
		}
		return p, r.b, r.err
	}
	p.Joined = flags&joinedFlag != 0
	for range r.count() {
		m := r.mono(0)
		p.Poly.Terms = append(p.Poly.Terms, expr.PolyTerm{Mono: m, Vec: r.vector()})
	}
	for range r.count() {
		c := expr.Condition{Size: r.size(0)}
		c.Lo, c.Hi, c.Requires = r.float(), r.float(), r.str()
		p.Conds = append(p.Conds, c)
	}
	p.Needs = r.members()
	if flags&expectedFlag != 0 {
		p.Methods = &d.methods
		for _, m := range r.members() {
			p.ExpectedCalls = p.ExpectedCalls.Unite(d.methods.Single(m))
		}
	}
	return p, r.b, r.err
}

// byteReader reads the encoding. After the first failure, every read returns zero.
type byteReader struct {
	b      []byte
	string func(uint64) (string, error)
	err    error
}

func (r *byteReader) fail(what string) {
	if r.err == nil {
		r.err = errors.New("a summary is damaged: " + what)
	}
	r.b = nil
}

func (r *byteReader) byte() byte {
	if len(r.b) == 0 {
		r.fail("it ends early")
		return 0
	}
	v := r.b[0]
	r.b = r.b[1:]
	return v
}

func (r *byteReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail("truncated number")
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *byteReader) varint() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail("truncated number")
		return 0
	}
	r.b = r.b[n:]
	return v
}

// count reads a length, at most the number of remaining bytes because every element takes one.
func (r *byteReader) count() int {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.fail("a list is longer than the data")
		return 0
	}
	return int(n)
}

func (r *byteReader) float() float64 {
	v := r.varint()
	if v&1 == 0 {
		return float64(v >> 1)
	}
	if len(r.b) < 8 {
		r.fail("truncated number")
		return 0
	}
	f := math.Float64frombits(binary.LittleEndian.Uint64(r.b))
	r.b = r.b[8:]
	return f
}

func (r *byteReader) str() string {
	n := r.uvarint()
	if r.err != nil {
		return ""
	}
	s, err := r.string(n)
	if err != nil {
		r.fail(err.Error())
	}
	return s
}

func (r *byteReader) members() (ms []classfile.Member) {
	for range r.count() {
		ms = append(ms, classfile.Member{Class: r.str(), Name: r.str(), Desc: r.str()})
	}
	return ms
}

// operands returns the number of operands of an atom, other than a maximum or minimum.
func operands(k expr.AtomKind) int {
	if k == expr.QuotAtom || k == expr.PowerAtom {
		return 2
	}
	return 1
}

// maxExpressionDepth caps nested expressions; the engine creates none that are deeper.
const maxExpressionDepth = 1000

func (r *byteReader) mono(depth int) expr.Mono {
	if depth > maxExpressionDepth {
		r.fail("an expression is too deep")
		return nil
	}
	var m expr.Mono
	for range r.count() {
		a := &expr.Atom{Kind: expr.AtomKind(r.byte())}
		switch a.Kind {
		case expr.SymbolAtom:
			a.Symbol = expr.Symbol{Path: r.str(), Name: r.str(), Min: r.float(), Max: r.float()}
		case expr.IndexAtom:
			a.Loop = int(int32(r.uvarint()))
		case expr.MaxAtom, expr.MinAtom, expr.DivAtom, expr.LogAtom, expr.SqrtAtom, expr.QuotAtom, expr.PowerAtom:
			a.K = r.varint()
			for range r.count() {
				a.Args = append(a.Args, r.size(depth+1))
			}
			if len(a.Args) == 0 || a.Kind == expr.DivAtom && a.K <= 0 || a.Kind == expr.LogAtom && a.K < 2 || a.Kind >= expr.DivAtom && len(a.Args) != operands(a.Kind) {
				r.fail("an expression lacks operands")
			}
		default:
			r.fail("unknown kind of expression")
		}
		if r.err != nil {
			return nil
		}
		a.Key = a.MakeKey()
		m = append(m, a)
	}
	return m
}

func (r *byteReader) size(depth int) expr.Size {
	n := r.count()
	if n == 0 {
		return expr.TopSize
	}
	var s expr.Size
	for range n - 1 {
		c := r.varint()
		s.Terms = append(s.Terms, expr.Term{Coef: c, Mono: r.mono(depth)})
	}
	return s
}

func (r *byteReader) vector() expr.Vector {
	var v expr.Vector
	for range r.count() {
		id := r.uvarint()
		if id >= uint64(pattern.Num) {
			id += uint64(cost.FirstChoice) - uint64(pattern.Num)
		}
		if id > math.MaxInt32 {
			r.fail("unknown pattern")
			return nil
		}
		v = append(v, pattern.Count{ID: pattern.ID(id), N: r.float()})
	}
	// Choices have other numbers where they were made.
	slices.SortFunc(v, func(a, b pattern.Count) int { return cmp.Compare(a.ID, b.ID) })
	return v
}
