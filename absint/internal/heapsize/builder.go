package heapsize

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Lengths of the builders that a method makes. A use through a variable that may be another builder, or that of an earlier iteration, counts
// for each builder that it may be, as often as it is executed in the whole call.

// maxBuilders bounds the builders that a value may be.
const maxBuilders = 16

// valuesInStep are values of a method that a search for aliases looks at in a step.
const valuesInStep = 8

// held bounds the length of a builder at all times: of the longest of those that it may be.
func (t text) held(v ssa.ID, depth int) (n expr.Size, ok bool) {
	made, ok := t.made(v)
	if !ok {
		return n, false
	}
	for _, builder := range made {
		one, ok := t.filled(builder, depth)
		if !ok {
			return n, false
		}
		n = expr.Max(n, one)
	}
	return n, !n.Top
}

// made returns the allocations of the builders that v may be; ok is false if the method does not make all of them.
func (t text) made(v ssa.ID) (out []ssa.ID, ok bool) {
	m, f := t.m, t.m.Fn
	seen := map[ssa.ID]bool{}
	for work := []ssa.ID{v}; len(work) > 0; {
		v := m.Uncast(work[len(work)-1])
		work = work[:len(work)-1]
		if seen[v] || f.IsNull(v) {
			continue
		}
		seen[v] = true
		switch x := &f.Values[v]; {
		case x.Kind == ssa.Phi:
			work = append(work, f.Args(v)...)
		case x.Kind != ssa.Instr:
			return nil, false
		case x.Op == classfile.OpNew && platform.TextBuffer.Has(platform.ClassName(f.Static(v))):
			out = append(out, v)
		case t.returnsReceiver(v):
			work = append(work, f.Args(v)[0])
		default:
			return nil, false
		}
	}
	return out, len(out) > 0 && len(out) <= maxBuilders
}

// returnsReceiver reports whether a call of a builder's method returns the builder.
func (t text) returnsReceiver(v ssa.ID) bool {
	f := t.m.Fn
	if op := f.Values[v].Op; op != classfile.OpInvokevirtual {
		return false
	}
	mem, _ := f.Member(v)
	return platform.TextBuffer.Has(mem.Class) && platform.TextBuffer.Has(platform.ClassName(classfile.Return(mem.Desc)))
}

// filled bounds the length of a builder that the method makes: the sum of what each of its uses appends, for each execution.
func (t text) filled(builder ssa.ID, depth int) (sum expr.Size, ok bool) {
	m, f := t.m, t.m.Fn
	if !t.spend(len(m.CFG.RPO) + len(f.Values)/valuesInStep) {
		return sum, false
	}
	direct, may := t.aliases(builder)
	for _, b := range m.CFG.RPO {
		for _, u := range f.Body[b] {
			i := slices.IndexFunc(f.Args(u), func(a ssa.ID) bool { return may[a] })
			if i < 0 || m.SameObject(u) {
				continue
			}
			n, ok := t.appends(u, i, may, depth)
			if !ok {
				return sum, false
			}
			if k, known := n.Int(); known && k == 0 {
				continue
			}
			from := f.Values[builder].Block
			if !direct[f.Args(u)[i]] { // the builder may be one of an earlier iteration
				from = m.CFG.RPO[0]
			}
			times, ok := marks.Executions(m, b, from)
			if !ok {
				return sum, false
			}
			sum = sum.Add(n.Mul(times))
		}
	}
	return sum, !sum.Top
}

// aliases returns the values that are a builder, and those that may be it.
func (t text) aliases(builder ssa.ID) (direct, may map[ssa.ID]bool) {
	f := t.m.Fn
	direct, may = map[ssa.ID]bool{builder: true}, map[ssa.ID]bool{builder: true}
	for grown := true; grown; {
		grown = false
		for i := range f.Values {
			v := ssa.ID(i)
			if may[v] {
				continue
			}
			switch {
			case f.Values[v].Kind == ssa.Phi:
				may[v] = slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return may[a] })
			case t.m.SameObject(v), t.returnsReceiver(v):
				from := f.Args(v)[0]
				may[v] = may[from]
				if direct[from] {
					direct[v] = true
				}
			}
			grown = grown || may[v]
		}
	}
	return direct, may
}

// appends bounds by how much instruction u, of which operand i may be a builder, makes it longer; ok is false if nothing bounds it.
func (t text) appends(u ssa.ID, i int, may map[ssa.ID]bool, depth int) (n expr.Size, ok bool) {
	m, f := t.m, t.m.Fn
	x := &f.Values[u]
	args := f.Args(u)
	again := slices.ContainsFunc(args[i+1:], func(a ssa.ID) bool { return may[a] })
	switch {
	case x.Kind != ssa.Instr || again:
		return n, false
	case x.Op == classfile.OpAreturn || effects.TestsObject(x.Op):
		return n, true
	case x.Op == classfile.OpInvokedynamic:
		_, b, ok := progdb.DynamicOf(f, u)
		return n, ok && callgraph.KindOf(b) == callgraph.StringConcatSite
	case !f.IsCall(u):
		return n, false
	}
	mem, _ := f.Member(u)
	switch {
	case !platform.IsPlatform(mem.Class) || effects.ReadsArguments(mem):
		return n, m.Oracle.ReadOnly(f, u, args[i])
	case i > 0 || x.Op == classfile.OpInvokestatic:
		return n, mem.Class == platform.StringClass || platform.TextBuffer.Has(mem.Class)
	case !platform.TextBuffer.Has(mem.Class) || mem.Name == "setLength" && t.wasLength(args[1], args[0]):
		return n, platform.TextBuffer.Has(mem.Class)
	}
	if params := classfile.Params(mem.Desc); mem.Name == "append" && len(params) == 1 || mem.Name == "insert" && len(params) == 2 {
		if n, ok := t.written(args[len(args)-1], params[len(params)-1], x.Block, depth); ok {
			return n, true
		}
	}
	base := expr.Symbol{Path: "~receiver", Name: "length", Max: symval.MaxLength}
	receiver := expr.SymbolSize(base)
	s, ok := m.Oracle.Sizes(f, u, t.sizeOf(u, depth, &receiver))
	switch {
	case !ok:
		return n, false
	case s.Keeps: // a model of what appends must say so
		return n, !platform.FillingText.Named(mem.Name)
	}
	return t.addedTo(s.Receiver, base)
}

// same reports whether two values are surely one builder.
func (t text) same(a, b ssa.ID) bool {
	root := func(v ssa.ID) ssa.ID {
		for v = t.m.Uncast(v); t.returnsReceiver(v); v = t.m.Uncast(t.m.Fn.Args(v)[0]) {
		}
		return v
	}
	return root(a) == root(b)
}

// wasLength reports whether a number is at most a length that a builder had before.
func (t text) wasLength(v, builder ssa.ID) bool {
	f := t.m.Fn
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Int:
		return x.Aux <= 0
	case f.IsCall(v) && x.Op == classfile.OpInvokevirtual:
		mem, _ := f.Member(v)
		return mem.Name == "length" && platform.TextBuffer.Has(mem.Class) && t.same(f.Args(v)[0], builder)
	case x.Kind == ssa.Instr && x.Op == classfile.OpIsub:
		k := &f.Values[f.Args(v)[1]]
		return k.Kind == ssa.Int && k.Aux >= 0 && t.wasLength(f.Args(v)[0], builder)
	}
	return false
}
