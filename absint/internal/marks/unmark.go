package marks

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What may take marks away. Sound because every store of the same kind in the region, and in the code that its calls run, is taken for one to a cell
// unless the array is known to be another one, because platform code that gets such an array, or changes what may be a view of one, may store anything
// to it, and because no row is replaced: an array of the region's beginning is none that is made in it.

// Keep reports whether nothing in the region takes a mark away or replaces a row.
func (k *Cells) Keep() bool {
	private := !k.rows() && k.M.OwnedHere(k.arrays[0]) || k.rows() && k.ownRows(k.arrays[0])
	for _, b := range k.Blocks {
		for _, v := range k.M.Fn.Body[b] {
			x := &k.M.Fn.Values[v]
			if x.Kind != ssa.Instr {
				continue
			}
			args := k.M.Fn.Args(v)
			if !private && k.initializerUnmarks(k.M.Db.Initializers(k.M.Fn, v)) {
				return false
			}
			switch {
			case x.Op == k.store:
				if v != k.step && k.mayBe(args[0], len(k.arrays)-1, v) && !k.marks(v, b) && !k.isDistance(v, b) && !k.isColour(v) {
					return false
				}
			case x.Op == classfile.OpAastore:
				for level := range k.arrays[1:] {
					if k.mayBe(args[0], level, v) {
						return false
					}
				}
			case x.Op == classfile.OpInvokedynamic || k.M.Fn.IsCall(v) && !k.Recurs(v):
				if k.passes(v) || !private && k.mayRunUnmarking(v) {
					return false
				}
			}
		}
	}
	return true
}

// mayBe reports whether v may be the array at a level, at an instruction: the array itself, a row of it.
func (k *Cells) mayBe(v ssa.ID, level int, at ssa.ID) bool {
	f := k.M.Fn
	array := k.arrays[level]
	s, t := f.Static(v), f.Static(array)
	v = k.M.Uncast(v)
	switch {
	case k.Same(v, array):
		return true
	case !mayBeOne(s, t), k.Made(v):
		return false
	case level == 0 && k.M.OwnedHere(array):
		return k.M.Root(v) == k.M.Root(array)
	case level == 0:
		return s != t || !k.M.Apart(v, array, at)
	}
	x := &f.Values[v]
	row := x.Kind == ssa.Instr && x.Op == classfile.OpAaload
	switch {
	case row && k.ownRows(f.Args(v)[0]):
		return k.Same(f.Args(v)[0], k.arrays[level-1])
	case k.ownRows(k.arrays[0]):
		return row && k.mayBe(f.Args(v)[0], level-1, at)
	}
	return true
}

// mayBeOne reports whether the types of two values admit that these are one array.
func mayBeOne(s, t string) bool {
	above := func(t string) bool {
		return t == "" || platform.AboveArray.Has(platform.ClassName(strings.TrimLeft(t, "[")))
	}
	if above(s) || above(t) {
		return s == "" || t == "" || s[0] == '[' || t[0] == '[' // one of them may also be an array of such
	}
	if s == t {
		return true
	}
	objects := func(t string) bool { return t[0] == '[' && strings.TrimLeft(t, "[")[0] == 'L' }
	return objects(s) && objects(t) && strings.Count(s, "[") == strings.Count(t, "[")
}

// ownRows reports whether an array of arrays and its rows are made by one instruction of the method, which stores no other row and passes no row on.
func (k *Cells) ownRows(array ssa.ID) bool {
	own, known := k.own[array]
	if !known {
		if k.own == nil {
			k.own = map[ssa.ID]bool{}
		}
		own = k.makesRows(array)
		k.own[array] = own
	}
	return own
}

