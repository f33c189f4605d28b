// Package energy joins the engine, which counts, with a model, which prices: it evaluates methods in joules, holds
// budgets against them, and explains the result.
package energy

import (
	"math"
	"slices"
	"sync"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/unit"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/library"
)

// Options say with what to evaluate.
type Options struct {
	Model      *models.Model
	Device     string // of the model, or "any": the worst of them
	Confidence float64
	Library    *library.Library
	Foreign    absint.Foreign // what the library has no model of; nil for none
	Assume     absint.Assume
	AssumeCall AssumeCall // nil for none
	Specs      *Specs     // nil for none
	CallEnergy bool       // Snapshot has the energy of each call
	Exact      bool       // Methods leaves out Method.Rounded, which only people read
}

// AssumeCall gives a call on an object that a method is given the entry of the model that counts it, and its cost there.
// names are the names that the call has, the one in the method first. ok is false where nothing is assumed of it.
type AssumeCall func(m *classfile.Method, names []string) (id pattern.ID, cost float64, origin string, ok bool)

// Engine evaluates the methods of one program.
type Engine struct {
	*absint.Analyzer
	Options
	Program *unit.Program
	devices []string

	mu         sync.Mutex
	objectives map[objectiveKey]absint.Objective
}

type objectiveKey struct {
	device     string
	confidence float64
	upper      bool
	quantile   bool // of a lower one: see objective
	anyExit    bool // of a lower one: see absint.Objective.AnyExit
	returning  bool // of an upper one: see absint.Program.NewReturningPass
}

// New returns the engine of a program.
func New(p *unit.Program, o Options) (*Engine, error) {
	devices, err := o.Model.Resolve(o.Device)
	if err != nil {
		return nil, err
	}
	e := &Engine{Options: o, Program: p, devices: devices, objectives: map[objectiveKey]absint.Objective{}}
	var facts func(*classfile.Method) absint.Facts
	if o.Specs != nil {
		facts = o.Specs.Facts
	}
	e.Analyzer = absint.NewAnalyzer(p.Hierarchy, priced{o.Model, o.Library, o.AssumeCall}, facts, p.Jobs)
	e.Parts = o.Model.PricesParts()
	e.Analyzer.External = o.Foreign
	e.Isolate = func(m *classfile.Method, f func()) bool { return p.Isolate(m.Class, m, f) }
	return e, nil
}

// objective is what to maximise or minimise on a device at a confidence. A pattern of which less is certain than it costs
// has a lower weight below 0: its lower quantile. No code gives energy back, so a best case takes it for 0; only where it is
// held against what a Gaussian says (quantile) it does not.
func (e *Engine) objective(k objectiveKey) absint.Objective {
	e.mu.Lock()
	defer e.mu.Unlock()
	o, ok := e.objectives[k]
	if !ok {
		hi, lo := e.Model.Weights(k.device, models.Z(k.confidence))
		if !k.upper {
			hi = lo
		}
		for i := range hi {
			if !k.upper && !k.quantile {
				hi[i] = math.Max(hi[i], 0)
			}
		}
		if o = absint.Energy(hi, k.upper); k.anyExit {
			o = o.AnyExit()
		}
		e.objectives[k] = o
	}
	return o
}

// Evaluation is a set of methods under evaluation, together with their callees.
type Evaluation struct {
	*Engine
	program *absint.Program
	mu      sync.Mutex
	done    map[objectiveKey][]*absint.Outcome
	prices  map[objectiveKey][][]absint.CallPrice // of the calls, for upper objectives; nil where they are not asked for

	contradicted func() []contradicted // assumptions of costs, found once
}

// Evaluate analyses the methods and everything that they call.
func (e *Engine) Evaluate(roots []*classfile.Method) *Evaluation { return e.evaluation(e.Reach(roots)) }

// evaluation returns the evaluation of the methods of a program.
func (e *Engine) evaluation(p *absint.Program) *Evaluation {
	v := &Evaluation{Engine: e, program: p, done: map[objectiveKey][]*absint.Outcome{}}
	v.contradicted = sync.OnceValue(v.contradictedCosts)
	return v
}

func (v *Evaluation) outcome(m *classfile.Method, k objectiveKey) absint.Outcome {
	return *v.outcomes(k)[v.program.Index(m)]
}

// outcomes are those of all methods.
func (v *Evaluation) outcomes(k objectiveKey) []*absint.Outcome {
	v.mu.Lock()
	defer v.mu.Unlock()
	if all, ok := v.done[k]; ok {
		return all
	}
	v.program.EvaluateInTurn([]*absint.Pass{v.pass(k)}, nil)
	return v.done[k]
}

// pass makes the outcomes of k on all devices those of a new pass, which is to be evaluated. v.mu is held, or v is used by one goroutine alone.
func (v *Evaluation) pass(k objectiveKey) *absint.Pass {
	keys := v.together(k)
	objs := make([]absint.Objective, len(keys))
	for i, k := range keys {
		objs[i] = v.objective(k)
	}
	x := v.program.NewPass(objs, k.upper && v.prices != nil)
	for i, k := range keys {
		v.done[k] = x.Outcomes[i]
		if x.Prices != nil {
			v.prices[k] = x.Prices[i]
		}
	}
	return x
}

