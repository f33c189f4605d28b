package cost

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
)

// Costs for weights that are not known yet. The costlier of two branches depends on the weights, so the cost keeps both as
// a choice: a dimension of vectors, like a pattern, that stands for the maximum of several vectors. Sound because costs are
// linear in vectors: a choice can be resolved once the weights are known, with the result of an evaluation under them.

// FirstChoice is the first dimension of choices. Below it are patterns, instruction counts and blocks.
const FirstChoice = pattern.ID(1 << 20)

// MaxAlternatives bounds the alternatives of a choice. More are joined into one vector that bounds all of them under any
// nonnegative weights.
const MaxAlternatives = 32

// Maxima is the table of the choices of a computation. It is safe for concurrent use.
type Maxima struct {
	mu    sync.Mutex
	Sets  [][]expr.Vector // by dimension, from FirstChoice on
	index map[string]pattern.ID
}

// NewChoices returns an empty table.
func NewChoices() *Maxima { return &Maxima{index: map[string]pattern.ID{}} }

// Alternatives returns the vectors of the i-th choice, counted from 0; ok is false if there is none.
func (c *Maxima) Alternatives(i int) ([]expr.Vector, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i < 0 || i >= len(c.Sets) {
		return nil, false
	}
	return c.Sets[i], true
}

// Worse returns a polynomial that bounds p and q from above under all nonnegative weights. Every monomial must be at least
// 0. exact reports whether the result equals the larger of both everywhere.
func (c *Maxima) Worse(p, q expr.Poly) (out expr.Poly, exact bool) {
	if covers(p, q) {
		return p, true
	}
	if covers(q, p) {
		return q, true
	}
	out = expr.Merge(p, q, c.worseVector)
	return out, len(out.Terms) == 1 && len(out.Terms[0].Mono) == 0
}

// covers reports whether p is at least q in every coefficient and dimension.
func covers(p, q expr.Poly) bool {
	ok := true
	expr.Merge(p, q, func(a, b expr.Vector) expr.Vector {
		ok = ok && atLeast(a, b)
		return nil
	})
	return ok
}

// atLeast reports whether a is at least b in every dimension; it is false for lost counts.
func atLeast(a, b expr.Vector) bool {
	i := 0
	for _, x := range b {
		for i < len(a) && a[i].ID < x.ID {
			if a[i].N < 0 {
				return false
			}
			i++
		}
		switch {
		case i < len(a) && a[i].ID == x.ID:
			if !(a[i].N >= x.N) {
				return false
			}
			i++
		case !(x.N <= 0): // it may be lost
			return false
		}
	}
	for ; i < len(a); i++ {
		if a[i].N < 0 {
			return false
		}
	}
	return true
}

// worseVector returns the costlier of two vectors: one of them if it covers the other, else a choice. The common part is
// kept outside of the choice, so that equal choices have equal alternatives.
func (c *Maxima) worseVector(a, b expr.Vector) expr.Vector {
	switch {
	case atLeast(a, b):
		return a
	case atLeast(b, a):
		return b
	}
	common := commonPart(a, b)
	alternatives := c.split(a.AddScaled(common, -1))
	for _, v := range c.split(b.AddScaled(common, -1)) {
		alternatives = withAlternative(alternatives, v)
	}
	if len(alternatives) == 1 {
		return common.Add(alternatives[0])
	}
	// A choice is a nonnegative cost in comparisons and products. So alternatives that may be negative, such as the linear
	// part of a triangular sum, are joined instead, as are lost ones, which stay lost.
	if len(alternatives) > MaxAlternatives || slices.ContainsFunc(alternatives, func(v expr.Vector) bool { return v.Lost() || expr.TakesAway(v) }) {
		sum := alternatives[0]
		for _, v := range alternatives[1:] {
			sum = expr.Larger(sum, v)
		}
		return common.Add(sum)
	}
	return common.Add(pattern.Single(c.choiceOf(alternatives), 1))
}

// commonPart returns the minimum of a and b in dimensions in which both are positive integers, so that subtracting and
// adding it is exact.
func commonPart(a, b expr.Vector) expr.Vector {
	var out expr.Vector
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i].ID < b[j].ID:
			i++
		case b[j].ID < a[i].ID:
			j++
		default:
			x, y := a[i].N, b[j].N
			if n := math.Min(x, y); n > 0 && x == math.Trunc(x) && y == math.Trunc(y) && math.Max(x, y) < 1<<53 {
				out = append(out, pattern.Count{ID: a[i].ID, N: n})
			}
			i++
			j++
		}
	}
	return out
}

// split returns the alternatives of v if v is one choice, else v alone.
func (c *Maxima) split(v expr.Vector) []expr.Vector {
	if len(v) == 1 && v[0].ID >= FirstChoice && v[0].N == 1 {
		if set, ok := c.Alternatives(int(v[0].ID - FirstChoice)); ok {
			return slices.Clone(set)
		}
	}
	return []expr.Vector{v}
}

