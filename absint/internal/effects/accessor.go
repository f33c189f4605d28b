package effects

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// Accessors: what decides which object a getter returns, so that a call of it counts as a link. Sound because what all dispatch targets
// read is united, and a method that does anything else is none.

// Accessor is what the calls of a method read. The zero value is of a method of which nothing is known.
type Accessor struct {
	Fields []FieldStore
	// Other reports whether something else decides, too: an element of an array, or what an object of the platform holds, or that the
	// method makes an object.
	Other bool
}

// Getter returns the field that a method returns if its body does nothing else; ok is false for other methods.
func Getter(t *progdb.FieldTable, mem classfile.Member) (classfile.Member, bool) {
	if t.H.Lookup(mem.Class) == nil {
		return classfile.Member{}, false
	}
	cm := t.H.Resolve(mem.Class, mem.Name, mem.Desc).Method
	if cm == nil || !cm.HasCode() {
		return classfile.Member{}, false
	}
	code, err := cm.Code()
	if err != nil || code == nil || len(code.Bytes) != 5 || code.Op(0) != classfile.OpAload0 || code.Op(1) != classfile.OpGetfield || !code.Op(4).IsReturn() {
		return classfile.Member{}, false
	}
	return cm.Class.Pool.Member(code.Index(1))
}

// maxAccessorCalls is how many methods under analysis are looked at that an accessor is or calls.
const maxAccessorCalls = 64

// AccessorOf returns what the calls of a method without parameters read.
func AccessorOf(t *progdb.FieldTable, op classfile.Op, mem classfile.Member) *Accessor {
	return memo.Memoize(&t.Accessors, mem, func() *Accessor {
		out := &Accessor{}
		w := &accessorWalk{t: t, out: out}
		w.targets(nil, op, mem)
		return out
	})
}

// accessorWalk looks at an accessor and at what it calls.
type accessorWalk struct {
	t    *progdb.FieldTable
	out  *Accessor
	seen []*classfile.Method
}

// targets adds the methods that a call may run.
func (w *accessorWalk) targets(from *classfile.Class, op classfile.Op, mem classfile.Member) {
	for _, m := range w.t.H.Dispatch(from, op, mem.Class, mem.Name, mem.Desc).Targets {
		if slices.Contains(w.seen, m) {
			continue
		}
		if w.seen = append(w.seen, m); len(w.seen) > maxAccessorCalls && w.t.H.Analysed(m.Class.Name) {
			w.out.Other = true
			return
		}
		w.method(m)
	}
}

// method adds what the code of a method reads. In code that is not under analysis, only fields count.
func (w *accessorWalk) method(m *classfile.Method) {
	code, err := m.Code()
	if err != nil || code == nil {
		return
	}
	own := w.t.H.Analysed(m.Class.Name)
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		switch op := code.Op(pc); {
		case op == classfile.OpGetfield || own && op == classfile.OpGetstatic:
			f, ok := m.Class.Pool.Member(code.Index(pc))
			if s := (FieldStore{Name: f.Name, Desc: f.Desc}); ok && !slices.Contains(w.out.Fields, s) {
				w.out.Fields = append(w.out.Fields, s)
			}
		case !own:
		case op >= classfile.OpIaload && op <= classfile.OpSaload || op == classfile.OpInvokedynamic:
			w.out.Other = true
		case op.IsCall():
			if c, ok := m.Class.Pool.Member(code.Index(pc)); ok {
				w.call(m.Class, op, c)
			}
		}
	}
}

// call adds what a call in an accessor reads.
func (w *accessorWalk) call(from *classfile.Class, op classfile.Op, c classfile.Member) {
	analysed := w.t.H.Analysed(c.Class)
	switch {
	case analysed && c.Name != "<init>":
		w.targets(from, op, c)
	case analysed: // a new node in each call
		w.out.Other = true
	case c.Name == "<init>" || op == classfile.OpInvokestatic && (platform.KeepsWrapped.Has(c) || platform.SameObject.Has(c) || platform.NullCheck.Has(c) || isEmpty(c)):
	default:
		w.out.Other = true
	}
}

// isEmpty reports whether a method returns an empty collection.
func isEmpty(c classfile.Member) bool {
	return platform.InUtil(c.Class) && platform.Quiet.Has(c) && c.Desc[1] == ')'
}
