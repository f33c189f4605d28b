// Package models is the energy model: it prices vectors of pattern counts as Gaussian distributions of energy. A
// model holds one parameter per operation, data type, data size and device, their posterior means and covariance,
// and a residual (Nyholm, Mostowski, Reichenbach 2025, sections 3 and 5). It knows no bytecode: patterns come
// from internal/pattern, counts from the analysis. Numbers are in the model's unit, joules or instructions.
package models

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/tomlline"
)

// Residual is how a pattern's lack of fit repeats when the pattern does.
type Residual uint8

const (
	// Pattern takes the residual for the same error each time the pattern runs: it does not average out. It is the
	// default because the residual was left after averaging each measurement over millions of iterations.
	Pattern Residual = iota
	// Execution takes the residual for a new error at each execution.
	Execution
)

// String returns the reading as model files spell it.
func (r Residual) String() string {
	if r == Execution {
		return "execution"
	}
	return "pattern"
}

// ParseResidual returns the reading that "pattern" or "execution" names; "" is Pattern.
func ParseResidual(s string) (Residual, error) {
	switch s {
	case "", "pattern":
		return Pattern, nil
	case "execution":
		return Execution, nil
	}
	return 0, fmt.Errorf("unknown residual %q: expected \"pattern\" or \"execution\"", s)
}

// AnyDevice stands for the worst of a model's devices.
const AnyDevice = "any"

// Model is a checked energy model. It is immutable and safe for concurrent use.
type Model struct {
	file     File
	unit     quantity.Unit
	residual Residual
	sigma2   float64                        // residual variance
	shape2   [pattern.NumOperations]float64 // variance between the shapes of an operation's patterns
	extra    map[pattern.ID]float64         // what a pattern costs more than its mean with its costliest operands

	parameters []Parameter
	devices    []string
	device     []int     // parameter of each device
	mean       []float64 // by parameter
	sd         []float64
	cov        []float64 // row-major, nil if only marginals are known

	rows     [pattern.Num]row      // the parameters of each pattern, without the device
	expanded [pattern.Num][]share  // what each pattern is priced as
	basis    [pattern.Num]basisTag // measured or not
	parts    bool                  // pushes and stores have prices of their own
	note     [pattern.Num]string   // why a derived pattern is derived that way

	entries    []entry // what pattern.Entry numbers
	components map[string]componentEntries
	calls      []CallPrice // in the order in which they are looked at
	unknown    *unknownCall
	assumed    int // entries of WithAssumedCall
}

// row is the parameters that a pattern has: x_p without the device.
type row struct {
	param  [4]int16
	n      uint8
	fitted bool // has a parameter of its own, so no residual
	entry  bool // is not executed by the virtual machine, so that the device does not add to it
}

// share is a part of a pattern: a pattern whose row prices it, and how often it counts.
type share struct {
	id pattern.ID
	n  float64
}

type basisTag uint8

const (
	unpriced basisTag = iota
	measured
	derived
	included // a part that the patterns of tiles were measured with
)

// WithResidual returns the model under the other reading of the residual.
func (m *Model) WithResidual(r Residual) *Model {
	if r == m.residual {
		return m
	}
	c := *m
	c.residual = r
	return &c
}

// Name returns the model's name.
func (m *Model) Name() string { return m.file.Name }

// Unit returns the unit of the model's numbers.
func (m *Model) Unit() quantity.Unit { return m.unit }

// Counts returns the name of the unit where that is not the joule, else nothing.
func (m *Model) Counts() string {
	if m.unit.Symbol == quantity.Joule.Symbol {
		return ""
	}
	return m.file.Unit
}

// Residual returns the reading of the residual.
func (m *Model) Residual() Residual { return m.residual }

// ResidualSD returns the standard deviation of a pattern's lack of fit.
func (m *Model) ResidualSD() float64 { return math.Sqrt(m.sigma2) }

// Devices returns the names of the model's devices, in the file's order.
func (m *Model) Devices() []string { return slices.Clone(m.devices) }

// Parameters returns the marginals, in the file's order.
func (m *Model) Parameters() []Parameter { return slices.Clone(m.parameters) }

