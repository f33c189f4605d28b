package absint

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"github.com/energylint/energylint/internal/pattern"
)

// A cost that is computed before it is known what a pattern costs cannot take the costlier of two branches. It keeps
// both: as a choice, a dimension of vectors like a pattern, that stands for the costliest of several vectors. Which
// one that is depends on the weights alone, so a choice is resolved once for an objective, and whatever is computed
// from vectors with choices is what would have been computed from the resolved ones: all of it is linear.

// firstChoice is the first dimension that is a choice. Below are patterns, what is counted beside them, and blocks.
const firstChoice = pattern.ID(1 << 20)

// maxAlternatives bounds a choice. Beyond, its alternatives are joined: what is above all of them, for any weights that
// are not negative.
const maxAlternatives = 32

// choices are the choices that a computation made so far. It is safe for concurrent use.
type choices struct {
	mu    sync.Mutex
	sets  [][]Vector // by dimension, from firstChoice on
	index map[string]pattern.ID
}

func newChoices() *choices { return &choices{index: map[string]pattern.ID{}} }

// alternatives returns the vectors that a choice stands for the costliest of. Choices are counted from 0.
func (c *choices) alternatives(i int) ([]Vector, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i < 0 || i >= len(c.sets) {
		return nil, false
	}
	return c.sets[i], true
}

// worse is a polynomial that is never below p or q, for whatever weights that are not negative. Every monomial must be
// at least 0. exact says that it is the larger of both everywhere.
func (c *choices) worse(p, q Poly) (out Poly, exact bool) {
	if covers(p, q) {
		return p, true
	}
	if covers(q, p) {
		return q, true
	}
	out = merge(p, q, c.worseVector)
	return out, len(out.terms) == 1 && len(out.terms[0].mono) == 0
}

// covers says whether p is at least q in every coefficient and dimension.
func covers(p, q Poly) bool {
	ok := true
	merge(p, q, func(a, b Vector) Vector {
		ok = ok && atLeast(a, b)
		return nil
	})
	return ok
}

