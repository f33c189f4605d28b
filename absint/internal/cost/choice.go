package cost

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
)

// A cost that is computed before it is known what a pattern costs cannot take the costlier of two branches. It keeps
// both: as a choice, a dimension of vectors like a pattern, that stands for the costliest of several vectors. Which
// one that is depends on the weights alone, so a choice is resolved once for an objective, and whatever is computed
// from vectors with choices is what would have been computed from the resolved ones: all of it is linear.

// FirstChoice is the first dimension that is a choice. Below are patterns, what is counted beside them, and blocks.
const FirstChoice = pattern.ID(1 << 20)

// MaxAlternatives bounds a choice. Beyond, its alternatives are joined: what is above all of them, for any weights that
// are not negative.
const MaxAlternatives = 32

// Maxima are the choices that a computation made so far. It is safe for concurrent use.
type Maxima struct {
	mu    sync.Mutex
	Sets  [][]expr.Vector // by dimension, from FirstChoice on
	index map[string]pattern.ID
}

func NewChoices() *Maxima { return &Maxima{index: map[string]pattern.ID{}} }

// Alternatives returns the vectors that a choice stands for the costliest of. Choices are counted from 0.
func (c *Maxima) Alternatives(i int) ([]expr.Vector, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i < 0 || i >= len(c.Sets) {
		return nil, false
	}
	return c.Sets[i], true
}

// Worse is a polynomial that is never below p or q, for whatever weights that are not negative. Every monomial must be
// at least 0. exact says that it is the larger of both everywhere.
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

// covers says whether p is at least q in every coefficient and dimension.
func covers(p, q expr.Poly) bool {
	ok := true
	expr.Merge(p, q, func(a, b expr.Vector) expr.Vector {
		ok = ok && atLeast(a, b)
		return nil
	})
	return ok
}

// atLeast says whether a is at least b in every dimension.
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

// worseVector is the costlier of two vectors: one of them where it is under any weights, else a choice. What both have
// in common stands beside the choice, so that equal choices are found to be equal.
func (c *Maxima) worseVector(a, b expr.Vector) expr.Vector {
	switch {
	case atLeast(a, b):
		return a
	case atLeast(b, a):
		return b
	}
	common := shared(a, b)
	alternatives := c.split(a.AddScaled(common, -1))
	for _, v := range c.split(b.AddScaled(common, -1)) {
		alternatives = withAlternative(alternatives, v)
	}
	if len(alternatives) == 1 {
		return common.Add(alternatives[0])
	}
	// A choice counts as something that costs, wherever it is compared or multiplied: what may cost less than nothing, such as
	// the linear part of a sum over a triangle, is none, and what is lost stays lost.
	if len(alternatives) > MaxAlternatives || slices.ContainsFunc(alternatives, func(v expr.Vector) bool { return v.Lost() || expr.TakesAway(v) }) {
		sum := alternatives[0]
		for _, v := range alternatives[1:] {
			sum = expr.Larger(sum, v)
		}
		return common.Add(sum)
	}
	return common.Add(pattern.Single(c.of(alternatives), 1))
}

// shared is what two vectors have in common: whole numbers only, which can be taken away and added again exactly.
func shared(a, b expr.Vector) expr.Vector {
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

// split returns those of a vector that is one choice, else the vector alone.
func (c *Maxima) split(v expr.Vector) []expr.Vector {
	if len(v) == 1 && v[0].ID >= FirstChoice && v[0].N == 1 {
		if set, ok := c.Alternatives(int(v[0].ID - FirstChoice)); ok {
			return slices.Clone(set)
		}
	}
	return []expr.Vector{v}
}

// withAlternative adds v, unless another is at least as costly, and drops what v is at least as costly as.
func withAlternative(set []expr.Vector, v expr.Vector) []expr.Vector {
	for _, u := range set {
		if atLeast(u, v) {
			return set
		}
	}
	return append(slices.DeleteFunc(set, func(u expr.Vector) bool { return atLeast(v, u) }), v)
}

// of returns the choice among vectors, which is the same for the same vectors.
func (c *Maxima) of(set []expr.Vector) pattern.ID {
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

// Adopt takes over a polynomial with choices of another source; ok is false where one of them is not known.
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
				id = c.of(own)
				done[n.ID] = id
			}
			out = out.Add(pattern.Single(id, n.N))
		}
		return out
	}
	return p.MapVectors(func(v expr.Vector) expr.Vector { return vector(v, 0) }), ok
}

// Resolver replaces choices by what they are under the weights of one objective. It is safe for concurrent use.
type Resolver struct {
	weights []float64
	from    ChoiceSource
	// negative says that there are weights below 0: then a choice among the vectors that are not covered by others may
	// miss the costliest.
	negative bool
	mu       sync.Mutex
	done     map[pattern.ID]expr.Vector
}

func NewResolver(weights []float64, from ChoiceSource) *Resolver {
	r := &Resolver{weights: weights, from: from, done: map[pattern.ID]expr.Vector{}}
	for _, w := range weights {
		r.negative = r.negative || w < 0
	}
	return r
}

// Poly resolves a polynomial; ok is false where a choice is not known.
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

// maxChoiceDepth bounds choices inside of choices. A computation nests them no deeper than its code nests branches and
// calls; a corrupt file might.
const maxChoiceDepth = 1 << 14

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
			set, known := r.from.Alternatives(int(n.ID - FirstChoice))
			if !known || len(set) == 0 {
				return nil, false
			}
			most := math.Inf(-1)
			for _, alternative := range set {
				w, known := r.vector(alternative, depth+1)
				if !known {
					return nil, false
				}
				if cost := w.Dot(r.weights); cost > most || math.IsNaN(cost) {
					most, best = cost, w
				}
			}
			r.done[n.ID] = best
		}
		out = out.AddScaled(best, n.N)
	}
	return out, true
}

// ChoiceSource knows the choices in the polynomials of some Portables.
type ChoiceSource interface {
	Alternatives(dimension int) ([]expr.Vector, bool)
}