// withAlternative adds v to set unless an element covers it, and removes the elements that v covers.
func withAlternative(set []expr.Vector, v expr.Vector) []expr.Vector {
	for _, u := range set {
		if atLeast(u, v) {
			return set
		}
	}
	return append(slices.DeleteFunc(set, func(u expr.Vector) bool { return atLeast(v, u) }), v)
}

// choiceOf returns the dimension of the choice among vectors; equal lists share it.
func (c *Maxima) choiceOf(set []expr.Vector) pattern.ID {
	var key []byte
	for _, v := range set {
		key = binary.AppendUvarint(key, uint64(len(v)))
		for _, n := range v {
			key = binary.AppendUvarint(key, uint64(n.ID))
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(n.N))
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	id, ok := c.index[string(key)]
	if !ok {
		id = FirstChoice + pattern.ID(len(c.Sets))
		c.Sets = append(c.Sets, set)
		c.index[string(key)] = id
	}
	return id
}

// Adopt converts a polynomial with choices of another source; ok is false if one of them is unknown or nested too deeply.
func (c *Maxima) Adopt(from ChoiceSource, p expr.Poly) (out expr.Poly, ok bool) {
	if from == nil || from == ChoiceSource(c) {
		return p, true
	}
	done := map[pattern.ID]pattern.ID{}
	ok = true
	var vector func(v expr.Vector, depth int) expr.Vector
	vector = func(v expr.Vector, depth int) expr.Vector {
		i := slices.IndexFunc(v, func(n pattern.Count) bool { return n.ID >= FirstChoice })
		if i < 0 || !ok {
			return v
		}
		out := v[:i:i]
		for _, n := range v[i:] {
			id, seen := done[n.ID]
			if !seen {
				set, known := from.Alternatives(int(n.ID - FirstChoice))
				if !known || depth > maxChoiceDepth {
					ok = false
					return nil
				}
				own := make([]expr.Vector, len(set))
				for k, alternative := range set {
					own[k] = vector(alternative, depth+1)
				}
				if !ok {
					return nil
				}
				id = c.choiceOf(own)
				done[n.ID] = id
			}
			out = out.Add(pattern.Single(id, n.N))
		}
		return out
	}
	return p.MapVectors(func(v expr.Vector) expr.Vector { return vector(v, 0) }), ok
}

// Resolver replaces choices by their costliest alternatives under the weights of one objective. It is safe for concurrent
// use.
type Resolver struct {
	weights []float64
	source  ChoiceSource
	// negative reports whether a weight is below 0. Covered alternatives, which choices lack, may then be the costliest.
	negative bool
	mu       sync.Mutex
	done     map[pattern.ID]expr.Vector
}

// NewResolver returns a resolver of the choices of a source.
func NewResolver(weights []float64, source ChoiceSource) *Resolver {
	r := &Resolver{weights: weights, source: source, done: map[pattern.ID]expr.Vector{}}
	for _, w := range weights {
		r.negative = r.negative || w < 0
	}
	return r
}

// Poly resolves a polynomial; ok is false if a choice is unknown.
func (r *Resolver) Poly(p expr.Poly) (out expr.Poly, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ok = true
	out = p.MapVectors(func(v expr.Vector) expr.Vector {
		w, known := r.vector(v, 0)
		ok = ok && known
		return w
	})
	return out, ok
}

// maxChoiceDepth bounds the nesting of choices. A computation nests them no deeper than the code nests branches and calls,
// but a corrupt file may.
const maxChoiceDepth = 1 << 14

// vector resolves one vector; r.mu is held.
func (r *Resolver) vector(v expr.Vector, depth int) (expr.Vector, bool) {
	i := slices.IndexFunc(v, func(n pattern.Count) bool { return n.ID >= FirstChoice })
	if i < 0 {
		return v, true
	}
	if depth > maxChoiceDepth {
		return nil, false
	}
	out := v[:i:i]
	for _, n := range v[i:] {
		best, ok := r.done[n.ID]
		if !ok {
			set, known := r.source.Alternatives(int(n.ID - FirstChoice))
			if !known || len(set) == 0 {
				return nil, false
			}
			highest := math.Inf(-1)
			for _, alternative := range set {
				w, known := r.vector(alternative, depth+1)
				if !known {
					return nil, false
				}
				if cost := w.Dot(r.weights); cost > highest || math.IsNaN(cost) {
					highest, best = cost, w
				}
			}
			r.done[n.ID] = best
		}
		out = out.AddScaled(best, n.N)
	}
	return out, true
}

// ChoiceSource gives the alternatives of the choices in the polynomials of CostSummaries.
type ChoiceSource interface {
	Alternatives(dimension int) ([]expr.Vector, bool)
}
