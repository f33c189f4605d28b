package progdb

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Lengths of the rows of arrays of arrays, such as new int[8][16] or a private static table. Sound because every use of the
// array is followed, through phis, casts, rows of rows, calls of known methods and the private field that holds it: a use that
// may store another row or pass the array on makes them unknown, and all rows that are stored have a length that is known. A row
// may go anywhere, its length never changes; reading that of null throws.

// maxRowUses bounds the values whose uses are followed.
const maxRowUses = 64

// heldRows is a query for the rows at a level of the arrays that a field may hold: 1 for the elements of the array.
type heldRows struct {
	field classfile.Member
	level int
}

// HeldRows returns the lengths of the rows at a level of the arrays that a field may hold; ok is false if they are not known.
func (t *FieldTable) HeldRows(mem classfile.Member, level int) (n Lengths, ok bool) {
	if level < 1 || len(mem.Desc) <= level || mem.Desc[level] != '[' {
		return Lengths{}, false
	}
	held := memo.Memoize(&t.held, heldRows{mem, level}, func() *Lengths {
		c, f := t.Find(mem)
		if c == nil || f.Access&classfile.AccPrivate == 0 || !t.OwnWrites(c, f) {
			return nil
		}
		w := t.newRows(nil)
		if w.field(c, f, level); w.unknown || w.all == noLengths {
			return nil
		}
		return &w.all
	})
	if held == nil {
		return Lengths{}, false
	}
	return *held, true
}

// Rows are the arrays that may be rows at one level of an array that a method makes.
type Rows struct {
	Counts []ssa.ID // the numbers of elements that the allocation of the array gives them
	Stored []ssa.ID // arrays that the method stores
	Others Lengths  // those that other methods make; none if Most is negative
}

// RowsOf returns the rows at a level of an array that b makes; ok is false if others may store rows to it.
func (t *FieldTable) RowsOf(b *Body, v ssa.ID, level int) (r Rows, ok bool) {
	w := t.newRows(b)
	w.made(b, v, level, 0, true)
	w.follow()
	w.rows.Others = w.all
	return w.rows, !w.unknown
}

// rows collects the lengths of the rows of one array, or of all arrays that one field holds.
type rows struct {
	t       *FieldTable
	local   *Body // the method that is asked about, nil for a field
	held    *heldRows
	rows    Rows
	all     Lengths
	unknown bool
	work    []rowUse
	seen    map[rowUse]bool
}

// rowUse is an array whose uses are to be followed.
type rowUse struct {
	method  *classfile.Method
	v       ssa.ID
	level   int  // of the rows, seen from the array
	returns bool // the method may return it
}

func (t *FieldTable) newRows(local *Body) *rows {
	return &rows{t: t, local: local, all: noLengths, seen: map[rowUse]bool{}}
}

// field follows all arrays that a field may hold.
func (w *rows) field(c *classfile.Class, f *classfile.Field, level int) {
	u, ok := w.t.Nests.UsesOf(c, Named{f.Name, f.Desc})
	if !ok || u.HandleReads || len(u.Writes) > maxHeldStores || len(u.Reads) > maxRowUses {
		w.unknown = true
		return
	}
	w.held = &heldRows{classfile.Member{Class: c.Name, Name: f.Name, Desc: f.Desc}, level}
	for _, use := range slices.Concat(u.Writes, u.Reads) {
		b := w.t.body(use.Method)
		if b.Err != nil {
			w.unknown = true
			return
		}
		at := b.F.At(use.Pc)
		switch x := &b.F.Values[at]; {
		case at == 0: // unreachable
		case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
			w.kept(b, at, level, false)
		default:
			args := b.F.Args(at)
			w.made(b, args[len(args)-1], level, 0, false)
		}
	}
	w.follow()
}

// made adds the lengths of the rows that an array has when it is allocated. At level 0 they are its own.
// Their other uses are followed, too: those of an array that a choice or a cast is of. returns: b may return it.
func (w *rows) made(b *Body, v ssa.ID, level, depth int, returns bool) {
	x := &b.F.Values[v]
	w.kept(b, v, level, returns)
	switch {
	case w.unknown || b.F.IsNull(v):
		return
	case depth > maxMadeDepth:
		w.unknown = true
		return
	case x.Kind == ssa.Phi:
		for _, a := range b.F.Args(v) {
			w.made(b, a, level, depth+maxMadeDepth-1, returns) // no choices between choices of choices
		}
		return
	case level == 0:
		w.row(b, v)
		return
	case x.Kind != ssa.Instr:
		w.unknown = true
		return
	}
	args := b.F.Args(v)
	switch x.Op {
	case classfile.OpMultianewarray:
		if level < len(args) {
			w.count(b, args[level])
		}
		return // of fewer dimensions, its rows are null
	case classfile.OpAnewarray:
		return
	case classfile.OpCheckcast:
		w.made(b, args[0], level, depth+1, returns)
		return
	case classfile.OpInvokestatic:
		mem, _ := b.F.Member(v)
		d := w.t.H.Dispatch(b.Method.Class, x.Op, mem.Class, mem.Name, mem.Desc)
		if d.Complete && len(d.Targets) == 1 && d.Targets[0].Class == b.Method.Class && w.returned(w.t.body(d.Targets[0]), level, depth+1) {
			return
		}
	}
	w.unknown = true
}

