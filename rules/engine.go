package rules

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/unit"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/library"
)

// Options are the model and the assumptions with which rules price findings. The zero value is the default model on the worst of its
// devices at a confidence of 0.95, with the shipped library models.
type Options struct {
	Model      *models.Model
	Device     string
	Confidence float64
	Library    *library.Library
	Assume     absint.Assume
	// Measurement prices findings in compiled code.
	Measurement Measurement
	// Shared returns an existing analyzer of a program and its library models; nil makes new ones. Methods are then analysed
	// once, with their specifications.
	Shared func(p *unit.Program) (*absint.Analyzer, *library.Library, error)
	// Budgeted returns the methods with a budget: rules about the analysis itself look at the methods that these reach.
	Budgeted func(p *unit.Program) []*classfile.Method
	// Everywhere names rules that were enabled by name: a rule that is limited to budgeted methods by default then looks at
	// all methods.
	Everywhere map[string]bool
	// Hot are the methods that code outside of the program calls again and again.
	Hot []*methodpattern.Pattern
	// Sampled reports whether a recorded run tells of each line of a method how much of the run it takes: it is no question then
	// whether the method is called again and again. Nil without a recorded run.
	Sampled func(m *classfile.Method) bool
	// Repairs asks for the sites of findings, which repairs of the source need.
	Repairs bool
	// Visible leaves out findings that are silent in compiled code, and with them their prices and reasons.
	Visible bool
}

// Engine is what rules share in the analysis of one program. It is safe for concurrent use.
type Engine struct {
	*absint.Analyzer
	Options
	Program *unit.Program

	reachable     func() map[*classfile.Method]bool
	jdk           func() *callgraph.Hierarchy // see jdkHierarchy; made when it is asked for the first time
	types         heldTypes
	inLoops       calledInLoops
	compared      identityTests
	askingMethods func() asking // see asking; made when it is asked for the first time
	// What follows is asked for again and again, and made when it is asked for the first time.
	loopCalls      func() map[selector][]loopCall // see findLoopCalls
	mayCall        func() *callIndex              // see findCalls
	elementCalls   func() *elementCalls           // see findElementCalls
	mayCompute     func() map[selector]bool       // see findComputing
	mayBeFinalized func() map[string]bool         // see findFinalized
	springData     func() bool                    // see usesSpringData
	scanned        atomic.Pointer[scan]
	computations   memo[computation, *function]           // what functionOf returns
	removables     memo[computation, *removable]          // what removableOf returns
	mayBeHeavyAt   memo[computation, bool]                // what mayBeHeavy returns
	once           memo[*classfile.Method, bool]          // what runsOnce returns
	elementCallsOf memo[*classfile.Method, *repeatedCall] // what byElement returns
	memoryAskedAt  memo[computation, bool]                // what asksForMemory returns
	methodDoes     memo[*classfile.Method, *does]         // what readDoes returns
	equalities     memo[string, []classfile.Member]       // what equalityFields returns
	constructors   memo[classfile.Member, bool]           // what onlySetsFields returns
	libraryCosts   memo[libraryCall, pattern.Counts]      // what LibraryCost returns
	remadeNames    memo[*remaking, map[string]bool]       // what namedWith returns for what its calls are given
}

