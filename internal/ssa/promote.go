package ssa

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// Fields as variables: while (pos < n) pos++, where pos is a field, has a phi for pos in its header (register promotion, Cooper and Lu
// 1997; memory in SSA form, Chow et al. 1996). Sound because every instruction that may store to the field gives it another value: a
// store to the same object what it stores, any other one a value that is not known.

// Cell is a field of one object, which is a value of the method, or a static field, whose object is 0.
type Cell struct {
	Object ID
	Field  classfile.Member
}

// fieldPhi is the Aux of the phis of fields.
const fieldPhi = math.MinInt32

// Limits of Promote: cells of a method, and blocks times cells.
const (
	maxCells     = 8
	maxPromotion = 1 << 14
)

// Memory tells what the instructions of a method do to fields.
type Memory interface {
	// Declared returns the field that a member refers to, with the class that declares it; ok is false where other threads may see its stores at
	// once, or where it is not known.
	Declared(classfile.Member) (field classfile.Member, ok bool)
	// Getter returns the field of its receiver that a call returns, and does nothing else.
	Getter(call ID) (field classfile.Member, ok bool)
	// Steps returns what a call adds to int fields of its receiver, and the fields of it that it moves along a link.
	Steps(call ID) []Step
	// IsLinked reports whether a field holds objects of a class of the program.
	IsLinked(field classfile.Member) bool
	// Made returns what a field of a new object is behind the call of its constructor.
	Made(call ID, field classfile.Member) (value int64, ok bool)
	// Predicate returns the comparison whose result a call returns, and does nothing else; nil for other calls.
	Predicate(call ID) *Predicate
	// MayStore reports whether the code that an instruction runs may store to a field: that of a call, or of the initializer of a class.
	MayStore(v ID, field classfile.Member) bool
}

// Step is an addition to an int field, with the overflow of its type, or a move along a link: top = top.next.
type Step struct {
	Field     classfile.Member
	By        int64
	Sometimes bool             // or nothing is added; then By is 1 or -1
	Link      classfile.Member // a field of the object in Field, whose object is stored there
}

// Promote returns f with phis for the int and long fields that loops read and store to, and in which nothing else may store to them, and for
// fields that loops move along links (head = head.next). Reads of these fields become what the field then has, where that is known. The values of f keep their IDs. It returns f if there is no field to
// promote.
func Promote(f *Func, memory Memory) *Func {
	g := f.Graph
	if len(g.Loops) == 0 || len(g.Irreducible) > 0 || g.HasSubroutines {
		return f
	}
	cells := accesses{f, memory}.loopCells()
	if len(cells) == 0 || len(cells)*len(g.Blocks) > maxPromotion {
		return f
	}
	out := &Func{Graph: g, Code: f.Code, Method: f.Method, Leaves: f.Leaves, Values: slices.Clone(f.Values), Params: f.Params, Body: slices.Clone(f.Body),
		args: slices.Clone(f.args), at: f.at, starts: map[ID]ID{}, fields: map[ID]classfile.Member{},
		members: map[ID]classfile.Member{}, tests: map[ID]test{}}
	p := &promotion{accesses: accesses{out, memory}, known: map[ID]map[Cell]ID{}, reads: map[ID]ID{}, first: ID(len(f.Values))}
	for phi, v := range f.starts {
		p.starts[phi] = v
	}
	for _, c := range cells {
		p.promote(c)
	}
	p.addTests()
	p.finish()
	return p.Func
}

// accesses finds what the instructions of a method do to cells.
type accesses struct {
	*Func
	memory Memory
}

