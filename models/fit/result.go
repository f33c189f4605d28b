package fit

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Parameter is one parameter of the posterior with what its draws say about it, in the unit of the
// observations.
type Parameter struct {
	// Category is one of the Category constants for an effect, "mu", "tau", "omega" or "sigma"
	// otherwise.
	Category string
	// Name is the level of the category, the category itself for mu and tau, empty for omega and
	// sigma.
	Name string
	Summary
}

// Categories of the parameters that are not effects.
const (
	CategoryMu    = "mu"    // of a category's effects, before truncation
	CategoryTau   = "tau"   // likewise
	CategoryOmega = "omega" // standard deviation of the pattern effects
	CategorySigma = "sigma" // standard deviation of the noise (additive: and of the lack of fit)
)

// Key is the parameter's name in a table: "Operation:Addition", "tau:Device", "sigma".
func (p Parameter) Key() string {
	if p.Name == "" {
		return p.Category
	}
	return p.Category + ":" + p.Name
}

// Result holds the draws from the posterior and what follows from them. It is not changed after Run
// returns.
type Result struct {
	Structure  Structure
	Unit       string
	Parameters []Parameter // effects, pattern effects, mu and tau, omega, sigma
	Patterns   []Pattern   // that were measured, in the order of the observations
	Predictive PredictiveCheck

	opts   Options
	scale  float64
	design *design
	obs    Observations
	draws  [][][]float64 // by parameter, chain and draw, in the unit of the observations
	notes  []string
}

// newResult prepares the store of draws.
func newResult(d *design, obs Observations, opts Options, scale float64) *Result {
	r := &Result{
		Structure: opts.Structure, Unit: obs.Unit, Patterns: d.patterns,
		opts: opts, scale: scale, design: d, obs: obs,
	}
	add := func(category, name string) {
		r.Parameters = append(r.Parameters, Parameter{Category: category, Name: name})
	}
	for _, e := range d.effects {
		add(categories[e.category], e.name)
	}
	if opts.Structure == Pooled {
		for _, p := range d.patterns {
			// As models files spell it: with all three names.
			add(CategoryPattern, strings.Join([]string{p.Operation, orNone(p.Type), orNone(p.Size)}, ", "))
		}
	}
	for c, levels := range d.levels {
		if len(levels) > 0 {
			add(CategoryMu, categories[c])
			add(CategoryTau, categories[c])
		}
	}
	if opts.Structure == Pooled {
		add(CategoryOmega, "")
	}
	add(CategorySigma, "")
	r.draws = make([][][]float64, len(r.Parameters))
	for i := range r.draws {
		r.draws[i] = make([][]float64, opts.Chains)
		for c := range r.draws[i] {
			r.draws[i][c] = make([]float64, opts.Draws)
		}
	}
	return r
}

// record stores the state of a chain, in the order of newResult.
func (r *Result) record(c *chain, index, draw int) {
	at := 0
	put := func(v float64) {
		r.draws[at][index][draw] = v * r.scale
		at++
	}
	for _, v := range c.beta {
		put(v)
	}
	if c.pooled {
		for _, v := range c.delta {
			put(v)
		}
	}
	for cat, levels := range c.d.levels {
		if len(levels) > 0 {
			put(c.pooling[cat].mu)
			put(c.pooling[cat].tau)
		}
	}
	if c.pooled {
		put(c.omega)
	}
	put(c.sigma)
}

// summarise computes the parameters' summaries and the posterior predictive check.
func (r *Result) summarise() {
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				r.Parameters[i].Summary = Summarise(r.draws[i])
			}
		})
	}
	for i := range r.Parameters {
		next <- i
	}
	close(next)
	wg.Wait()
	r.Predictive = r.check()
}

// effectCount is the number of parameters that a model file has: effects and pattern effects.
func (r *Result) effectCount() int {
	n := len(r.design.effects)
	if r.Structure == Pooled {
		n += len(r.design.patterns)
	}
	return n
}

