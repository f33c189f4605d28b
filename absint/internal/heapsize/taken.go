package heapsize

import (
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Elements that are taken of a stream without an end, as Stream.iterate makes them: those that a later limit(n) lets pass. Sound
// because each stage from the stream to the end of the pipeline is the only use of the one before it, those up to the limit ask for
// one element for each that they yield, and none makes the pipeline parallel, which takes elements in advance.

// maxStages caps the stages of a pipeline.
const maxStages = 32

// TakenElements bounds the number of elements that are taken of stream v; ok is false if no limit bounds them.
func TakenElements(m *symval.Func, v ssa.ID) (s expr.Size, ok bool) {
	f := m.Fn
	skipped := expr.Size{}
	for range maxStages {
		next, mem := onlyStage(m, v)
		switch {
		case next == 0:
			return expr.Size{}, false
		case ok && !platform.InStreams(platform.ClassName(classfile.Return(mem.Desc))): // the end of the pipeline
			return s, true
		case mem.Name == "parallel" || mem.Name == "iterator" || mem.Name == "spliterator":
			return expr.Size{}, false
		case ok: // after the limit
		case mem.Name == "limit" || mem.Name == "skip":
			n := m.Clamp(mostOf(m, f.Args(next)[1], "argument of "+mem.Name+"()"), code.NoBlock)
			if skipped = skipped.Add(n); mem.Name == "limit" {
				s, ok = skipped, !skipped.Top
			}
		case !platform.OneToOneStages.Named(mem.Name):
			return expr.Size{}, false
		}
		v = next
	}
	return expr.Size{}, false
}

// mostOf returns an upper bound of an int or long without a condition: where its value holds under one only, that of a quotient by
// a positive constant, which is rounded towards zero, or the symbol of its largest value, by name.
func mostOf(m *symval.Func, v ssa.ID, name string) expr.Size {
	q := m.Bound(v, true, 0)
	if q.Ok() && len(q.Conds) == 0 {
		return q.Size
	}
	f := m.Fn
	w := v
	for f.Values[w].Kind == ssa.Instr && f.Values[w].Op == classfile.OpI2l {
		w = f.Args(w)[0]
	}
	if x := &f.Values[w]; x.Kind == ssa.Instr && (x.Op == classfile.OpIdiv || x.Op == classfile.OpLdiv) {
		if k := &f.Values[f.Args(w)[1]]; k.Kind == ssa.Int && k.Aux > 0 {
			if q := m.Bound(f.Args(w)[0], true, 0); q.Ok() && len(q.Conds) == 0 {
				return expr.Max(expr.Const(0), q.Size).FloorDiv(k.Aux)
			}
		}
	}
	return m.ExtremeValue(v, true, name)
}

// onlyStage returns the call on stream v if it is the only use of v, and in its block, so that it runs as often; 0 otherwise.
func onlyStage(m *symval.Func, v ssa.ID) (stage ssa.ID, mem classfile.Member) {
	f := m.Fn
	for w := range f.Values {
		w := ssa.ID(w)
		for i, arg := range f.Args(w) {
			if arg != v {
				continue
			}
			if stage != 0 || i > 0 || !f.IsCall(w) || f.Values[w].Block != f.Values[v].Block {
				return 0, mem
			}
			stage = w
		}
	}
	if stage == 0 {
		return 0, mem
	}
	if mem, _ = f.Member(stage); !platform.InStreams(mem.Class) || f.Values[stage].Op != classfile.OpInvokeinterface {
		return 0, mem
	}
	return stage, mem
}
