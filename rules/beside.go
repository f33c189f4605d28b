package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
	"github.com/energylint/energylint/rules/worth"
)

const (
	// heavyDepth is how many methods of the program are followed to calls that take long, heavyTargets how many methods a call may run,
	// and heavyCalls how many calls are looked at.
	heavyDepth, heavyTargets, heavyCalls = 4, 4, 400
)

// heavyWork is calls that take long: how long together, at least, and the one that takes longest.
type heavyWork struct {
	seconds  float64
	heaviest worth.Heavy
	call     string // how the heaviest is written
}

// beside returns the calls that take long of those that run each time that v does, once or more often: in an iteration of loop l, or in a call of the
// method where l is below 0.
func (m *Method) beside(v ssa.ID, l int) heavyWork {
	left := heavyCalls
	return m.heavyIn(v, func(block int32) bool { return m.runsWith(block, v, l) }, heavyDepth, &left)
}

// runsWith reports whether a block runs each time that v does without an exception: on every way to v from the beginning of an iteration
// of loop l, or of the method where that is below 0, or on every way from v to the next iteration, to the end of the loop or to a return.
func (m *Method) runsWith(block int32, v ssa.ID, l int) bool {
	g, at := m.Graph(), m.Func().Values[v].Block
	if l >= 0 && !g.InLoop(int(block), l) {
		return false
	}
	if g.Dominators.Dominates(int(block), int(at)) {
		return true
	}
	ends := func(e *cfg.Edge) bool { return l >= 0 && (e.To == g.Loops[l].Header || !g.InLoop(int(e.To), l)) }
	for b := range m.blocksFrom(at, func(e *cfg.Edge) bool { return withoutException(e) && !ends(e) && e.To != block }) {
		if m.isReturn(b) || slices.ContainsFunc(g.Blocks[b].Succs, func(e cfg.Edge) bool { return withoutException(&e) && ends(&e) }) {
			return false
		}
	}
	return true
}

// heavyAlways returns the calls that take long of those in each execution of the method that returns.
func (m *Method) heavyAlways(depth int, left *int) heavyWork {
	return m.heavyIn(0, func(block int32) bool { return m.beforeEveryReturn(int(block)) }, depth, left)
}

// alike reports whether two calls are of the same method and get constants alone: what repairs one of them repairs the other.
func (m *Method) alike(v, w ssa.ID) bool {
	f := m.Func()
	if !f.IsCall(v) || !f.IsCall(w) {
		return false
	}
	a, _ := f.Member(v)
	b, _ := f.Member(w)
	constant := func(v ssa.ID) bool { return f.Values[v].Kind == ssa.Const || f.Values[v].Kind == ssa.Int }
	return a == b && !slices.ContainsFunc(slices.Concat(f.Args(v), f.Args(w)), func(a ssa.ID) bool { return !constant(a) })
}

// heavyIn returns the calls that take long in some blocks, but one and those alike.
func (m *Method) heavyIn(except ssa.ID, in func(block int32) bool, depth int, left *int) (all heavyWork) {
	f := m.Func()
	blocks := map[int32]bool{} // what in says
	for v, c := range m.Calls() {
		if v == except || m.alike(v, except) {
			continue
		}
		b := f.Values[v].Block
		if _, asked := blocks[b]; !asked {
			blocks[b] = in(b)
		}
		if !blocks[b] {
			continue
		}
		if *left--; *left < 0 {
			return all
		}
		x, ok := worth.Call(c.Class, c.Name)
		one := heavyWork{x.Seconds, x, ""}
		if !ok && depth > 0 {
			one = m.heavyOf(v, c, depth, left)
		}
		all.seconds += one.seconds
		if one.heaviest.Seconds > all.heaviest.Seconds {
			all.heaviest, all.call = one.heaviest, m.Call(v)
		}
	}
	return all
}

// mayTakeLong reports whether a method may make a call that takes long, itself or through depth methods, as its instructions show.
func (e *Engine) mayTakeLong(cm *classfile.Method, depth int) bool {
	for _, c := range cm.Invocations() {
		if _, known := worth.Call(c.Class, c.Name); known || depth > 0 && e.own(c.Class) {
			return true
		}
	}
	return false
}

// heavyOf returns the calls that take long in each execution of the method that a call runs, where it is one of the program: of several, of
// the one that does least.
func (m *Method) heavyOf(v ssa.ID, c classfile.Member, depth int, left *int) (least heavyWork) {
	if !m.Engine.own(c.Class) {
		return least
	}
	d := m.dispatch(v)
	if len(d.Targets) > heavyTargets || len(d.Lambdas) > 0 {
		return least
	}
	for i, t := range d.Targets {
		if !m.Engine.mayTakeLong(t, depth-1) {
			return heavyWork{}
		}
		callee := m.Engine.reader(t)
		if callee == nil {
			return heavyWork{}
		}
		x := callee.heavyAlways(depth-1, left)
		if x.seconds == 0 {
			return heavyWork{}
		}
		if i == 0 || x.seconds < least.seconds {
			least = x
		}
	}
	return least
}
