package interproc

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Functions that are called again: updateAndGet of an AtomicInteger and compute of a ConcurrentSkipListMap compare what they are to update
// with what it was before they called their function, and call it again if that changed. Other threads are assumed to change nothing, so
// the function runs once if it leaves alone what is updated.

// retried reports whether a call may run the function that it gets more than once, since the function may change what the call updates.
func retried(m *symval.Func, call ssa.ID) bool {
	mem, ok := m.Fn.Member(call)
	if !ok || !m.Fn.IsCall(call) || m.Fn.Values[call].Op == classfile.OpInvokestatic {
		return false
	}
	on := m.Fn.Args(call)[0]
	changes := func(e effects.Effect) bool {
		if e.Op == classfile.OpPutfield {
			return platform.IsFieldUpdater(mem.Class)
		}
		is, _ := m.Fields.H.IsSubtype(e.Member.Class, mem.Class)
		return is && !effects.ReadsAtomic(e.Member.Name)
	}
	switch {
	case platform.Retrying.Has(mem):
	case platform.RetryingOfMap.Has(mem) && slices.ContainsFunc(m.Objects(on, platform.ClassName(m.Fn.Static(on))), m.Db.Retries):
		adds, removes := heapsize.AddsTo(m, on), m.Changing(on, platform.Removing)
		changes = func(e effects.Effect) bool { return adds(e) || removes(e) || strings.HasPrefix(e.Member.Name, "set") } // of an entry
	default:
		return false
	}
	return !m.OwnedHere(on) && slices.ContainsFunc(effects.Functions(m.Fn, call), func(w ssa.ID) bool {
		return m.Db.OfFunction(m.Body(), w).MayDo(changes)
	})
}