// returned adds the rows of the arrays that a method makes and returns.
func (w *rows) returned(b *Body, level, depth int) bool {
	if b.Err != nil {
		return false
	}
	for v := range b.Returned() {
		w.made(b, v, level, depth, true)
	}
	return true
}

// count adds rows of as many elements as an allocation gives them.
func (w *rows) count(b *Body, v ssa.ID) {
	if b == w.local {
		w.rows.Counts = append(w.rows.Counts, v)
		return
	}
	w.add(constantLength(b, v))
}

// row adds an array that is stored as a row.
func (w *rows) row(b *Body, v ssa.ID) {
	if b == w.local {
		w.rows.Stored = append(w.rows.Stored, v)
		return
	}
	w.add(w.t.madeLengths(b, v, 0))
}

// add adds rows of known lengths.
func (w *rows) add(n Lengths, ok bool) {
	w.all = w.all.join(n)
	w.unknown = w.unknown || !ok
}

// kept notes an array whose uses are to be followed. returns: the method may return it.
func (w *rows) kept(b *Body, v ssa.ID, level int, returns bool) {
	if u := (rowUse{b.Method, v, level, returns}); level > 0 && !b.F.IsNull(v) && !w.seen[u] {
		w.seen[u] = true
		w.work = append(w.work, u)
	}
}

// follow looks at all uses of the arrays that were noted.
func (w *rows) follow() {
	for len(w.work) > 0 && !w.unknown {
		u := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		b := w.local
		if b == nil || b.Method != u.method {
			b = w.t.body(u.method)
		}
		if b.Err != nil || len(w.seen) > maxRowUses {
			w.unknown = true
			return
		}
		for _, blk := range b.G.RPO {
			for _, v := range b.F.Body[blk] {
				if slices.Contains(b.F.Args(v), u.v) && !w.use(b, v, u) {
					w.unknown = true
					return
				}
			}
		}
	}
}

// use follows one use of an array; it reports false if that may store unknown rows, or pass the array on.
func (w *rows) use(b *Body, v ssa.ID, u rowUse) bool {
	x := &b.F.Values[v]
	if x.Kind == ssa.Phi {
		w.kept(b, v, u.level, u.returns)
		return true
	}
	args := b.F.Args(v)
	switch op := x.Op; op {
	case classfile.OpArraylength, classfile.OpIfnull, classfile.OpIfnonnull, classfile.OpIfAcmpeq, classfile.OpIfAcmpne,
		classfile.OpInstanceof, classfile.OpMonitorenter, classfile.OpMonitorexit:
		return true
	case classfile.OpCheckcast:
		w.kept(b, v, u.level, u.returns)
		return true
	case classfile.OpAaload:
		w.kept(b, v, u.level-1, u.returns)
		return true
	case classfile.OpAastore:
		if args[2] == u.v {
			return false
		}
		if !w.ownRow(b, args[2], u) {
			w.made(b, args[2], u.level-1, 0, u.returns)
		}
		return true
	case classfile.OpAreturn:
		return u.returns
	case classfile.OpPutfield, classfile.OpPutstatic:
		mem, _ := b.F.Member(v)
		return w.isHeld(mem, u.level)
	}
	return b.F.IsCall(v) && w.passed(b, v, u)
}

// isHeld reports whether a field is the one whose arrays are followed.
func (w *rows) isHeld(mem classfile.Member, level int) bool {
	if w.held == nil || level != w.held.level {
		return false
	}
	c, f := w.t.Find(mem)
	return c != nil && heldRows{classfile.Member{Class: c.Name, Name: f.Name, Desc: f.Desc}, level} == *w.held
}

// ownRow reports whether v is a row, at the level of u, of the array of u itself or of one in the field: its length is known.
func (w *rows) ownRow(b *Body, v ssa.ID, u rowUse) bool {
	x := &b.F.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpAaload {
		return false
	}
	from := b.F.Args(v)[0]
	mem, ok := b.F.Member(from)
	return from == u.v || ok && !b.F.IsCall(from) && w.isHeld(mem, u.level)
}

// passed follows an array into a call.
func (w *rows) passed(b *Body, v ssa.ID, u rowUse) bool {
	x, args := &b.F.Values[v], b.F.Args(v)
	mem, _ := b.F.Member(v)
	switch {
	case platform.ArrayReader.Has(mem), mem.Name == "clone" && x.Op == classfile.OpInvokevirtual && args[0] == u.v:
		return u.level == 1 // a copy has the rows, not the array
	case platform.ArrayWriter.Has(mem):
		return u.level == 1 && mem.Class != platform.Arrays && args[2] != u.v // copies the rows
	}
	d := w.t.H.Dispatch(b.Method.Class, x.Op, mem.Class, mem.Name, mem.Desc)
	if !d.Complete || len(d.Lambdas) > 0 || len(d.Targets) == 0 || len(d.Targets) > maxMadeDepth {
		return false
	}
	for _, target := range d.Targets {
		callee := w.t.body(target)
		if callee.Err != nil || len(callee.F.Params) != len(args) {
			return false
		}
		for i, a := range args {
			if a == u.v {
				w.kept(callee, callee.F.Params[i], u.level, false)
			}
		}
	}
	return true
}
