package marks

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Countdowns of the values of a map: left.put(v, left.get(v) - 1); if (left.get(v) == 0) { ... }. Sound as for the cells of an array, if nothing else changes
// the map or sets the value of an entry: a number that was unboxed is one of an entry, which put finds again, as nothing is stored between both and what
// compares keys only reads.

// integer is the class of the values that are counted.
var integer = platform.Wrapper("I")

// EntryCountedTo returns the map of which a comparison shows that an entry has got a number by the call step, each time that a block executes.
func (r Region) EntryCountedTo(c code.Comparison, block int32) (on, step ssa.ID, ok bool) {
	f, got := r.M.Fn, r.number(c)
	b := f.Values[got].Block
	if got == 0 || !slices.Contains(r.Blocks, b) || !Follows(r.M, b, block) {
		return 0, 0, false
	}
	for at, v := range f.Body[b] {
		if on, ok := r.countsEntry(f.Body[b], at, got); ok {
			return on, v, true
		}
	}
	return 0, 0, false
}

// countsEntry returns the map whose value for a key the instruction at an index of a block replaces by one more or one less, and got is that value
// afterwards. ok is false for other instructions.
func (r Region) countsEntry(body []ssa.ID, at int, got ssa.ID) (on ssa.ID, ok bool) {
	m, f := r.M, r.M.Fn
	mem, args := r.mapCall(body[at])
	if len(args) != 3 || mem.Name != "put" && mem.Name != "replace" {
		return 0, false
	}
	on = args[0]
	number := m.Uncast(args[2])
	if boxed, _ := f.Member(number); !f.IsCall(number) || !platform.Boxing.Has(boxed) || boxed.Class != integer {
		return 0, false
	}
	number = f.Args(number)[0]
	read, by, ok := m.Addition(number)
	if !ok || by != 1 && by != -1 || !r.Fixed(on) || !FindsAgain(m, on, args[1], mem.Class) || m.Breach(on, mem.Class, contracts.Mapping) != nil ||
		slices.ContainsFunc(m.Objects(on, mem.Class), m.Db.Forgets) {
		return 0, false
	}
	gets := func(number ssa.ID) func(v ssa.ID) bool {
		return func(v ssa.ID) bool { return r.unboxes(number, v, on, args[1]) }
	}
	before := slices.IndexFunc(body[:at], gets(read))
	if before < 0 || !r.keepsEntries(body[before+1:at]) {
		return 0, false
	}
	if got == number {
		return on, true
	}
	after := slices.IndexFunc(body[at+1:], gets(got))
	return on, after >= 0 && r.keepsEntries(body[at+1:][:after])
}

// mapCall returns a call of a method of a map, and its arguments.
func (r Region) mapCall(v ssa.ID) (mem classfile.Member, args []ssa.ID) {
	f := r.M.Fn
	if !f.IsCall(v) || f.Values[v].Op == classfile.OpInvokestatic {
		return mem, nil
	}
	if mem, _ = f.Member(v); !r.M.IsAny(mem.Class, []string{platform.Map}) {
		return mem, nil
	}
	return mem, f.Args(v)
}

// unboxes reports whether an int is the one of the Integer that call get returns of a map for a key.
func (r Region) unboxes(number, get, on, key ssa.ID) bool {
	m, f := r.M, r.M.Fn
	if unboxed, _ := f.Member(number); !f.IsCall(number) || !platform.Unboxing.Has(unboxed) || unboxed.Class != integer || m.Uncast(f.Args(number)[0]) != get {
		return false
	}
	mem, args := r.mapCall(get)
	return len(args) == 2 && mem.Name == "get" && r.Same(args[0], on) && SameElement(m, args[1], key)
}

// keepsEntries reports whether instructions store nothing and call nothing but methods that box and unbox numbers.
func (r Region) keepsEntries(vs []ssa.ID) bool {
	f := r.M.Fn
	return !slices.ContainsFunc(vs, func(v ssa.ID) bool {
		x := &f.Values[v]
		mem, _ := f.Member(v)
		return effects.Stores(x.Op) || x.Op == classfile.OpInvokedynamic || f.IsCall(v) && !platform.Boxing.Has(mem) && !platform.Unboxing.Has(mem)
	})
}