func (k *Cells) makesRows(array ssa.ID) bool {
	f := k.M.Fn
	if x := &f.Values[array]; x.Kind != ssa.Instr || x.Op != classfile.OpMultianewarray || !k.M.OwnedHere(array) {
		return false
	}
	for _, b := range k.M.CFG.RPO {
		for _, v := range f.Body[b] {
			x, args := &f.Values[v], f.Args(v)
			if x.Kind != ssa.Instr || len(args) == 0 || args[0] != array {
				continue
			}
			switch x.Op {
			case classfile.OpArraylength, classfile.OpAreturn:
			case classfile.OpAaload:
				if !k.M.KeptHere(v, 0) || f.Static(v) == "" || strings.HasPrefix(f.Static(v), "[[") {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// passes reports whether a call of platform code, or a lambda, gets what may be the array or one of its rows.
func (k *Cells) passes(call ssa.ID) bool {
	f := k.M.Fn
	mem, _ := f.Member(call)
	if f.IsCall(call) && (effects.RunsProgram(mem) && !platform.IsPlatform(mem.Class) || keepsOnly(mem)) {
		return false // see mayRunUnmarking
	}
	return slices.ContainsFunc(f.Args(call), func(a ssa.ID) bool {
		if f.Values[a].Type != 'a' {
			return false
		}
		if !f.IsCall(call) { // what a lambda does counts where it is called
			return k.Same(a, k.arrays[0])
		}
		for level := range k.arrays {
			if k.mayBe(a, level, call) {
				return true
			}
		}
		return false
	})
}

// keepsOnly reports whether a method of the platform does nothing to its arguments but keep them in a collection, or compare them.
func keepsOnly(mem classfile.Member) bool {
	return platform.IsPlatform(mem.Class) && platform.AnyCollection.Has(mem.Class) && platform.PutOne.Named(mem.Name) && !platform.MentionsFunction(mem.Desc)
}

// mayRunUnmarking reports whether code of the program that a call runs may take a mark away, replace a row, or store another array to a field that
// the array is read from.
func (k *Cells) mayRunUnmarking(call ssa.ID) bool {
	mem, _ := k.M.Fn.Member(call)
	if k.M.Fn.IsCall(call) && (effects.RunsProgram(mem) && k.M.Db.OpenWorld || effects.StoresByHandle(mem) || k.changesView(k.M.Fn.Values[call].Op, mem)) {
		return true
	}
	does := k.M.EffectsOf(call)
	return does.MayDo(k.unmarks) || k.initializerUnmarks(does.Initializers)
}

// initializerUnmarks reports whether a class initializer may take a mark away.
func (k *Cells) initializerUnmarks(ms []*classfile.Method) bool {
	return slices.ContainsFunc(ms, func(m *classfile.Method) bool { return k.M.Db.OfInitializer(m).MayDo(k.unmarks) })
}

// unmarks reports whether an effect may take a mark away.
func (k *Cells) unmarks(e effects.Effect) bool {
	switch e.Op {
	case k.store:
		oddMarks := k.relation == classfile.OpIfIcmpeq && (k.limit == 0 || k.M.IsConstant(k.limit, 0))
		return !e.Fresh && !(e.Keeps && oddMarks)
	case classfile.OpAastore:
		return !e.Fresh && k.rows()
	case classfile.OpPutfield, classfile.OpPutstatic:
		return !e.Fresh && k.readFrom(e.Member)
	case classfile.OpInvokestatic, classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
		if k.changesView(e.Op, e.Member) || effects.StoresByHandle(e.Member) {
			return true
		}
		gets := e.Arrays.StoredBy(k.store) || k.rows() && e.Arrays.StoredBy(classfile.OpAastore)
		return gets && platform.IsPlatform(e.Member.Class) && e.Member.Class != platform.ObjectClass && !keepsOnly(e.Member)
	}
	return false
}

// changesView reports whether a method stores to what a list or a buffer holds: these may be the elements of an array.
func (k *Cells) changesView(op classfile.Op, mem classfile.Member) bool {
	switch {
	case op == classfile.OpInvokestatic:
		return k.rows() && platform.ListWriter.Has(mem)
	case !platform.Replacing.Named(mem.Name):
		return false
	case platform.IsBuffer(mem.Class):
		return true
	}
	return k.rows() && !platform.PutOne.Named(mem.Name) && (k.M.IsList(mem.Class) || platform.Cursor.Has(mem.Class) || platform.AnyContainer.Has(mem.Class))
}

// readFrom reports whether the array, or the limit of what is unmarked, is read from a field.
func (k *Cells) readFrom(field classfile.Member) bool {
	f := k.M.Fn
	for _, v := range []ssa.ID{k.arrays[0], k.limit} {
		for v != 0 {
			if v = k.M.Uncast(v); !effects.ReadsField(&f.Values[v]) {
				break
			}
			if mem, _ := f.Member(v); mem.Name == field.Name && mem.Desc == field.Desc {
				return true
			}
			if f.Values[v].Op == classfile.OpGetstatic {
				break
			}
			v = f.Args(v)[0]
		}
	}
	return false
}
