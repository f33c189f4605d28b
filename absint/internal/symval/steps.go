package symval

import (
	"errors"
)

// The analysis of a method is bounded in steps, not in time: a class file gives the same result on every machine, with any
// number of threads and in any order.

const (
	// MaxSteps bounds the steps of the analysis of one method, and those of each evaluation of its cost. The methods of real
	// programs take far fewer (TestStepsOfCorpus).
	MaxSteps = 1_000_000
	// maxQuery bounds the steps of one question about a value: what it is, or the interval that it lies in.
	maxQuery = 20_000
)

// MuchWork is what the reasons of results say of a method that exceeds MaxSteps.
const MuchWork = "its analysis takes too many steps"

// ErrWork is why there is no summary of a method whose analysis exceeds MaxSteps.
var ErrWork = errors.New(MuchWork + ": split it into smaller methods, or state its cost as an assumption")

// tooMuchWork is the panic by which the analysis of a method ends at MaxSteps.
type tooMuchWork struct{}

// Spend counts n steps, and ends what within runs where they are too many.
func (m *Func) Spend(n int) {
	m.steps += n
	if m.bounded && m.steps > MaxSteps {
		panic(tooMuchWork{})
	}
}

// Within runs f with MaxSteps and reports whether they sufficed. Steps of a nested call count for it alone.
func (m *Func) Within(f func()) (ok bool) {
	steps, bounded := m.steps, m.bounded
	m.steps, m.bounded = 0, true
	defer func() {
		if m.Most < m.steps {
			m.Most = m.steps
		}
		m.steps, m.bounded = steps, bounded
		if p := recover(); p != nil {
			if _, much := p.(tooMuchWork); !much {
				panic(p)
			}
			ok = false
		}
	}()
	f()
	return true
}

// query begins a question about a value, and done ends it. In between, exhausted reports whether the answer takes too long.
func (m *Func) query() (done func()) {
	asked := m.asked
	m.asked = m.steps
	return func() { m.asked = asked }
}

// exhausted counts a step of a question about a value.
func (m *Func) exhausted() bool {
	m.Spend(1)
	return m.steps-m.asked > maxQuery
}
