// Package ssa gives every value of a method a name: operand stack and local variables disappear, what remains are
// values and the instructions that use them, in static single assignment form over the control flow graph.
//
// Loads, stores, dup, pop and swap leave no trace: they only move values. A value is identified by an ID, an index
// into Func.Values. A local variable that differs between the predecessors of a block becomes a phi there, and
// only where it is live.
package ssa

import (
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// ID names a value of one Func; 0 is no value.
type ID int32

// Kind tells what a value is.
type Kind uint8

// The kinds of values.
const (
	Undef  Kind = iota // never assigned, or of conflicting types where blocks join
	Param              // a parameter on entry; Aux is its local variable index
	Int                // an int or long constant; Aux is the number
	Const              // another constant; Aux is the pool index, 0 for null and the float and double immediates
	Phi                // Args has one value per predecessor edge of the block, in the block's order; Aux is the local variable index, or -1-i for stack slot i
	Caught             // the exception on entry to a handler
	Field              // what a field has on entry to the method, of the object Aux or static (0), or, for Aux -1, after code that may store to it: see Promote
	Entry              // what a phi in the header of a loop that several edges enter begins with; see Func.EntryOf
	Instr              // the instruction Op at PC applied to Args; Type is 'v' where it has no result
)

// Value is one value or, with Type 'v', one instruction that has none.
type Value struct {
	Kind  Kind
	Type  byte // i, l, f, d, a; v for none; r for the return address of jsr
	Op    classfile.Op
	Block int32
	PC    int32 // of the instruction; -1 for parameters and phis
	Aux   int64 // Param, Int, Const, Phi: see there; iinc: the increment
	first int32 // of the arguments in Func.args
	count int32
}

// Func is one method in SSA form. It is immutable once built.
type Func struct {
	Graph  *cfg.Graph
	Code   *classfile.Code
	Method *classfile.Method
	Values []Value // index 0 is unused
	Params []ID    // the receiver first, then one per parameter
	// Body lists, per block, its phis and then its instructions in order. Unreachable blocks are empty.
	Body [][]ID
	// Leaves says that a return leaves more on the operand stack than its result.
	Leaves bool
	args   []ID
	at     []ID // by pc, the Instr, Int or Const value that the instruction made
	// starts has the Entry values by their phi.
	starts  map[ID]ID
	fields  map[ID]classfile.Member // of the values that stand for what a field has: phis, Field values, and steps of calls
	members map[ID]classfile.Member // of instructions that calls run: see Promote
	tests   map[ID]test             // the comparisons whose results calls return
	// vars is read when somebody asks for a name, which several goroutines may do.
	read sync.Once
	vars []classfile.Variable
}

// Args returns the operands of v: for a call the receiver, if any, then the arguments. Not to be changed.
func (f *Func) Args(v ID) []ID {
	x := &f.Values[v]
	return f.args[x.first : x.first+x.count : x.first+x.count]
}

// EntryOf returns the Entry value of a phi in the header of a loop, 0 where it has none: one value enters the loop, or the phi is no number.
// An Entry value is no member of a Body: code that the class has not would compute it in front of the header. Its Args are those of the phi for
// the edges that enter the loop, in their order; its Block is the immediate dominator of the header; Aux is the phi.
func (f *Func) EntryOf(phi ID) ID { return f.starts[phi] }

// FieldOf returns the field of which v is what it has: a Field value, a phi, or a step of a call.
func (f *Func) FieldOf(v ID) (m classfile.Member, ok bool) {
	m, ok = f.fields[v]
	return m, ok
}

// At returns the value that the instruction at pc made, 0 where it only moves values or is unreachable.
func (f *Func) At(pc int) ID {
	if pc < 0 || pc >= len(f.at) {
		return 0
	}
	return f.at[pc]
}

// Member returns the member that a field or call instruction refers to; ok is false for anything else.
func (f *Func) Member(v ID) (m classfile.Member, ok bool) {
	x := &f.Values[v]
	if m, ok = f.members[v]; ok {
		return m, m.Name != ""
	}
	if x.Kind != Instr || x.Op < classfile.OpGetstatic || x.Op > classfile.OpInvokeinterface {
		return m, false
	}
	return f.Method.Class.Pool.Member(f.Code.Index(int(x.PC)))
}

// IsCall reports whether v is a call of a method, invokedynamic left out.
func (f *Func) IsCall(v ID) bool {
	x := &f.Values[v]
	return x.Kind == Instr && x.Op >= classfile.OpInvokevirtual && x.Op <= classfile.OpInvokeinterface
}

// IsCallTo reports whether v calls class.name, with any descriptor.
func (f *Func) IsCallTo(v ID, class, name string) bool {
	if !f.IsCall(v) {
		return false
	}
	m, _ := f.Member(v)
	return m.Name == name && m.Class == class
}

// Static returns the descriptor of v's static type, as far as the code says: "I", "[J", "Ljava/util/List;". Empty
// where it is not known (null, a join of different types).
func (f *Func) Static(v ID) string { return f.static(v, 0) }

func (f *Func) static(v ID, depth int) string {
	x := &f.Values[v]
	pool := &f.Method.Class.Pool
	switch x.Kind {
	case Param:
		return f.paramType(v)
	case Caught:
		return "Ljava/lang/Throwable;"
	case Int:
		if x.Type == 'l' {
			return "J"
		}
		return "I"
	case Const:
		switch pool.Tag(int(x.Aux)) {
		case classfile.TagString:
			return "Ljava/lang/String;"
		case classfile.TagClass:
			return "Ljava/lang/Class;"
		}
	case Field:
		return f.fields[v].Desc
	case Phi:
		if depth > 4 {
			return ""
		}
		if m, ok := f.fields[v]; ok {
			return m.Desc
		}
		return f.joined(v, depth)
	case Instr:
		switch op := x.Op; {
		case op == classfile.OpGetfield || op == classfile.OpGetstatic:
			m, _ := f.Member(v)
			return m.Desc
		case op.IsCall():
			m, _ := f.Member(v)
			return classfile.Return(m.Desc)
		case op == classfile.OpInvokedynamic:
			d, _ := pool.Dynamic(f.Code.Index(int(x.PC)))
			return classfile.Return(d.Desc)
		case op == classfile.OpNew || op == classfile.OpCheckcast:
			n := pool.ClassName(f.Code.Index(int(x.PC)))
			if n != "" && n[0] != '[' {
				n = "L" + n + ";"
			}
			return n
		case op == classfile.OpNewarray:
			return "[" + string(f.Code.ArrayType(int(x.PC)))
		case op == classfile.OpAnewarray:
			n := pool.ClassName(f.Code.Index(int(x.PC)))
			if n != "" && n[0] != '[' {
				n = "L" + n + ";"
			}
			return "[" + n
		case op == classfile.OpMultianewarray:
			return pool.ClassName(f.Code.Index(int(x.PC)))
		case op == classfile.OpAaload:
			if t := f.static(f.Args(v)[0], depth+1); len(t) > 1 && t[0] == '[' {
				return t[1:]
			}
			return ""
		}
	}
	switch x.Type {
	case 'i':
		return "I"
	case 'l':
		return "J"
	case 'f':
		return "F"
	case 'd':
		return "D"
	}
	return ""
}

// maxJoined is the number of phis up to which what joins in one of them is looked at.
const maxJoined = 32

// joined is the static type that all values have in common which a phi can be, through other phis; null is of any.
func (f *Func) joined(phi ID, depth int) string {
	phis := []ID{phi}
	t := ""
	for i := 0; i < len(phis); i++ {
		for _, a := range f.Args(phis[i]) {
			switch {
			case a == 0 || f.isNull(a):
			case f.Values[a].Kind == Phi && f.fields[a].Desc == "":
				if !slices.Contains(phis, a) {
					phis = append(phis, a)
				}
			default:
				u := f.static(a, depth+1)
				if u == "" || t != "" && u != t {
					return ""
				}
				t = u
			}
		}
		if len(phis) > maxJoined {
			return ""
		}
	}
	return t
}

func (f *Func) isNull(v ID) bool {
	x := &f.Values[v]
	return x.Kind == Const && x.Type == 'a' && x.Aux == 0
}

// IsNull reports whether v is the null constant.
func (f *Func) IsNull(v ID) bool { return f.isNull(v) }

func (f *Func) paramType(v ID) string {
	for i, p := range f.Params {
		if p != v {
			continue
		}
		if !f.Method.Static() {
			if i == 0 {
				return "L" + f.Method.Class.Name + ";"
			}
			i--
		}
		k, t := 0, ""
		classfile.EachParam(f.Method.Desc, func(d string) {
			if k == i {
				t = d
			}
			k++
		})
		return t
	}
	return ""
}

// Uncast returns the operand of the casts that v is the result of, or v.
func (f *Func) Uncast(v ID) ID {
	for f.Values[v].Kind == Instr && f.Values[v].Op == classfile.OpCheckcast {
		v = f.Args(v)[0]
	}
	return v
}

// StringConstant returns the text of a String constant; ok is false for any other value.
func (f *Func) StringConstant(v ID) (s string, ok bool) {
	x := &f.Values[f.Uncast(v)] // Clojure casts constants to the type of the parameter
	pool := &f.Method.Class.Pool
	if x.Kind != Const || pool.Tag(int(x.Aux)) != classfile.TagString {
		return "", false
	}
	return pool.StringValue(int(x.Aux)), true
}

// Name returns what the developer calls v: a parameter's or local variable's name from the debug tables, "this",
// or empty. A value that only passes through the stack has no name. Of the variables of functions that Kotlin inlined, such as
// $this$map$iv and destination$iv$iv, the developer wrote none: an object that is read from a field or that a call returns has no name
// by them, other values have what the function calls them: destination.
func (f *Func) Name(v ID) string {
	n := f.variable(v)
	own, _, inlined := strings.Cut(n, inlinedVariable)
	if !inlined {
		return n
	}
	x := &f.Values[v]
	if _, member := f.Member(v); member && x.Type == 'a' {
		return ""
	}
	if receiver, ok := strings.CutPrefix(own, "$this$"); ok {
		return "this@" + receiver
	}
	return own
}

// inlinedVariable is how Kotlin marks the variables of functions that it inlines, once for each function: element$iv$iv.
const inlinedVariable = "$iv"

// OfInlined reports whether v is held by a variable of a function that Kotlin inlined.
func (f *Func) OfInlined(v ID) bool { return strings.Contains(f.variable(v), inlinedVariable) }

// variable returns the name of the parameter or local variable that holds v, by the debug tables.
func (f *Func) variable(v ID) string {
	if m, ok := f.fields[v]; ok {
		return m.Name
	}
	if _, ok := f.members[v]; ok { // the code of the method does not have it
		return ""
	}
	x := &f.Values[v]
	switch x.Kind {
	case Param:
		if x.Aux == 0 && !f.Method.Static() {
			return "this"
		}
		if n := f.Variable(int(x.Aux), 0); n != "" {
			return n
		}
		for i, p := range f.Params {
			if p == v {
				if !f.Method.Static() {
					i--
				}
				if names := f.Method.ParameterNames(); i >= 0 && i < len(names) {
					return names[i]
				}
			}
		}
	case Entry:
		return f.Name(ID(x.Aux))
	case Phi:
		if x.Aux >= 0 {
			return f.Variable(int(x.Aux), f.Graph.Blocks[x.Block].Start)
		}
	case Instr, Int, Const:
		next := f.Code.Next(int(x.PC))
		if x.Kind == Instr && x.Op == classfile.OpNew { // it is stored when it has been initialised
			next = f.initialised(v, next)
		}
		if x.Kind == Instr && (x.Op == classfile.OpNewarray || x.Op == classfile.OpAnewarray) { // and an array when it has its elements
			next = f.filled(v, next)
		}
		if x.Op == classfile.OpIinc {
			i, _ := f.Code.Local(int(x.PC))
			return f.Variable(i, int(x.PC))
		}
		if next < len(f.Code.Bytes) && f.Code.Op(next) == classfile.OpCheckcast { // the object is stored as another type
			next = f.Code.Next(next)
		}
		if next < len(f.Code.Bytes) && f.Code.Op(next).IsStore() {
			i, _ := f.Code.Local(next)
			return f.Variable(i, f.Code.Next(next))
		}
	}
	return ""
}

// initialised is the pc behind the constructor call of the object v, next where it has none.
func (f *Func) initialised(v ID, next int) int {
	for i := range f.Values {
		if x := &f.Values[i]; x.Kind == Instr && x.Op == classfile.OpInvokespecial && f.Args(ID(i))[0] == v {
			if m, _ := f.Member(ID(i)); m.Name == "<init>" {
				return f.Code.Next(int(x.PC))
			}
		}
	}
	return next
}

// filled is the pc behind the elements that an array v is written with, next where it has none.
func (f *Func) filled(v ID, next int) int {
	for _, u := range f.Body[f.Values[v].Block] {
		if next >= len(f.Code.Bytes) || f.Code.Op(next) != classfile.OpDup { // no further element
			break
		}
		if x := &f.Values[u]; x.Kind == Instr && x.Op >= classfile.OpIastore && x.Op <= classfile.OpSastore && f.Args(u)[0] == v {
			next = f.Code.Next(int(x.PC))
		}
	}
	return next
}

// Variable is the name of the local variable that a slot holds at pc, by the debug information; empty where it tells none.
func (f *Func) Variable(slot, pc int) string {
	f.read.Do(func() { f.vars = f.Code.Variables() })
	for _, v := range f.vars {
		if v.Index == slot && v.Start <= pc && pc < v.End {
			return v.Name
		}
	}
	return ""
}
