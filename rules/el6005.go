package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL6005", Name: "LockPerElement", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "concurrency", "collections", "io"},
		Sampled: finding.AtCall,
		Summary: "A loop takes and releases the lock of an object for each element, which takes longer than the element; once for all is enough",
	},
	Needs: Needs{Repeats: true, Within: true, Calls: [][]string{lockingElements()}},
	Check: lockPerElement,
})

// lockedLoop is a loop and the calls in it that lock one object.
type lockedLoop struct {
	*Method
	object ssa.ID
	loop   int
	pair   string
	calls  []ssa.ID
}

// lockPerElement finds loops that lock an object in every iteration.
func lockPerElement(m *Method) {
	if m.Engine.isException(className(classfile.Return(m.Func().Method.Desc))) {
		return // it makes the text of an exception
	}
	var first *lockedLoop // of the loop before
	for _, g := range m.lockedLoops() {
		at := g.anchor()
		if at == 0 || first != nil && first.loop == g.loop || !g.takesOne() || !g.keepsObject() || !g.canLockOnce() || g.hasMoreToDo() || m.rarely(at, g.pair) {
			continue
		}
		if g.report(at) {
			first = g
		}
	}
}

// lockedLoops returns the calls of locking.tsv in loops, by object and innermost loop, in the order of the first of each.
func (m *Method) lockedLoops() (out []*lockedLoop) {
	f := m.Func()
	for v, c := range m.Calls() {
		k, ok := locking[c]
		if !ok || m.overridden(v) {
			continue
		}
		l := m.repeats(v)
		if l < 0 {
			continue
		}
		object := m.builderOf(f.Args(v)[0])
		found := false
		for _, g := range out {
			if g.loop == l && g.pair == k.pair && m.Same(g.object, object) {
				g.calls, found = append(g.calls, v), true
				break
			}
		}
		if !found {
			out = append(out, &lockedLoop{m, object, l, k.pair, []ssa.ID{v}})
		}
	}
	return out
}

// overridden reports whether a call of a method of the JDK may run a method of the program instead, which may take no lock.
func (m *Method) overridden(call ssa.ID) bool {
	d := m.dispatch(call)
	for _, t := range d.Targets {
		if m.Engine.Program.Analysed(t.Class.Name) {
			return true
		}
	}
	return false
}

// anchor returns the call of an element that stands for the finding: the first that every iteration makes, else the first; 0 where no call is of an
// element, or an iteration may make none of the calls.
func (g *lockedLoop) anchor() (at ssa.ID) {
	for _, v := range g.calls {
		if !g.lockingRow(v).element {
			continue
		}
		if g.EveryIteration(v, g.loop) {
			return v
		}
		if at == 0 {
			at = v
		}
	}
	if at != 0 && !g.everyIterationOneOf(g.calls, g.loop) {
		return 0
	}
	return at
}

func (m *Method) lockingRow(v ssa.ID) lockingCall {
	c, _ := m.Func().Member(v)
	return locking[c]
}

// everyIterationOneOf reports whether every way from the header of loop l back to it passes one of some instructions, but for exceptions.
func (m *Method) everyIterationOneOf(vs []ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	in := map[int32]bool{}
	for _, v := range vs {
		in[f.Values[v].Block] = true
	}
	header := g.Loops[l].Header
	if in[header] {
		return true
	}
	back := false
	for range m.blocksFrom(header, func(e *cfg.Edge) bool {
		if !withoutException(e) || in[e.To] || !g.InLoop(int(e.To), l) {
			return false
		}
		back = back || e.To == header
		return true
	}) {
		if back {
			return false
		}
	}
	return !back
}

// reports whether a finding is reported of the loop, with the other calls that lock the object.
func (g *lockedLoop) report(at ssa.ID) bool {
	f := g.Func()
	c, _ := f.Member(at)
	locks := 0
	for _, v := range g.calls {
		if g.EveryIteration(v, g.loop) {
			locks++
		}
	}
	locks = max(locks, 1)
	call := g.TilesOf(at).Add(g.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
	lock := pattern.Tally(pattern.Of(pattern.Monitor, pattern.Reference, pattern.Load), pattern.Of(pattern.Monitor, pattern.Reference, pattern.Load))
	kind := lockedKinds[g.pair]
	energy := g.Energy(Change{At: at, Cost: call.Add(lock).Scale(float64(locks)), Repaired: call.Scale(float64(locks)), Case: g.pair, Size: float64(locks) / kind.locks, Few: kind.few})
	if energy == nil {
		return false
	}
	name := g.variableOr(g.object, "the "+simpleName(c.Class))
	var related []finding.Location
	lines := map[int]bool{g.Line(at): true}
	for _, v := range g.calls {
		if line := g.Line(v); !lines[line] {
			lines[line] = true
			related = append(related, g.Related(v, name+" is locked here, too"))
		}
	}
	g.Report(at, c.Name, fmt.Sprintf("%s locks %s in every iteration of the loop: %s", g.lockingName(at), name, fmt.Sprintf(kind.advice, name)), energy, related...)
	return true
}

// lockedKind is what there is to say about a case.
type lockedKind struct {
	locks  float64 // in an iteration of the pair
	advice string  // with the name of the object
	few    string  // why the loop mostly has few iterations, where it does
}

// fewInVector is what readers of findings in old code saw: what is kept in a Vector are attributes, parameters, children.
const fewInVector = "a Vector mostly holds few elements"

var lockedKinds = map[string]lockedKind{
	"VectorIndex":           {2, "go over %[1]s.toArray(), or put the loop into synchronized (%[1]s)", fewInVector},
	"VectorAdd":             {1, "put the loop into synchronized (%[1]s), or collect in an ArrayList and call addAll once", fewInVector},
	"HashtableGet":          {1, "put the loop into synchronized (%[1]s), or use a HashMap if one thread alone uses it", ""},
	"StringBufferParameter": {1, "append to a StringBuilder, and that to %[1]s once, after the loop", ""},
	"ReadPerChar":           {1, "read blocks of %[1]s into an array", ""},
	"ReadPerByte":           {1, "read blocks of %[1]s into an array", ""},
	"WritePerChar":          {1, "collect in an array or a StringBuilder, and write that to %[1]s once", ""},
	"WritePerByte":          {1, "collect in an array, and write that to %[1]s once", ""},
}

// lockingName names a call by its object where that is in a variable, else by the class.
func (m *Method) lockingName(v ssa.ID) string {
	c, _ := m.Func().Member(v)
	if name := m.variableOr(m.builderOf(m.Func().Args(v)[0]), ""); name != "" {
		return name + "." + c.Name
	}
	return simpleName(c.Class) + "." + c.Name
}