// loopCells returns the fields that a loop reads and stores to, of an object from outside of it, and to which nothing else in it may store.
func (a accesses) loopCells() []Cell {
	var cells []Cell
	for l := range a.Graph.Loops {
		objects := a.objectsReadIn(l)
		if len(objects) == 0 {
			continue
		}
		stored := a.storedIn(l, objects)
		if len(stored) == 0 { // as in most loops: what they read is not looked up
			continue
		}
		read := a.readIn(l)
		for _, c := range stored {
			if len(cells) < maxCells && slices.Contains(read, c) && !slices.Contains(cells, c) && (isNumber(c.Field) || a.follows(l, c)) && !a.clobbered(l, c) {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// objectsReadIn returns the objects of the cells that readIn may return.
func (a accesses) objectsReadIn(l int) (objects []ID) {
	add := func(object ID) {
		if a.outside(Cell{Object: object}, l) && !slices.Contains(objects, object) {
			objects = append(objects, object)
		}
	}
	for _, b := range a.Graph.Loops[l].Blocks {
		for _, v := range a.Body[b] {
			x := &a.Values[v]
			switch {
			case x.Kind != Instr:
			case x.Op == classfile.OpGetstatic && (x.Type == 'i' || x.Type == 'l' || x.Type == 'a'):
				add(0)
			case x.Op == classfile.OpGetfield && (x.Type == 'i' || x.Type == 'l' || x.Type == 'a'):
				add(a.Args(v)[0])
			case x.Op.IsConditional():
				for _, call := range a.Args(v) {
					if a.isMethodOfObject(call) {
						add(a.Args(call)[0])
					}
				}
			}
		}
	}
	return objects
}

// storedIn returns the cells of some objects that loop l stores to, by their names or by steps.
func (a accesses) storedIn(l int, objects []ID) (stored []Cell) {
	for _, b := range a.Graph.Loops[l].Blocks {
		for _, v := range a.Body[b] {
			x := &a.Values[v]
			switch {
			case x.Kind != Instr:
			case x.Op == classfile.OpPutstatic && slices.Contains(objects, 0), x.Op == classfile.OpPutfield && slices.Contains(objects, a.Args(v)[0]):
				if c, ok := a.storedBy(v); ok {
					stored = append(stored, c)
				}
			case a.isMethodOfObject(v) && slices.Contains(objects, a.Args(v)[0]):
				for _, s := range a.stepsOf(v) {
					stored = append(stored, Cell{a.Args(v)[0], s.Field})
				}
			}
		}
	}
	return stored
}

// readIn returns the cells of objects from outside of loop l that it reads by their names, or that calls read whose results it branches on.
func (a accesses) readIn(l int) (read []Cell) {
	add := func(c Cell) {
		if a.outside(c, l) && !slices.Contains(read, c) {
			read = append(read, c)
		}
	}
	for _, b := range a.Graph.Loops[l].Blocks {
		for _, v := range a.Body[b] {
			x := &a.Values[v]
			switch {
			case x.Kind != Instr:
			case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
				if c, ok := a.named(v); ok {
					add(c)
				}
			case x.Op.IsConditional():
				for _, call := range a.Args(v) {
					if c, ok := a.readOf(call); ok {
						add(c)
					}
					if p := a.predicateOf(call); p != nil {
						for _, c := range p.cellsOf(a.Args(call)[0]) {
							add(c)
						}
					}
				}
			}
		}
	}
	return read
}

// outside reports whether the object of a cell is one from outside of loop l.
func (a accesses) outside(c Cell, l int) bool {
	x := &a.Values[c.Object]
	return c.Object == 0 || x.Kind == Param || !a.Graph.InLoop(int(x.Block), l)
}

// clobbered reports whether loop l may store to a cell otherwise than by its name.
func (a accesses) clobbered(l int, c Cell) bool {
	return slices.ContainsFunc(a.Graph.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(a.Body[b], func(v ID) bool { return a.changes(v, c) })
	})
}

// readOf returns the cell that an instruction reads, or a getter that it calls.
func (a accesses) readOf(v ID) (c Cell, ok bool) {
	x := &a.Values[v]
	switch {
	case x.Kind != Instr:
		return c, false
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		return a.named(v)
	case x.Type != 'i' && x.Type != 'l' || !a.isMethodOfObject(v):
		return c, false
	}
	c.Object = a.Args(v)[0]
	c.Field, ok = a.memory.Getter(v)
	return c, ok && isNumber(c.Field)
}

// storedBy returns the cell that an instruction stores to.
func (a accesses) storedBy(v ID) (c Cell, ok bool) {
	x := &a.Values[v]
	if x.Kind != Instr || x.Op != classfile.OpPutfield && x.Op != classfile.OpPutstatic {
		return c, false
	}
	return a.named(v)
}

// named returns the cell that a field instruction names.
func (a accesses) named(v ID) (c Cell, ok bool) {
	if c.Field, ok = a.Member(v); !ok || !isNumber(c.Field) && !isObject(c.Field) {
		return c, false
	}
	if op := a.Values[v].Op; op == classfile.OpGetfield || op == classfile.OpPutfield {
		c.Object = a.Args(v)[0]
	}
	c.Field, ok = a.memory.Declared(c.Field)
	return c, ok
}

// isNumber reports whether a field is an int or a long, which a store does not cut.
func isNumber(field classfile.Member) bool { return field.Desc == "I" || field.Desc == "J" }

// predicateOf returns the comparison whose result an instruction returns, nil if it calls no predicate.
func (a accesses) predicateOf(v ID) *Predicate {
	if x := &a.Values[v]; x.Type != 'i' || !a.isMethodOfObject(v) {
		return nil
	}
	return a.memory.Predicate(v)
}

// isMethodOfObject reports whether v calls a method of an object.
func (a accesses) isMethodOfObject(v ID) bool {
	return a.IsCall(v) && a.Values[v].Op != classfile.OpInvokestatic
}

// stepsOf returns what a call adds to fields of its receiver.
func (a accesses) stepsOf(v ID) []Step {
	if !a.isMethodOfObject(v) {
		return nil
	}
	return a.memory.Steps(v)
}

// step returns what a call adds to a cell.
func (a accesses) step(v ID, c Cell) (s Step, ok bool) {
	for _, s := range a.stepsOf(v) {
		if (Cell{a.Args(v)[0], s.Field}) == c {
			return s, true
		}
	}
	return s, false
}

// made returns what a cell is behind the constructor of its object.
func (a accesses) made(v ID, c Cell) (value int64, ok bool) {
	if x := &a.Values[v]; x.Kind != Instr || x.Op != classfile.OpInvokespecial || c.Object == 0 || a.Args(v)[0] != c.Object || a.Values[c.Object].Op != classfile.OpNew {
		return 0, false
	}
	if m, _ := a.Member(v); m.Name != "<init>" {
		return 0, false
	}
	return a.memory.Made(v, c.Field)
}

// changes reports whether an instruction may give a cell another value than a store to it or a step does.
func (a accesses) changes(v ID, c Cell) bool {
	if to, ok := a.storedBy(v); ok && to == c { // a class is initialized before the store
		return false
	}
	if _, steps := a.step(v, c); steps {
		return false
	}
	return a.StoresTo(v, c.Field, a.memory.MayStore)
}

// promotion is the construction of one form with fields as variables.
type promotion struct {
	accesses
	known map[ID]map[Cell]ID // what cells have at the calls of predicates
	reads map[ID]ID          // what a read has, of the reads of which that is known
	first ID                 // that the promotion made
	phis  []ID
}

// promote adds the phis of a cell, and finds what its reads have.
func (p *promotion) promote(c Cell) {
	g := p.Graph
	number := Letter(c.Field.Desc)
	value := func(kind Kind, b int32, aux int64) ID {
		id := ID(len(p.Values))
		p.Values = append(p.Values, Value{Kind: kind, Type: number, Block: b, PC: -1, Aux: aux, first: int32(len(p.args))})
		p.fields[id] = c.Field
		return id
	}
	unknown := func(b int32) ID { return value(Field, b, -1) }
	onEntry := unknown(0)
	if c.Object == 0 || p.Values[c.Object].Kind == Param && p.Method.Name != "<init>" {
		p.Values[onEntry].Aux = int64(c.Object)
	}
	ends := make([]ID, len(g.Blocks)) // what the cell has behind a block
	var joins []ID
	for _, k := range g.RPO {
		var now ID
		preds := g.Blocks[k].Preds
		handler := slices.ContainsFunc(preds, func(i int32) bool { return g.Edges[i].Kind == cfg.Exception })
		switch {
		case handler:
			now = unknown(k)
		case k == 0 && len(preds) == 0:
			now = onEntry
		case len(preds) == 1 && ends[g.Edges[preds[0]].From] != 0:
			now = ends[g.Edges[preds[0]].From]
		default:
			now = value(Phi, k, fieldPhi)
			joins = append(joins, now)
		}
		for _, v := range p.Body[k] {
			if v == c.Object || p.changes(v, c) { // another object has it from here on, or it may be any number
				now = unknown(k)
			}
			if from, ok := p.readOf(v); ok && from == c {
				p.reads[v] = now
			}
			if t := p.predicateOf(v); t != nil && slices.Contains(t.cellsOf(p.Args(v)[0]), c) {
				if p.known[v] == nil {
					p.known[v] = map[Cell]ID{}
				}
				p.known[v][c] = now
			}
			if to, ok := p.storedBy(v); ok && to == c {
				args := p.Args(v)
				now = args[len(args)-1]
			} else if is, ok := p.made(v, c); ok {
				kind := Int
				if number == 'a' {
					kind = Const // null
				}
				now = p.newValue(Value{Kind: kind, Type: number, Block: k, PC: p.Values[v].PC, Aux: is})
			} else if s, ok := p.step(v, c); ok {
				now = p.stepped(now, v, s)
			}
		}
		ends[k] = now
	}
	for _, phi := range joins {
		k := p.Values[phi].Block
		p.Values[phi].first = int32(len(p.args))
		for _, i := range g.Blocks[k].Preds {
			p.args = append(p.args, ends[g.Edges[i].From]) // 0 from an unreachable block
		}
		if k == 0 { // the way in from the caller is the last argument
			p.args = append(p.args, onEntry)
		}
		p.Values[phi].count = int32(len(p.args)) - p.Values[phi].first
	}
	p.phis = append(p.phis, joins...)
}

// stepped makes what a field has behind a call, before which it has now.
func (p *promotion) stepped(now, call ID, s Step) ID {
	x := p.Values[call]
	if s.Link.Name != "" {
		now = p.newValue(Value{Kind: Instr, Type: 'a', Op: classfile.OpGetfield, Block: x.Block, PC: x.PC}, now)
		p.members[now] = s.Link
	} else if !s.Sometimes {
		now = p.newValue(Value{Kind: Instr, Type: 'i', Op: classfile.OpIinc, Block: x.Block, PC: x.PC, Aux: s.By}, now)
	} else {
		either := p.newValue(Value{Kind: Instr, Type: 'i', Op: classfile.OpInstanceof, Block: x.Block, PC: x.PC}, p.Args(call)[0]) // 0 or 1
		p.members[either] = classfile.Member{}
		op := classfile.OpIadd
		if s.By < 0 {
			op = classfile.OpIsub
		}
		now = p.newValue(Value{Kind: Instr, Type: 'i', Op: op, Block: x.Block, PC: x.PC}, now, either)
	}
	p.fields[now] = s.Field
	return now
}

// addTests makes the comparisons of predicates that read cells whose value is known at the call.
func (p *promotion) addTests() {
	for _, k := range p.Graph.RPO {
		for _, v := range p.Body[k] {
			known := p.known[v]
			for c, now := range known {
				if p.isUnknown(now) {
					delete(known, c)
				}
			}
			if len(known) == 0 {
				continue
			}
			t := p.predicateOf(v)
			x, y := p.makeOperand(t.A, v, known), ID(0)
			if t.Op < classfile.OpIfnull {
				y = p.makeOperand(t.B, v, known)
			}
			p.tests[v] = test{x, y, t.Op}
		}
	}
}

// finish removes the phis of one value and those that no instruction uses, puts the others in front of their blocks, and lets instructions
// use what reads have.
func (p *promotion) finish() {
	r := p.trivialPhis(p.phis, p.reads)
	for i, a := range p.args {
		if a != 0 {
			p.args[i] = r.find(a)
		}
	}
	for call, t := range p.tests {
		p.tests[call] = test{r.find(t.a), r.find(t.b), t.op}
	}
	used := p.used()
	fronts := map[int32][]ID{}
	for _, phi := range p.phis {
		if _, gone := r.same[phi]; !gone && used[phi] {
			b := p.Values[phi].Block
			fronts[b] = append(fronts[b], phi)
		}
	}
	for _, b := range p.Graph.RPO {
		if len(fronts[b]) == 0 {
			continue
		}
		p.Body[b] = slices.Concat(fronts[b], p.Body[b])
		if l := p.Graph.Blocks[b].Loop; l >= 0 && p.Graph.Loops[l].Header == b {
			for _, phi := range fronts[b] {
				p.addEntry(phi, int(l))
			}
		}
	}
}

// isUnknown reports whether v is what a cell has where that is not known.
func (f *Func) isUnknown(v ID) bool { return f.Values[v].Kind == Field && f.Values[v].Aux < 0 }

// used returns the values that instructions use, themselves or through phis.
func (p *promotion) used() map[ID]bool {
	used := map[ID]bool{}
	var work []ID
	use := func(v ID) {
		for _, a := range p.Args(v) {
			if !used[a] {
				used[a] = true
				work = append(work, a)
			}
		}
	}
	for _, k := range p.Graph.RPO {
		for _, v := range p.Body[k] { // which has no new phis yet
			use(v)
			if t, ok := p.tests[v]; ok {
				used[t.a], used[t.b] = true, true
				work = append(work, t.a, t.b)
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if v >= p.first {
			use(v)
		}
	}
	return used
}
