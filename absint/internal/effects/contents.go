package effects

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What a modelled call in a library may run of the programs that use the library: the model prices the library's own objects, but what a
// collection holds, a key or an argument may be the program's.
//
// Sound because a platform method without an entry in the tables may run all that callbacks.tsv has of elements, and because an object
// that is of a leaf class by its static type is none of the program.

// ContentNeeds returns the methods that library code runs for the call v of a method with a model, on objects that the calling library is given
// or holds: hashCode, equals, comparisons and texts, and those by which it reads its arguments. The price holds where a program overrides none
// of them.
func (a *Effects) ContentNeeds(f *ssa.Func, v ssa.ID) (needs []classfile.Member) {
	mem, _ := f.Member(v)
	if !platform.IsPlatform(mem.Class) {
		return a.rowNeeds(mem)
	}
	scope := a.callbackScope(f, v)
	if scope == platform.CallsNothing || platform.Cursor.Has(mem.Class) { // an iterator's next is itself what a program overrides
		return needs
	}
	needs = append(needs, a.argumentReads(f, v, mem)...)
	holds := platform.AnyCollection.Has(a.receiverClass(f, v))
	if !holds && LeavesOnly(mem.Desc) && mem.Name != platform.HashCode.Name && mem.Name != platform.ToString.Name {
		return needs
	}
	if key, ok := keyOf(f, v, mem); holds && ok {
		return append(needs, a.keyNeeds(f, key, a.receiverClass(f, v))...)
	}
	return append(needs, platform.Callbacks(scope)...)
}

// rowNeeds returns the methods that a modelled method of a library outside of the platform runs on elements of its operands.
func (a *Effects) rowNeeds(mem classfile.Member) (needs []classfile.Member) {
	for _, c := range platform.ContentCalls(mem) {
		if is, _ := a.Hierarchy.IsSubtype(mem.Class, c.Class); !is {
			continue
		}
		if needs = append(needs, c.Called); c.Finds {
			needs = append(needs, platform.HashCode, platform.Equals, platform.CompareTo, platform.Compare)
		}
	}
	return needs
}

// argumentReads returns the methods by which a call reads the collections and texts that it is passed.
func (a *Effects) argumentReads(f *ssa.Func, v ssa.ID, mem classfile.Member) (needs []classfile.Member) {
	args := f.Args(v)
	params := classfile.Params(mem.Desc)
	first := len(args) - len(params)
	for i, t := range params {
		arg := f.Uncast(args[first+i])
		class := platform.ClassName(t)
		if x := &f.Values[arg]; platform.Leaf.Has(platform.ClassName(f.Static(arg))) || x.Kind == ssa.Instr && x.Op == classfile.OpNew {
			continue
		}
		for _, m := range platform.ParameterCalls(class) {
			m.Class = class
			needs = append(needs, m)
		}
	}
	return needs
}

// keyOf returns the key that a method of a collection or a map looks for: its only Object, or the first of two.
func keyOf(f *ssa.Func, v ssa.ID, mem classfile.Member) (key ssa.ID, ok bool) {
	args := f.Args(v)
	ok = len(args) > 1 && strings.HasPrefix(mem.Desc, "(Ljava/lang/Object;") && platform.FindingKey.Named(mem.Name) && f.Values[v].Op != classfile.OpInvokestatic
	if ok {
		key = f.Uncast(args[1])
	}
	return key, ok
}

// keyNeeds returns the methods by which a collection of a class finds a key.
func (a *Effects) keyNeeds(f *ssa.Func, key ssa.ID, in string) (needs []classfile.Member) {
	byHash := platform.Keyed.Has(in) && platform.FindsByHash.Has(in)
	if !byHash { // it may have a comparator
		needs = append(needs, platform.Compare)
	}
	class := platform.ClassName(f.Static(key))
	if f.IsNull(key) || platform.Leaf.Has(class) {
		return needs
	}
	called := []classfile.Member{platform.HashCode, platform.Equals, platform.CompareTo}
	if byHash {
		called = called[:2]
	}
	for _, m := range called {
		if is, _ := a.Hierarchy.IsSubtype(class, m.Class); is && class != "" {
			m.Class = class
		}
		needs = append(needs, m)
	}
	return needs
}
