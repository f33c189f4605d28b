package effects

import (
	"iter"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Effects of single instructions: stores, and calls that may run code outside the platform. Sound because a store by
// a handle, whose field is not named, counts as a store to every field.

// Effect is the effect of an instruction on collections, links and marks: a call, a store to a field or a store to an
// array.
type Effect struct {
	Op     classfile.Op
	Member classfile.Member // the method called or the field stored to
	Keeps  bool             // a call on an object that the method allocates, or a store of a mark that is set
	Fresh  bool             // a store to an array or an object that the method allocates
	Own    bool             // a store of what may be the object that a constructor makes
	Arrays Elements         // of arrays that a call may get as arguments, and that the method has not made
	Of     FieldStore       // the field that the receiver was read from
}

// FieldStore names a field by name and descriptor or, with an empty name, the elements of arrays of one type.
type FieldStore struct{ Name, Desc string }

// String returns the name of the field for messages.
func (s FieldStore) String() string {
	if s.Name == "" {
		return "the array elements"
	}
	return s.Name
}

// CallEffects are the effects of the application code that a call can run.
type CallEffects struct {
	Methods      []*MethodEffects    // of the methods that are known and have any, each once
	Any          bool                // unknown code may run: it may have any effect
	Initializers []*classfile.Method // class initializers that it may run, each once: see OfInitializer
}

// MayDo reports whether the code may have an effect that match accepts.
func (b *CallEffects) MayDo(match func(Effect) bool) bool { return b.Any || b.Does(match) }

// Does reports whether a known effect is one that match accepts.
func (b *CallEffects) Does(match func(Effect) bool) bool {
	return slices.ContainsFunc(b.Methods, func(in *MethodEffects) bool { return slices.ContainsFunc(in.Effects, match) })
}

// All yields the known effects, method by method.
func (b *CallEffects) All() iter.Seq[Effect] {
	return func(yield func(Effect) bool) {
		b.Does(func(e Effect) bool { return !yield(e) })
	}
}

// add adds the effects of a method.
func (b *CallEffects) add(in *MethodEffects) {
	if len(in.Effects) > 0 {
		b.Methods = append(b.Methods, in)
	}
}

// ReadsField reports whether x is the value of a field.
func ReadsField(x *ssa.Value) bool {
	return x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic)
}

// StoresByHandle reports whether a method may store an object to a field that it does not name: by a VarHandle or a
// field updater.
func StoresByHandle(mem classfile.Member) bool {
	switch {
	case !WritesByHandle(mem):
		return false
	case mem.Class == platform.VarHandle:
		value := ""
		classfile.EachParam(mem.Desc, func(t string) { value = t })
		return value != "" && (value[0] == 'L' || value[0] == '[') && value != platform.Desc(platform.Void) // which is null
	}
	return mem.Class == platform.ReferenceUpdater
}

// WritesByHandle reports whether a method may store an object or a number to a field that it does not name: by a VarHandle or a
// field updater.
func WritesByHandle(mem classfile.Member) bool {
	if mem.Class != platform.VarHandle && !platform.IsFieldUpdater(mem.Class) {
		return false
	}
	return !ReadsAtomic(mem.Name) && mem.Name != "newUpdater"
}

// ReadsAtomic reports whether the name of a method of a handle, a field updater or an atomic number is that of one that only reads.
func ReadsAtomic(name string) bool {
	return strings.HasPrefix(name, "get") && !strings.HasPrefix(name, "getAnd") || strings.HasSuffix(name, "Value")
}

// RunsProgram reports whether a call may run code outside the platform: the method itself, or a function that it
// gets.
func RunsProgram(mem classfile.Member) bool {
	if !platform.IsPlatform(mem.Class) {
		return !ReadsArguments(mem) && !platform.Quiet.Has(mem)
	}
	if platform.Running.Named(mem.Name) || slices.ContainsFunc(callerClasses, func(c string) bool { return strings.Contains(mem.Class, c) }) {
		return true
	}
	return platform.MentionsFunction(mem.Class) || platform.MentionsFunction(mem.Desc)
}

// LeavesOnly reports whether the parameters of a method are numbers, texts and arrays of these.
func LeavesOnly(desc string) bool {
	only := true
	classfile.EachParam(desc, func(t string) {
		element := strings.TrimLeft(t, "[")
		only = only && (element[0] != 'L' || platform.Leaf.Has(platform.ClassName(element)) || element == "Ljava/lang/Class;")
	})
	return only
}

// callerClasses are parts of the names of platform classes whose methods run application code that they do not get as
// an argument.
var callerClasses = []string{"Listener", "Observer", "Handler", "Callback", "Privileged", "Visitor"}

// mayBeOwn reports whether a value may be the object that a constructor makes. What is read from a field or an array is, if that was stored there.
func mayBeOwn(f *ssa.Func, v ssa.ID) bool {
	x := &f.Values[v]
	return f.Method.Name == "<init>" && (v == f.Params[0] || x.Type == 'a' && x.Kind != ssa.Param && x.Kind != ssa.Const && !(x.Kind == ssa.Instr && (x.Op == classfile.OpNew || ReadsField(x) || x.Op == classfile.OpAaload || MakesArray(x))))
}

