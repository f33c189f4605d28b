package callees

import (
	"fmt"
	"iter"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Calls and what is known of their targets. A CallSite over-approximates: the methods that run are among Targets,
// Lambdas, Stated and library code (Library), unless Unknown says why they are not all known.
//
// Sound because a target set that may miss a method has a nonempty Unknown, or is code that only a library model may
// price.

// EachCallee calls f with every analysed method that s can call, in block and code order. It skips the targets of the
// calls for which without is true; a nil without skips none.
func (s *Summary) EachCallee(a *Resolver, without func(*CallSite) bool, f func(*classfile.Method)) {
	if s.Failure != nil {
		return
	}
	for site := range s.AllCalls() {
		site.EachCallee(a, without, f)
	}
}

// EachCallee calls f with every analysed method that the call can run, its callbacks and element calls included. It
// skips the targets of calls for which without is true.
func (c *CallSite) EachCallee(a *Resolver, without func(*CallSite) bool, f func(*classfile.Method)) {
	if without == nil || !without(c) {
		for _, t := range c.Targets {
			f(t)
		}
		a.EachBody(f, c.Lambdas...)
		for _, r := range c.References {
			if r != nil {
				r.EachCallee(a, nil, f)
			}
		}
	}
	for i := range c.Callbacks {
		c.Callbacks[i].EachCallee(a, without, f)
	}
	for i := range c.ElementCalls {
		c.ElementCalls[i].EachCallee(a, without, f)
	}
}

// OnlyTarget returns the one method that the call surely runs, nil if there may be others.
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
	objects  *objectflow.ObjectFlow // only while the calls are resolved
	users    map[ssa.ID][]ssa.ID    // the instructions that have a value as an operand; only while the calls are resolved
	M        *symval.Func
	Calls    map[int32][]CallSite        // by block; nil if they were not requested (Analyzer.Peek)
	Sites    int                         // number of calls
	Captures map[int32]expr.Vector       // by block, the cost of the values that its lambdas capture
	Lambdas  []objectflow.AbstractObject // lambdas that the method creates

	referenced map[ssa.ID]*CallSite // by the value of a lambda, the library call that it runs, if that calls the program on its arguments
	Failure    error                // reason why the code could not be analysed
	Label      string               // memoized Name; empty if not computed
}

// CallSite is one call of a method: its position, its arguments and its possible targets.
type CallSite struct {
	// Position.
	in    *classfile.Method // the caller
	Value ssa.ID            // the invoke instruction; of a callback, that of the library call
	Index int               // position among the calls of the caller
	Pc    int
	Line  int

	// The method called. Member.Class is the declaring class, Owner the class that the instruction names.
	Member classfile.Member
	Owner  string
	Args   []ssa.ID // operands, the receiver first; of a callback, at most the receiver

	// Targets. Those that can run are Targets, Lambdas and Stated together and, if Library is set, library code.
	Targets      []*classfile.Method // analysed methods, which get Args
	Route        *TargetSet          // the shared set with the same Targets, nil for none
	Lambdas      []*callgraph.Lambda // lambdas whose body the call may run
	LambdaValues []ssa.ID            // the instructions of the caller that create Lambdas; empty if other code creates one
	References   []*CallSite         // by lambda, the call of a library method that it runs, with what that calls on its arguments; nil for none
	Stated       []classfile.Member  // targets whose cost the user states, other than Member
	Body         *classfile.Method   // the library method that a direct call runs, nil for none
	Unknown      string              // reason why the targets are not all known; empty if they are
	Receivers    []string            // classes of the receiver of library code; if not Exact, subclasses of them are possible

	// Of the targets and their precision. These are together as there are many calls.
	Library    bool // runs library code, priced by a model, or code whose cost is stated
	Direct     bool // no class outside of the analysed ones can change the target
	Exact      bool // the receiver is an object whose class is known exactly
	Incomplete bool // the target set may miss methods
	IsCallback bool // this is a call by library code: only its receiver, Args[0], is known
	RunsLater  bool // library code may run functions that an object of a library keeps (effects.ReadsLater)
	FanOut     bool // this call stands for its Callbacks and runs nothing itself

	// Calls that library code makes back to the application.
	Callbacks         []CallSite        // of a library call, in the order of its model
	ElementCalls      []ElementCall     // of a library call, on elements of application classes
	UncoveredOverride *classfile.Method // called by library code on an argument, and not covered by its model
	OverrideDepends   bool              // the argument may also be an object without it

	Indy         *IndyCode // the code behind an invokedynamic, nil for other calls or if it is not known
	Component    string    // name of the receiver where no value stands for it: a component of a record, what a function returns
	ResolveDepth int       // number of call symbols that were resolved one after the other to get this call
}

// Place returns where the call is, behind its name in a message; empty if the class has no line table.
func (c *CallSite) Place() string {
	if c.Line == 0 {
		return ""
	}
	return fmt.Sprintf(" at line %d", c.Line)
}

// Arg returns the operand passed for a parameter; ok is false if it is not known.
func (c *CallSite) Arg(param int) (v ssa.ID, ok bool) {
	if param < 0 || param >= len(c.Args) {
		return 0, false
	}
	return c.Args[param], true
}

// AllCalls returns the calls of the method, in block and code order.
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

// Err returns the error for which the method's code could not be analysed, nil if it was.
func (s *Summary) Err() error { return s.Failure }

// Name returns the name of the method for messages.
func (s *Summary) Name() string {
	if s.Label != "" {
		return s.Label
	}
	return progdb.MethodName(s.Method)
}

// Callback returns a call that the library code behind c makes. args is the receiver, empty if no value of the method
// is.
func (c *CallSite) Callback(m classfile.Member, args ...ssa.ID) CallSite {
	return CallSite{in: c.in, Value: c.Value, Pc: c.Pc, Line: c.Line, IsCallback: true, Member: m, Args: args}
}

// WorkError is the error of a method whose analysis exceeds MaxSteps.
func (s *Summary) WorkError() error {
	return fmt.Errorf("%s: %w", progdb.MethodName(s.Method), symval.ErrWork)
}

// ElementCall is a call of equals, hashCode, compareTo or toArray that a library call makes on elements of application
// classes, with its number.
type ElementCall struct {
	CallSite
	Times   Multiplicity
	Number  int               // of PerFactors: of calls, times
	Factors []platform.Factor // these
}

// Multiplicity is the number of executions of an element call.
type Multiplicity uint8

// FirstArgument returns the operand index of the first declared argument of a call: 1 after a receiver, otherwise 0.
func (s *Summary) FirstArgument(site *CallSite) int {
	if site.IsCallback {
		return 1
	}
	if op := s.M.Fn.Values[site.Value].Op; op != classfile.OpInvokestatic && op != classfile.OpInvokedynamic {
		return 1
	}
	return 0
}

// addTargets adds the methods, lambdas and stated costs that one can run.
func (c *CallSite) addTargets(one *CallSite) {
	c.Stated = append(c.Stated, one.Stated...)
	c.Lambdas = append(c.Lambdas, one.Lambdas...)
	for _, t := range one.Targets {
		if !slices.Contains(c.Targets, t) {
			c.Targets = append(c.Targets, t)
		}
	}
}
