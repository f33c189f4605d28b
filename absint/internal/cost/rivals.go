package cost

import "github.com/energylint/energylint/absint/internal/expr"

// Rivals are objectives that only weigh patterns otherwise than another one, such as those of other devices. Most decisions of an
// evaluation do not depend on which: it decides for all of them, and they need no evaluation of their own where none differs.
//
// Sound because an outcome depends on weights by nothing but comparisons, each of which is passed to Decide or depends on the
// signs of single weights, and on the outcomes of other methods, which Consult is told of.
type Rivals struct {
	objs    []Objective
	differs []bool   // by objective: another evaluation may have another outcome
	same    [][]bool // by objective and method: the outcome is the same
}

// NewRivals returns the rivals of an evaluation of one method; same tells, by objective and method, which outcomes are the same.
func NewRivals(objs []Objective, same [][]bool) *Rivals {
	return &Rivals{objs: objs, differs: make([]bool, len(objs)), same: same}
}

// again returns the rivals for a part of an evaluation, of which nothing differs so far; nil for none.
func (r *Rivals) again() *Rivals {
	if r == nil {
		return nil
	}
	return NewRivals(r.objs, r.same)
}

// Apart returns the objective for a part of an evaluation whose result others use, too. Follow tells them where it differs.
func (o Objective) Apart() Objective {
	o.Rivals = o.Rivals.again()
	return o
}

// Follow notes that an evaluation uses a part of another one.
func (r *Rivals) Follow(part *Rivals) {
	if r == nil {
		return
	}
	if part == nil {
		r.Diverge()
		return
	}
	for i := range r.differs {
		r.differs[i] = r.differs[i] || part.differs[i]
	}
}

// Consult notes that an evaluation uses the outcome of a method.
func (r *Rivals) Consult(method int) {
	if r == nil {
		return
	}
	for i := range r.differs {
		r.differs[i] = r.differs[i] || !r.same[i][method]
	}
}

// Diverge notes that an evaluation under any other objective may have another outcome.
func (r *Rivals) Diverge() {
	if r == nil {
		return
	}
	for i := range r.differs {
		r.differs[i] = true
	}
}

// Differs reports whether the outcome under the i-th objective may be another one.
func (r *Rivals) Differs(i int) bool { return r.differs[i] }

// Decide returns what f decides under the weights of the objective, and notes which of its rivals decide otherwise.
func Decide[T comparable](o Objective, f func(weights []float64) T) T {
	return compare(o.Rivals, f(o.AllWeights()), f)
}

// compare returns mine, and notes which rivals decide otherwise.
func compare[T comparable](r *Rivals, mine T, f func(weights []float64) T) T {
	r.Compare(func(o Objective) bool { return f(o.Full) == mine })
	return mine
}

// Compare notes for which rivals f is false.
func (r *Rivals) Compare(f func(o Objective) bool) {
	if r == nil {
		return
	}
	for i, o := range r.objs {
		r.differs[i] = r.differs[i] || !f(o)
	}
}

// CanRival reports whether an evaluation under one of the objectives can decide for the others: if they differ in the weights
// only, and no weight of upper ones has another sign.
func CanRival(objs []Objective) bool {
	a := objs[0]
	for _, b := range objs[1:] {
		if a.Upper != b.Upper || a.Named != b.Named || a.own != b.own || a.Total != b.Total || a.Header != b.Header || a.anyExit || b.anyExit ||
			a.Unsure || b.Unsure || a.Choices != nil || b.Choices != nil || len(a.Weights) == 0 || len(a.Weights) != len(b.Weights) || len(a.Full) != len(b.Full) {
			return false
		}
		for i, w := range a.Full {
			if v := b.Full[i]; a.Upper && (w < 0 != (v < 0) || w > 0 != (v > 0)) { // under lower ones none is below 0
				return false
			}
		}
	}
	return true
}

// side is which of two costs is the worse.
type side uint8

const (
	neither side = iota
	first
	second
)

// sideOf returns the side on which an interval of differences is.
func sideOf(d expr.Interval) side {
	switch {
	case d.Lo >= 0:
		return first
	case d.Hi <= 0:
		return second
	}
	return neither
}