// NewEngine returns the engine of a program.
func NewEngine(p *unit.Program, o Options) (*Engine, error) {
	var err error
	if o.Model == nil {
		if o.Model, err = models.Load("rpi5-nyholm"); err != nil {
			return nil, err
		}
	}
	if o.Library == nil && o.Shared == nil {
		if o.Library, err = library.Shipped(); err != nil {
			return nil, err
		}
	}
	if o.Device == "" {
		o.Device = models.AnyDevice
	}
	if o.Confidence == 0 {
		o.Confidence = 0.95
	}
	if _, err := o.Model.Resolve(o.Device); err != nil {
		return nil, err
	}
	e := &Engine{Options: o, Program: p}
	e.jdk, e.askingMethods = sync.OnceValue(e.jdkHierarchy), sync.OnceValue(e.asking)
	e.loopCalls, e.mayCompute = sync.OnceValue(e.findLoopCalls), sync.OnceValue(e.findComputing)
	e.mayCall, e.elementCalls = sync.OnceValue(e.findCalls), sync.OnceValue(e.findElementCalls)
	e.mayBeFinalized, e.springData = sync.OnceValue(e.findFinalized), sync.OnceValue(e.usesSpringData)
	if o.Shared != nil {
		if e.Analyzer, e.Options.Library, err = o.Shared(p); err != nil {
			return nil, err
		}
	} else {
		e.Analyzer = absint.NewAnalyzer(p.Hierarchy, nil, nil, p.Jobs)
		e.Isolate = func(m *classfile.Method, f func()) bool { return p.Isolate(m.Class, m, f) }
	}
	e.reachable = sync.OnceValue(func() map[*classfile.Method]bool {
		if o.Budgeted == nil {
			return nil
		}
		roots := o.Budgeted(p)
		if len(roots) == 0 {
			return nil
		}
		out := map[*classfile.Method]bool{}
		for _, m := range e.Reach(roots).Methods() {
			out[m] = true
		}
		return out
	})
	return e, nil
}

// BudgetReach returns the methods that a method with a budget can reach; none where there are no budgets.
func (e *Engine) BudgetReach() map[*classfile.Method]bool { return e.reachable() }

type engineKey struct{}

// engine returns the program's engine, the same for every unit.
func (o Options) engine(p *unit.Program) (*Engine, error) {
	e, err := p.Once(engineKey{}, func() (any, error) { return NewEngine(p, o) })
	if err != nil {
		return nil, err
	}
	return e.(*Engine), nil
}

// found is the result of the scan of one unit: what each rule found, by id.
type found map[string][]finding.Finding

// Passes returns one go/analysis pass per enabled rule that looks at code, named after its id. They all require the pass
// Patterns, which reads the code once for all rules and returns what each of them found. go/analysis declares the rules and
// no more: loop bounds and costs are asked of the Engine, which computes them when a rule needs them, because passes that
// compute them beforehand would do so for every method, and rules need them for few.
func Passes(o Options, enabled func(r *Rule) bool) []*analysis.Analyzer {
	var run []*Rule
	for _, r := range All() {
		if r.Check != nil && enabled(r) {
			run = append(run, r)
		}
	}
	scan := &analysis.Analyzer{
		Name: "Patterns", Doc: "what the rules find, in one reading of the code", URL: Pages,
		Requires:   []*analysis.Analyzer{unit.Classes},
		ResultType: reflect.TypeFor[found](),
		Run: func(pass *analysis.Pass) (any, error) {
			u := unit.Of(pass)
			e, err := o.engine(u.Program)
			if err != nil {
				return nil, fmt.Errorf("cannot price findings: %w", err)
			}
			return e.scan(u, &run), nil
		},
	}
	passes := make([]*analysis.Analyzer, len(run))
	for i, r := range run {
		passes[i] = &analysis.Analyzer{
			Name: r.ID, Doc: r.Name + ": " + r.Summary, URL: r.HelpURI,
			Requires:   []*analysis.Analyzer{scan},
			ResultType: reflect.TypeFor[[]finding.Finding](),
			Run:        func(pass *analysis.Pass) (any, error) { return pass.ResultOf[scan].(found)[r.ID], nil },
		}
	}
	return passes
}

// scan looks at every method of a unit.
func (e *Engine) scan(u *unit.Unit, rules *[]*Rule) found {
	s := e.scanProgram(rules)
	parts := make([][]finding.Finding, len(u.Classes))
	u.EachClass(func(i int, c *unit.Class) { parts[i] = e.class(s, c.Class) })
	out := found{}
	for _, fs := range parts {
		for _, f := range fs {
			out[f.Rule] = append(out[f.Rule], f)
		}
	}
	return out
}
