package symval

import "errors"

// Limits in steps, not in time: results depend neither on the machine nor on the order of the analysis. Sound because a
// method that exceeds them has no result, and a query that does has the range of the type.

const (
	// MaxSteps bounds the steps of the analysis of one method, and of each evaluation of its cost. Real methods take far
	// fewer (TestStepsOfCorpus).
	MaxSteps = 1_000_000
	// maxQuery bounds the steps of one query for the value or the interval of a variable.
	maxQuery = 20_000
)

// MuchWork is the reason of results for a method that exceeds MaxSteps.
const MuchWork = "its analysis takes too many steps"

// ErrWork is returned for a method whose analysis exceeds MaxSteps.
var ErrWork = errors.New(MuchWork + ": split it into smaller methods, or state its cost as an assumption")

// tooMuchWork is the panic that ends the analysis of a method at MaxSteps.
type tooMuchWork struct{}

// Spend counts n steps. Inside Within it panics with tooMuchWork once there are more than MaxSteps.
func (m *Func) Spend(n int) {
	m.steps += n
	if m.bounded && m.steps > MaxSteps {
		panic(tooMuchWork{})
	}
}

// Within runs f with MaxSteps and reports whether they sufficed. Nested calls count their steps separately.
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

// query begins a query about a value, and done ends it. In between, exhausted reports whether the query exceeds maxQuery.
func (m *Func) query() (done func()) {
	start := m.queryStart
	m.queryStart = m.steps
	return func() { m.queryStart = start }
}

// exhausted counts a step of the current query and reports whether it exceeds maxQuery.
func (m *Func) exhausted() bool {
	m.Spend(1)
	return m.steps-m.queryStart > maxQuery
}
