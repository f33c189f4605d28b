package models

import (
	"fmt"

	"github.com/energylint/energylint/internal/pattern"
)

// unknownCall is what is assumed of a call that nothing prices.
type unknownCall struct {
	id     pattern.ID
	cost   float64
	origin string
}

// WithUnknownCall returns the model with an assumption: a call that nothing prices costs at most so much, in the model's
// unit. origin says where that is written.
func (m *Model) WithUnknownCall(cost float64, origin string) *Model {
	c, id := m.withCall("without a price", cost)
	c.unknown = &unknownCall{id, cost, origin}
	return c
}

// maxAssumed is how many costs of calls can be assumed besides.
const maxAssumed = 127

// WithAssumedCall returns the model with an assumption: calls that are known by a name cost at most so much, in the
// model's unit. id is the entry that counts them.
func (m *Model) WithAssumedCall(name string, cost float64) (c *Model, id pattern.ID, err error) {
	if m.assumed >= maxAssumed {
		return nil, 0, fmt.Errorf("the costs of more than %d calls are assumed: one [[assume]] may stand for many, as in *.next()", maxAssumed)
	}
	c, id = m.withCall("assumed of "+name, cost)
	c.assumed++
	return c, id, nil
}

// withCall returns the model with one more entry, of calls that cost the same.
func (m *Model) withCall(name string, cost float64) (*Model, pattern.ID) {
	c := m.clone()
	n, k := len(c.entries), len(c.parameters)
	id := pattern.Entry(n)
	c.entries = append(c.entries, entry{class: UnknownCall})
	c.parameters = append(c.parameters, Parameter{Category: callCategory, Name: name, Mean: cost})
	c.mean, c.sd = append(c.mean, cost), append(c.sd, 0)
	c.rows[id] = row{param: [4]int16{int16(k)}, n: 1, fitted: true, entry: true}
	c.basis[id], c.expanded[id] = measured, []share{{id, 1}}
	if c.cov != nil {
		c.cov = widen(c.cov, k, k+1)
	}
	return c, id
}

// UnknownCall returns the entry that counts calls that nothing prices, what they are assumed to cost, and where that is
// written; ok is false where nothing is assumed.
func (m *Model) UnknownCall() (id pattern.ID, cost float64, origin string, ok bool) {
	if m.unknown == nil {
		return 0, 0, "", false
	}
	return m.unknown.id, m.unknown.cost, m.unknown.origin, true
}

// widen returns a square matrix of n rows with one of m rows in its corner.
func widen(matrix []float64, m, n int) []float64 {
	out := make([]float64, n*n)
	for i := range m {
		copy(out[i*n:], matrix[i*m:(i+1)*m])
	}
	return out
}