// returningPass makes the outcomes of calls that return on all devices those of a new pass, which is to be evaluated after whole, that of k.
func (v *Evaluation) returningPass(k objectiveKey, whole *absint.Pass) *absint.Pass {
	x := v.program.NewReturningPass(whole)
	for i, k := range v.together(k) {
		k.returning = true
		v.done[k] = x.Outcomes[i]
	}
	return x
}

// returningCase is the worst case of the calls of a method that return, with its objective on any device. less is false where it is that of all calls.
// The calls that return are evaluated.
func (v *Evaluation) returningCase(m *classfile.Method, confidence float64) (c Case, k objectiveKey, less bool) {
	i := v.program.Index(m)
	for _, device := range v.devices {
		k = objectiveKey{device: device, confidence: confidence, upper: true}
		all := v.outcomes(k)[i]
		k.returning = true
		less = less || v.outcomes(k)[i] != all
	}
	if less {
		c = v.extreme(m, k)
	}
	return c, k, less
}

// evaluateReturning evaluates all calls, and the calls that return.
func (v *Evaluation) evaluateReturning(confidence float64) {
	k := objectiveKey{device: v.devices[0], confidence: confidence, upper: true}
	whole := v.pass(k)
	v.program.EvaluateInTurn([]*absint.Pass{whole, v.returningPass(k, whole)}, nil)
}

// together returns k on all devices, whose outcomes are nearly all the same; k alone where its device is none of them.
func (v *Evaluation) together(k objectiveKey) []objectiveKey {
	if !slices.Contains(v.devices, k.device) {
		return []objectiveKey{k}
	}
	var out []objectiveKey
	for _, device := range v.devices {
		k.device = device
		out = append(out, k)
	}
	return out
}

// forget lets go of all outcomes. They are computed again when they are asked for.
func (v *Evaluation) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	clear(v.done)
	clear(v.prices)
}

// Case is one method's worst or best case on one device.
type Case struct {
	Device  string
	Outcome absint.Outcome
	Numbers absint.Numbers
	Energy  models.Gaussian // of the chosen path
	Bound   float64         // joules: the sound bound; +Inf or 0 where there is none; a lower one rests on no assumption
}

// Worst returns the method's worst case at a confidence, on the worst of the devices.
func (v *Evaluation) Worst(m *classfile.Method, confidence float64) Case {
	return v.extreme(m, objectiveKey{confidence: confidence, upper: true})
}

// Best returns the method's best case at a confidence, on the best of the devices.
func (v *Evaluation) Best(m *classfile.Method, confidence float64) Case {
	return v.extreme(m, objectiveKey{confidence: confidence})
}

// extreme returns the worst case on the worst of the devices, or the best on the best. The device of k is not read.
func (v *Evaluation) extreme(m *classfile.Method, k objectiveKey) Case {
	var out Case
	d := v.domains(m, k.upper)
	for i, device := range v.devices {
		k.device = device
		c := v.inDomain(m, k, d)
		if i == 0 || k.upper && c.above(out, k.confidence) || !k.upper && out.above(c, k.confidence) {
			out = c
		}
	}
	return out
}

// above reports whether a case costs more than one on another device: by its bound, or by its path where the bounds are equal.
func (c Case) above(d Case, confidence float64) bool {
	if c.Bound != d.Bound {
		return c.Bound > d.Bound
	}
	return c.Energy.At(models.Z(confidence)) > d.Energy.At(models.Z(confidence))
}

// domains returns the domains of the method's worst or best cases.
func (v *Evaluation) domains(m *classfile.Method, upper bool) *domains {
	d := &domains{s: v.Summary(m)}
	if upper { // else what is said of every call is said of all calls
		d.assume = v.Assume
	}
	return d
}

func (v *Evaluation) on(m *classfile.Method, device string, confidence float64, upper bool) Case {
	return v.inDomain(m, objectiveKey{device: device, confidence: confidence, upper: upper}, v.domains(m, upper))
}

func (v *Evaluation) inDomain(m *classfile.Method, k objectiveKey, d *domains) Case {
	obj := v.objective(k)
	o := v.outcome(m, k)
	c := Case{Device: k.device, Outcome: o, Numbers: d.numbersOf(o, obj)}
	c.Energy = v.Model.Price(c.Numbers.Counts, k.device)
	x := d.weighted(o, obj)
	z := models.Z(k.confidence)
	if k.upper {
		c.Bound = math.Inf(1)
		if c.Numbers.Known {
			c.Bound = math.Max(x.Hi, c.Energy.At(z))
		}
	} else {
		c.Bound = math.Max(0, x.Lo)
		if len(c.Numbers.Counts) == 0 {
			c.Bound = 0
		}
	}
	return c
}

// assumptions writes the assumptions that a result rests on.
func (e *Engine) assumptions(as []absint.Assumption) []string {
	var out []string
	for _, a := range as {
		text := a.Symbol
		if a.Cost {
			text += " <= " + e.Model.Unit().Format(a.Max)
		} else if !math.IsInf(a.Max, 1) {
			text += " <= " + wholeNumber(a.Max)
		}
		if a.Origin != "" {
			text += " (" + a.Origin + ")"
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// reasons writes why a result of a method is missing something, each once, with the method that it is in where that
// is another one.
func reasons(rs []absint.Reason, m *classfile.Method) []string {
	own := absint.MethodName(m)
	var out []string
	for _, r := range rs {
		text := r.String()
		if r.Method != "" && r.Method != own {
			text += ", in " + r.Method
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}