// File returns what the model's file says.
func (m *Model) File() File { return m.file }

// Full reports whether the model knows the covariance of its parameters. Otherwise it bounds it from above.
func (m *Model) Full() bool { return m.cov != nil }

// Resolve returns the devices that a configured name stands for: one, or all of them for "any". An empty name is
// the first device. An unknown one is an error that lists what there is.
func (m *Model) Resolve(device string) ([]string, error) {
	switch {
	case device == AnyDevice:
		return m.Devices(), nil
	case device == "":
		return m.devices[:1:1], nil
	case slices.Contains(m.devices, device):
		return []string{device}, nil
	}
	text := fmt.Sprintf("model %s has no device %q", m.Name(), device)
	if near := tomlline.Nearest(device, m.devices); near != "" {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	return nil, fmt.Errorf("%s (it has %s, and \"any\" for the worst of them)", text, strings.Join(m.devices, ", "))
}

// indices returns the devices to consider. Callers pass names that Resolve accepted; any other is priced as "any",
// which is never too low.
func (m *Model) indices(device string) []int {
	if device == "" {
		return m.device[:1]
	}
	if i := slices.Index(m.devices, device); i >= 0 {
		return m.device[i : i+1]
	}
	return m.device
}

// Measured reports whether the pattern was measured. Others are derived from measured ones.
func (m *Model) Measured(id pattern.ID) bool { return m.basis[id] == measured }

// PricesParts reports whether pushes and stores have prices of their own beside the tiles that absorb them. Then what is to be
// priced must be counted with them (cfg.TileParts); otherwise counts may hold them, and they add nothing.
func (m *Model) PricesParts() bool { return m.parts }

// Derivation returns what a pattern that was not measured is priced as, and why, for people; empty for a measured
// one.
func (m *Model) Derivation(id pattern.ID) (terms, note string) {
	switch m.basis[id] {
	case included:
		return "part of what its tile's pattern costs", m.note[id]
	case derived:
	default:
		return "", ""
	}
	var parts []string
	for _, s := range m.expanded[id] {
		name := s.id.String()
		if s.id.Operation() == pattern.NoOperation {
			name = "data size " + name + " and device only"
		}
		if s.n != 1 {
			name = quantity.Count(s.n) + " x " + name
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, " + "), m.note[id]
}

// Price returns the energy of executing the counted patterns on a device, with the full covariance (semantics
// section 1). A derived pattern is the patterns it expands to, lack of fit included: where a type check is priced
// as a field read, it is wrong in the same direction as the field reads of the program. For "any" it is the device
// with the largest 0.95 quantile; Worst takes another.
func (m *Model) Price(c pattern.Counts, device string) Gaussian {
	g, _ := m.worst(c, device, z95)
	return g
}

const z95 = 1.6448536269514722

// Worst returns the energy on the device with the largest mean + z*sd, and that device's name.
func (m *Model) Worst(c pattern.Counts, z float64) (Gaussian, string) {
	return m.worst(c, AnyDevice, z)
}

func (m *Model) worst(c pattern.Counts, device string, z float64) (Gaussian, string) {
	var memory [64]share
	e := m.expand(memory[:0], c)
	residual := m.residualVariance(e)
	var worst Gaussian
	var name string
	for i, d := range m.indices(device) {
		if g := m.evaluate(e, d, residual); i == 0 || g.At(z) > worst.At(z) {
			worst, name = g, m.parameters[d].Name
		}
	}
	return worst, name
}

// Mean returns the mean energy alone, on the device where it is largest: much cheaper than Price.
func (m *Model) Mean(c pattern.Counts, device string) float64 {
	best := math.Inf(-1)
	for _, d := range m.indices(device) {
		sum := 0.0
		for _, n := range c {
			sum += n.N * m.meanOf(n.ID, d)
		}
		best = max(best, sum)
	}
	return best
}

func (m *Model) meanOf(id pattern.ID, device int) float64 {
	sum := 0.0
	for _, s := range m.expanded[id] {
		r := &m.rows[s.id]
		one := 0.0
		if !r.entry {
			one = m.mean[device]
		}
		for _, k := range r.param[:r.n] {
			one += m.mean[k]
		}
		sum += s.n * one
	}
	return sum
}

// Difference returns the energy of head minus that of base. They share parameters, so most of the uncertainty
// cancels: it is the Gaussian of d = head - base (semantics section 7). Under the Execution reading the executions
// of both sides are errors of their own. For "any" it is the device on which head is worst off.
func (m *Model) Difference(head, base pattern.Counts, device string) Gaussian {
	e := m.expand(nil, head.AddScaled(base, -1))
	var residual float64
	if m.residual == Pattern {
		residual = m.residualVariance(e)
	} else {
		residual = m.residualVariance(m.expand(nil, head)) + m.residualVariance(m.expand(nil, base))
	}
	var worst Gaussian
	for i, d := range m.indices(device) {
		if g := m.evaluate(e, d, residual); i == 0 || g.At(z95) > worst.At(z95) {
			worst = g
		}
	}
	return worst
}

// expand replaces every pattern by what prices it, sorted, one entry per pattern. It may use the memory of an empty slice.
func (m *Model) expand(memory []share, c pattern.Counts) []share {
	out := slices.Grow(memory, len(c)+4)
	sorted := true
	for _, n := range c {
		for _, s := range m.expanded[n.ID] {
			if len(out) > 0 && s.id <= out[len(out)-1].id {
				sorted = false
			}
			out = append(out, share{s.id, s.n * n.N})
		}
	}
	if sorted {
		return out
	}
	slices.SortFunc(out, func(a, b share) int { return int(a.id) - int(b.id) })
	merged := out[:1]
	for _, s := range out[1:] {
		if last := &merged[len(merged)-1]; last.id == s.id {
			last.n += s.n
		} else {
			merged = append(merged, s)
		}
	}
	return merged
}

// residualVariance is sigma^2 times the sum of n^2, or of n under the Execution reading, for the patterns without a
// parameter of their own, and as much of the variance between the shapes of each operation. A fraction of an execution, which an
// expected count may hold, scales its error: there n^2 is less than n.
func (m *Model) residualVariance(e []share) float64 {
	sum := 0.0
	for _, s := range e {
		square := s.n * s.n
		if m.residual == Execution {
			square = min(square, math.Abs(s.n))
		}
		variance := m.shape2[s.id.Operation()]
		if !m.rows[s.id].fitted {
			variance += m.sigma2
		}
		sum += variance * square
	}
	return sum
}

// vectors are reused by evaluations: one has an entry per parameter.
var vectors = sync.Pool{New: func() any { return new([]float64) }}

// evaluate returns the Gaussian of v = X'c: mean v'm and variance v'Sv plus the residual's.
func (m *Model) evaluate(e []share, device int, residual float64) Gaussian {
	coefficients := vectors.Get().(*[]float64)
	defer vectors.Put(coefficients)
	v := slices.Grow((*coefficients)[:0], len(m.parameters))[:len(m.parameters)]
	*coefficients = v
	clear(v)
	for _, s := range e {
		r := &m.rows[s.id]
		for _, k := range r.param[:r.n] {
			v[k] += s.n
		}
		if !r.entry {
			v[device] += s.n
		}
	}
	mean := 0.0
	for k, x := range v {
		mean += x * m.mean[k]
	}
	return Gaussian{mean, math.Sqrt(m.variance(v) + residual)}
}

// variance is v'Sv, or its upper bound over all correlations where only marginals are known: all parameters move
// together, each in the direction of its coefficient.
func (m *Model) variance(v []float64) float64 {
	if m.cov == nil {
		sd := 0.0
		for k, x := range v {
			sd += math.Abs(x) * m.sd[k]
		}
		return sd * sd
	}
	n := len(v)
	sum := 0.0
	for i, x := range v {
		if x == 0 {
			continue
		}
		line := m.cov[i*n : i*n+n]
		off := 0.0
		for j := range i {
			off += line[j] * v[j]
		}
		sum += x * (2*off + x*line[i])
	}
	return max(sum, 0) // rounding in a nearly singular matrix
}