// Effects are the parameters that a model file has: the additive effects and, in a pooled fit, the
// pattern effects.
func (r *Result) Effects() []Parameter { return r.Parameters[:r.effectCount()] }

// Covariance is the posterior covariance of Effects, in the unit of the observations squared.
func (r *Result) Covariance() *mat.SymDense {
	k := r.effectCount()
	n := r.opts.Chains * r.opts.Draws
	centred := mat.NewDense(k, n, nil)
	for i := range k {
		row := centred.RawRowView(i)[:0]
		for _, c := range r.draws[i] {
			for _, x := range c {
				row = append(row, (x-r.Parameters[i].Mean)/r.scale)
			}
		}
	}
	cov := mat.NewSymDense(k, nil)
	blas64.Syrk(blas.NoTrans, r.scale*r.scale/float64(n-1), centred.RawMatrix(), 0, cov.RawSymmetric())
	return cov
}

// Correlation is the posterior correlation of Effects.
func (r *Result) Correlation() *mat.SymDense {
	cov := r.Covariance()
	k := cov.SymmetricDim()
	cor := mat.NewSymDense(k, nil)
	for i := range k {
		cor.SetSym(i, i, 1)
		for j := i + 1; j < k; j++ {
			if d := math.Sqrt(cov.At(i, i) * cov.At(j, j)); d > 0 {
				cor.SetSym(i, j, math.Max(-1, math.Min(1, cov.At(i, j)/d)))
			}
		}
	}
	return cor
}

// Parameter finds a parameter by its key.
func (r *Result) Parameter(key string) (Parameter, bool) {
	for _, p := range r.Parameters {
		if p.Key() == key {
			return p, true
		}
	}
	return Parameter{}, false
}

// Limits that the diagnostics should keep (Vehtari et al. 2021, section 4).
const (
	RHatLimit = 1.01
	ESSLimit  = 400
)

// Diagnostics sum up whether the chains can be trusted.
type Diagnostics struct {
	Chains, Draws int // kept draws per chain
	Warmup        int
	RHat          float64 // the largest
	RHatOf        string  // and the parameter that has it
	BulkESS       float64 // the smallest
	BulkESSOf     string
	TailESS       float64 // the smallest
	TailESSOf     string
	Undefined     []string // parameters whose draws do not determine them
}

// Converged says that every parameter keeps the limits.
func (d Diagnostics) Converged() bool {
	return len(d.Undefined) == 0 && d.RHat < RHatLimit && d.BulkESS > ESSLimit && d.TailESS > ESSLimit
}

// String is a line for a terminal.
func (d Diagnostics) String() string {
	return fmt.Sprintf("%d chains of %d draws after %d: largest R-hat %.4f (%s), smallest bulk ESS %.0f (%s), tail ESS %.0f (%s)",
		d.Chains, d.Draws, d.Warmup, d.RHat, d.RHatOf, d.BulkESS, d.BulkESSOf, d.TailESS, d.TailESSOf)
}

// Diagnostics of all parameters.
func (r *Result) Diagnostics() Diagnostics {
	d := Diagnostics{
		Chains: r.opts.Chains, Draws: r.opts.Draws, Warmup: r.opts.Warmup,
		RHat: math.Inf(-1), BulkESS: math.Inf(1), TailESS: math.Inf(1),
	}
	for _, p := range r.Parameters {
		if math.IsNaN(p.RHat) || math.IsNaN(p.BulkESS) || math.IsNaN(p.TailESS) {
			d.Undefined = append(d.Undefined, p.Key())
			continue
		}
		if p.RHat > d.RHat {
			d.RHat, d.RHatOf = p.RHat, p.Key()
		}
		if p.BulkESS < d.BulkESS {
			d.BulkESS, d.BulkESSOf = p.BulkESS, p.Key()
		}
		if p.TailESS < d.TailESS {
			d.TailESS, d.TailESSOf = p.TailESS, p.Key()
		}
	}
	return d
}
