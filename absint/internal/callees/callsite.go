package callees

import (
	"fmt"
	"iter"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// EachCallee calls f with every analysed method that s can call, in block and code order, but for the calls that without
// names; nil names none.
func (s *Summary) EachCallee(a *Resolver, without func(*CallSite) bool, f func(*classfile.Method)) {
	if s.Failure != nil {
		return
	}
	for site := range s.AllCalls() {
		site.EachCallee(a, without, f)
	}
}

func (c *CallSite) EachCallee(a *Resolver, without func(*CallSite) bool, f func(*classfile.Method)) {
	if without == nil || !without(c) {
		for _, t := range c.Targets {
			f(t)
		}
		a.EachBody(f, c.Lambdas...)
	}
	for i := range c.Callbacks {
		c.Callbacks[i].EachCallee(a, without, f)
	}
	for i := range c.ElementCalls {
		c.ElementCalls[i].EachCallee(a, without, f)
	}
}

// OnlyTarget is the method that a call runs for sure, nil where there may be others.
func (c *CallSite) OnlyTarget() *classfile.Method {
	switch {
	case !c.Direct || c.Unknown != "" || len(c.Lambdas)+len(c.Stated) > 0:
		return nil
	case len(c.Targets) == 1 && !c.Library:
		return c.Targets[0]
	case len(c.Targets) == 0 && c.Library:
		return c.Body
	}
	return nil
}

// Summary is the analysis of one method's own code: its values, its loops, and its calls with where they lead. It holds
// for every caller and is immutable once its calls are resolved.
type Summary struct {
	Method   *classfile.Method
	Body     *progdb.Body
	follower *objectflow.ObjectFlow // while its calls are resolved
	M        *symval.Func
	Calls    map[int32][]CallSite        // by block; nil where nobody asked for them (Analyzer.Peek)
	Sites    int                         // the number of calls
	Captures map[int32]expr.Vector       // by block, what lambdas that it makes keep
	Lambdas  []objectflow.AbstractObject // that the method makes
	Failure  error                       // the code could not be analysed
	Label    string                      // see name; empty where it is not asked for often
}

// CallSite is one call: where it can go, and what it passes.
type CallSite struct {
	in                *classfile.Method // that makes it
	Value             ssa.ID
	Number            int // among the calls of the method
	Pc                int
	Line              int
	Member            classfile.Member
	Targets           []*classfile.Method // analysed methods that can run, with the arguments
	Route             *TargetSet          // that has the same targets, nil for none
	Lambdas           []*callgraph.Lambda
	Made              []ssa.ID           // where this method makes the lambdas, each of them; empty where it does not make them all
	Exact             bool               // the object that it is called on comes from this method
	Incomplete        bool               // code that is not known may run, too
	Library           bool               // the target is library code, to be priced by a library model, or its cost is stated
	Owner             string             // the class that the call names, of which member has the class that declares the method
	Direct            bool               // no class that is not known could change where the call goes
	UncoveredOverride *classfile.Method  // that library code calls on an argument and its model does not know
	Subclasses        []string           // classes of the program that the object of a call of library code is of, or below if it is not exact
	Body              *classfile.Method  // of a direct call of library code, the method that runs
	Stated            []classfile.Member // targets of a call of another method whose cost is stated
	Unknown           string             // why the targets are not all known; empty where they are
	Args              []ssa.ID
	// Callback says that library code calls it, on args[0]: the other arguments are not known. callbacks are those of
	// a library call, in the order of its model.
	Callback     bool
	Callbacks    []CallSite
	ElementCalls []ElementCall
	FanOut       bool      // it stands for its callbacks
	Indy         *IndyCode // the code behind an invokedynamic, nil for another call or where it is not known
	Component    string    // names args[0] where it is a component of a record, which no value stands for
	Resolved     int       // of a call on an object that a caller knows, how many of its calls led here
}

// Arg is what is passed for a parameter; ok is false where that is not known.
func (c *CallSite) Arg(param int) (v ssa.ID, ok bool) {
	if param < 0 || param >= len(c.Args) {
		return 0, false
	}
	return c.Args[param], true
}

// AllCalls are the calls of the method, in block and code order.
func (s *Summary) AllCalls() iter.Seq[*CallSite] {
	return func(yield func(*CallSite) bool) {
		for _, b := range s.M.CFG.RPO {
			for i := range s.Calls[b] {
				if !yield(&s.Calls[b][i]) {
					return
				}
			}
		}
	}
}

// Err is why the method's code could not be analysed, nil where it was.
func (s *Summary) Err() error { return s.Failure }

func (s *Summary) Name() string {
	if s.Label != "" {
		return s.Label
	}
	return progdb.MethodName(s.Method)
}

// Back is a call that the code behind a call makes. args are the object that it is called on; none where no value is.
func (c *CallSite) Back(m classfile.Member, args ...ssa.ID) CallSite {
	return CallSite{in: c.in, Value: c.Value, Pc: c.Pc, Line: c.Line, Callback: true, Member: m, Args: args}
}

// WorkError is the error of a method whose analysis exceeds MaxSteps.
func (s *Summary) WorkError() error {
	return fmt.Errorf("%s: %w", progdb.MethodName(s.Method), symval.ErrWork)
}

// ElementCall is a call that a collection makes of a method of a key or an element.
type ElementCall struct {
	CallSite
	Often Multiplicity
}

// Multiplicity is how often a collection asks.
type Multiplicity uint8

// FirstArgument is where the declared arguments of a call begin among its operands: behind the receiver.
func (s *Summary) FirstArgument(site *CallSite) int {
	if site.Callback {
		return 1
	}
	if op := s.M.Fn.Values[site.Value].Op; op != classfile.OpInvokestatic && op != classfile.OpInvokedynamic {
		return 1
	}
	return 0
}

// addTargets adds the methods, lambdas and stated costs that one can lead to.
func (c *CallSite) addTargets(one *CallSite) {
	c.Stated = append(c.Stated, one.Stated...)
	c.Lambdas = append(c.Lambdas, one.Lambdas...)
	for _, t := range one.Targets {
		if !slices.Contains(c.Targets, t) {
			c.Targets = append(c.Targets, t)
		}
	}
}