// EffectOf returns the effect of an instruction; ok is false if it has none.
func EffectOf(f *ssa.Func, v ssa.ID) (e Effect, ok bool) {
	x, args := &f.Values[v], f.Args(v)
	e.Op = x.Op
	switch x.Op {
	case classfile.OpPutstatic, classfile.OpInvokestatic:
		e.Member, _ = f.Member(v)
	case classfile.OpPutfield:
		e.Member, _ = f.Member(v)
		made := &f.Values[args[0]]
		e.Fresh = made.Kind == ssa.Instr && made.Op == classfile.OpNew || f.Method.Name == "<init>" && args[0] == f.Params[0]
		e.Own = mayBeOwn(f, args[1])
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
		e.Member, _ = f.Member(v)
		made := &f.Values[args[0]]
		e.Keeps = made.Kind == ssa.Instr && made.Op == classfile.OpNew
		if from, ok := f.Member(args[0]); ok && ReadsField(made) {
			e.Of = FieldStore{from.Name, from.Desc}
		}
	case classfile.OpBastore, classfile.OpIastore, classfile.OpCastore, classfile.OpSastore, classfile.OpAastore:
		mark := &f.Values[args[2]]
		e.Fresh = MakesArray(&f.Values[args[0]])
		e.Own = mayBeOwn(f, args[2])
		e.Keeps = mark.Kind == ssa.Int && mark.Aux&1 != 0
	default:
		return e, false
	}
	if f.IsCall(v) {
		for _, a := range args {
			if f.Values[a].Type == 'a' && !MakesArray(&f.Values[a]) {
				e.Arrays |= elementsOf(f.Static(a))
			}
		}
	}
	return e, true
}

// Stores reports whether an instruction stores to a field or to an element of an array.
func Stores(op classfile.Op) bool {
	return op == classfile.OpPutfield || op == classfile.OpPutstatic || op >= classfile.OpIastore && op <= classfile.OpSastore
}

// MakesArray reports whether a value is an array that an instruction makes.
func MakesArray(x *ssa.Value) bool {
	return x.Kind == ssa.Instr && (x.Op == classfile.OpNewarray || x.Op == classfile.OpAnewarray || x.Op == classfile.OpMultianewarray)
}

// Elements are kinds of elements of arrays, by the instructions that store them.
type Elements uint8

const (
	intElements Elements = 1 << iota
	byteElements
	charElements
	shortElements
	objectElements
)

// StoredBy reports whether the elements of one of the kinds are stored by an instruction.
func (e Elements) StoredBy(op classfile.Op) bool {
	switch op {
	case classfile.OpIastore:
		return e&intElements != 0
	case classfile.OpBastore:
		return e&byteElements != 0
	case classfile.OpCastore:
		return e&charElements != 0
	case classfile.OpSastore:
		return e&shortElements != 0
	case classfile.OpAastore:
		return e&objectElements != 0
	}
	return false
}

// elementsOf returns the kinds of elements of what a static type admits, those of an unknown type if it is empty. Of longs and floats there is none.
func elementsOf(t string) Elements {
	switch {
	case t == "" || platform.AboveArray.Has(platform.ClassName(t)):
		return intElements | byteElements | charElements | shortElements | objectElements
	case t[0] != '[':
		return 0
	}
	switch t[1] {
	case 'I':
		return intElements
	case 'B', 'Z':
		return byteElements
	case 'C':
		return charElements
	case 'S':
		return shortElements
	case 'L', '[':
		return objectElements
	}
	return 0
}

// effectList is a list of effects, each once.
type effectList struct {
	all   []Effect
	known map[Effect]bool // those of all, where they are many
}

func (l *effectList) add(e Effect) {
	const few = 16
	if l.known == nil && len(l.all) >= few {
		l.known = make(map[Effect]bool, 4*few)
		for _, x := range l.all {
			l.known[x] = true
		}
	}
	if l.known[e] || l.known == nil && slices.Contains(l.all, e) {
		return
	}
	if l.known != nil {
		l.known[e] = true
	}
	l.all = append(l.all, e)
}

// TestsObject reports whether an instruction only tests the identity or type of an object, or locks it.
func TestsObject(op classfile.Op) bool {
	switch op {
	case classfile.OpIfnull, classfile.OpIfnonnull, classfile.OpInstanceof, classfile.OpMonitorenter, classfile.OpMonitorexit:
		return true
	}
	return false
}

// ReadsArguments reports whether a library method outside the platform neither changes nor keeps its arguments, and calls back
// comparisons, hashCode and toString only.
func ReadsArguments(mem classfile.Member) bool {
	return platform.NullCheck.Has(mem) || platform.ReadsArguments.Has(mem)
}