// atLeast says whether a is at least b in every dimension.
func atLeast(a, b Vector) bool {
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
func (c *choices) worseVector(a, b Vector) Vector {
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
	if len(alternatives) > maxAlternatives || slices.ContainsFunc(alternatives, func(v Vector) bool { return v.Lost() || takesAway(v) }) {
		sum := alternatives[0]
		for _, v := range alternatives[1:] {
			sum = larger(sum, v)
		}
		return common.Add(sum)
	}
	return common.Add(pattern.Single(c.of(alternatives), 1))
}

// shared is what two vectors have in common: whole numbers only, which can be taken away and added again exactly.
func shared(a, b Vector) Vector {
	var out Vector
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
func (c *choices) split(v Vector) []Vector {
	if len(v) == 1 && v[0].ID >= firstChoice && v[0].N == 1 {
		if set, ok := c.alternatives(int(v[0].ID - firstChoice)); ok {
			return slices.Clone(set)
		}
	}
	return []Vector{v}
}

// withAlternative adds v, unless another is at least as costly, and drops what v is at least as costly as.
func withAlternative(set []Vector, v Vector) []Vector {
	for _, u := range set {
		if atLeast(u, v) {
			return set
		}
	}
	return append(slices.DeleteFunc(set, func(u Vector) bool { return atLeast(v, u) }), v)
}

// of returns the choice among vectors, which is the same for the same vectors.
func (c *choices) of(set []Vector) pattern.ID {
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
		id = firstChoice + pattern.ID(len(c.sets))
		c.sets = append(c.sets, set)
		c.index[string(key)] = id
	}
	return id
}

// adopt takes over a polynomial with choices of another source; ok is false where one of them is not known.
func (c *choices) adopt(from choiceSource, p Poly) (out Poly, ok bool) {
	if from == nil || from == choiceSource(c) {
		return p, true
	}
	done := map[pattern.ID]pattern.ID{}
	ok = true
	var vector func(v Vector, depth int) Vector
	vector = func(v Vector, depth int) Vector {
		i := slices.IndexFunc(v, func(n pattern.Count) bool { return n.ID >= firstChoice })
		if i < 0 || !ok {
			return v
		}
		out := v[:i:i]
		for _, n := range v[i:] {
			id, seen := done[n.ID]
			if !seen {
				set, known := from.alternatives(int(n.ID - firstChoice))
				if !known || depth > maxChoiceDepth {
					ok = false
					return nil
				}
				own := make([]Vector, len(set))
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
	return p.mapVectors(func(v Vector) Vector { return vector(v, 0) }), ok
}

// resolver replaces choices by what they are under the weights of one objective. It is safe for concurrent use.
type resolver struct {
	weights []float64
	from    choiceSource
	// negative says that there are weights below 0: then a choice among the vectors that are not covered by others may
	// miss the costliest.
	negative bool
	mu       sync.Mutex
	done     map[pattern.ID]Vector
}

func newResolver(weights []float64, from choiceSource) *resolver {
	r := &resolver{weights: weights, from: from, done: map[pattern.ID]Vector{}}
	for _, w := range weights {
		r.negative = r.negative || w < 0
	}
	return r
}

// outcome resolves a cost; ok is false where a choice is not known or a weight is negative.
func (r *resolver) outcome(p *Portable) (o Outcome, ok bool) {
	if r.negative {
		return Outcome{}, false
	}
	o = p.outcome()
	o.Poly, ok = r.poly(p.poly)
	return o, ok
}

// poly resolves a polynomial; ok is false where a choice is not known.
func (r *resolver) poly(p Poly) (out Poly, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ok = true
	out = p.mapVectors(func(v Vector) Vector {
		w, known := r.vector(v, 0)
		ok = ok && known
		return w
	})
	return out, ok
}

// maxChoiceDepth bounds choices inside of choices. A computation nests them no deeper than its code nests branches and
// calls; a corrupt file might.
const maxChoiceDepth = 1 << 14

func (r *resolver) vector(v Vector, depth int) (Vector, bool) {
	i := slices.IndexFunc(v, func(n pattern.Count) bool { return n.ID >= firstChoice })
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
			set, known := r.from.alternatives(int(n.ID - firstChoice))
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

// choose is the larger of two costs where the weights are not known yet. exact is false where it may be above both.
func (e *evaluator) choose(p, q Poly) (out Poly, exact bool) {
	if !e.ranges.allNotNegative(p, q) {
		return e.atLeastZero(p).add(e.atLeastZero(q)), false // what is not negative adds up to more than either
	}
	return e.obj.choices.worse(p, q)
}

// costs says whether more of a vector costs more. Of what has no weight that is known of vectors of one sign: see signed.
func (e *evaluator) costs(v Vector) bool {
	if e.obj.choices != nil || len(v) > 0 && v[0].ID >= firstCall {
		return len(v) == 0 || v[0].N > 0
	}
	return v.Dot(e.weights) >= 0
}

// signed are the terms of a polynomial, those split that have counts of both signs of what has no weight: of everything
// where the weights are not known yet, else of call symbols.
func (e *evaluator) signed(terms []polyTerm) []polyTerm {
	if e.obj.choices == nil && !(Poly{terms: terms}).hasCalls() {
		return terms
	}
	out := make([]polyTerm, 0, len(terms))
	for _, t := range terms {
		var weighed, more, less Vector
		for _, n := range t.vec {
			switch {
			case e.obj.choices == nil && n.ID < firstCall:
				weighed = append(weighed, n)
			case n.N > 0:
				more = append(more, n)
			default:
				less = append(less, n)
			}
		}
		for _, v := range []Vector{weighed, more, less} {
			if len(v) > 0 {
				out = append(out, polyTerm{t.mono, v})
			}
		}
	}
	return out
}
