package randprog

import (
	"errors"
	"fmt"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/observe"
)

// Value is an int or long, an array or an object; null is neither array nor object.
type Value struct {
	N      int64
	Array  *Array
	Object *Object
}

// Array is an array of integers.
type Array struct {
	Elements []int64
	boolean  bool // it takes the lowest bit of what is stored
}

// Machine executes methods as a Java virtual machine does and counts.
type Machine struct {
	Statics map[string]int64 // of class T
	Steps   int              // instructions that it may still execute
	Events  Events
	watches []*watch
	classes map[string]*classfile.Class
	methods map[string]*compiled // by class, name and descriptor
	depth   int
}

// Events says how often what only some programs do has happened.
type Events struct {
	Virtual, Lambda int // calls
	Thrown, Caught  int // exceptions out of a call, and in a handler
	Fields          int // reads
}

// ErrSteps means that the program was stopped because it ran for too long or too deep.
var ErrSteps = errors.New("the program runs for too long")

// Count is what one call executed.
type Count struct {
	Own, Total int64
	Loops      []LoopCount // as the shape of the method has them
	Normal     bool        // it returned
}

// LoopCount is what happened to one loop in one call.
type LoopCount struct {
	Header      int64 // executions of the header
	Most, Least int64 // back edges taken between entering and leaving, -1 for never entered or left
	now         int64
	isEntered   bool
}

func (c *Count) calls() *observe.Calls {
	out := &observe.Calls{Own: c.Own, Total: c.Total, OwnMin: -1, TotalMin: -1}
	if c.Normal {
		out.OwnMin, out.TotalMin = c.Own, c.Total
	}
	for _, l := range c.Loops {
		x := observe.Loop{Header: l.Header, HeaderMin: -1, Most: l.Most, Least: -1}
		if c.Normal {
			x.HeaderMin, x.Least = l.Header, l.Least
		}
		out.Loops = append(out.Loops, x)
	}
	return out
}

type instruction struct {
	op     classfile.Op
	pc     int
	a, b   int64
	next   int // index
	keys   map[int64]int
	member classfile.Member
	class  string
	lambda *callgraph.Lambda
	callee *compiled
	params int // operands of a call
	runs   int // how often it was executed

	watches []*watch
}

type compiled struct {
	method *classfile.Method
	code   []instruction
	catch  []classfile.Handler
	index  []int // by pc
	locals int
	shape  observe.Shape

	watches []*watch
}

// NewMachine prepares classes. shape gives the loops of a method.
func NewMachine(classes []*classfile.Class, shape func(*classfile.Method) observe.Shape) (*Machine, error) {
	m := &Machine{Statics: map[string]int64{}, classes: map[string]*classfile.Class{}, methods: map[string]*compiled{}}
	for _, c := range classes {
		m.classes[c.Name] = c
		for i := range c.Methods {
			m.methods[c.Name+"."+c.Methods[i].ID()] = &compiled{method: &c.Methods[i]}
		}
	}
	for _, x := range m.methods {
		if x.method.Abstract() {
			continue
		}
		if err := m.compile(x); err != nil {
			return nil, err
		}
		x.shape = shape(x.method)
	}
	return m, nil
}

func (m *Machine) compile(x *compiled) error {
	code, err := x.method.Code()
	if err != nil {
		return err
	}
	x.catch, x.locals = code.Handlers, code.MaxLocals
	x.index = make([]int, len(code.Bytes)+1)
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		x.index[pc] = len(x.code)
		x.code = append(x.code, instruction{pc: pc})
	}
	pool := &x.method.Class.Pool
	for i := range x.code {
		in := &x.code[i]
		pc := in.pc
		in.op, in.next = code.Op(pc), i+1
		if k, ok := code.Local(pc); ok {
			in.a = int64(k)
		}
		switch op := in.op; {
		case op.IsConditional() || op == classfile.OpGoto:
			t, _ := code.Branch(pc)
			in.a = int64(x.index[t])
		case op == classfile.OpTableswitch || op == classfile.OpLookupswitch:
			def, cases := code.Switch(pc)
			in.a = int64(x.index[def])
			in.keys = map[int64]int{}
			for _, c := range cases {
				in.keys[int64(c.Key)] = x.index[c.Target]
			}
		case op == classfile.OpIinc:
			in.b = int64(code.Increment(pc))
		case op == classfile.OpBipush || op == classfile.OpSipush:
			in.a = int64(code.Immediate(pc))
		case op == classfile.OpLdc || op == classfile.OpLdcW:
			in.a = int64(pool.Integer(code.Index(pc)))
		case op == classfile.OpLdc2W:
			in.a = pool.Long(code.Index(pc))
		case op == classfile.OpNewarray:
			in.a = int64(code.ArrayType(pc))
		case op == classfile.OpInvokedynamic:
			bs, err := x.method.Class.Bootstraps()
			if err != nil {
				return err
			}
			d, _ := pool.Dynamic(code.Index(pc))
			in.lambda, _ = callgraph.LambdaAt(x.method.Class, bs, d)
			in.params = len(in.lambda.Captured)
		case op == classfile.OpNew || op == classfile.OpCheckcast || op == classfile.OpInstanceof:
			in.class = pool.ClassName(code.Index(pc))
		case op == classfile.OpGetstatic || op == classfile.OpPutstatic || op == classfile.OpGetfield || op == classfile.OpPutfield:
			in.member, _ = pool.Member(code.Index(pc))
		case op.IsCall():
			in.member, _ = pool.Member(code.Index(pc))
			in.callee = m.methods[in.member.Class+"."+in.member.Name+in.member.Desc]
			in.params = len(classfile.Params(in.member.Desc))
			if op != classfile.OpInvokestatic {
				in.params++
			}
		}
	}
	return nil
}

// catches reports whether a handler of a class, empty for all, catches an exception.
func (m *Machine) catches(handler, thrown string) bool {
	return handler == "" || m.isInstance(thrown, handler)
}

// Call runs a method, which is named by its class, name and descriptor. thrown is the class of the exception that ended
// it, empty for a normal return.
func (m *Machine) Call(name string, args []Value) (result Value, count *Count, thrown string, err error) {
	x := m.methods[name]
	if x == nil {
		return Value{}, nil, "", fmt.Errorf("no method %s", name)
	}
	return m.run(x, args)
}

func (m *Machine) run(x *compiled, args []Value) (Value, *Count, string, error) {
	f := &frame{m: m, x: x, locals: make([]Value, x.locals+1), count: &Count{Loops: make([]LoopCount, len(x.shape.Member))}}
	for i := range f.count.Loops {
		f.count.Loops[i].Least, f.count.Loops[i].Most = -1, -1
	}
	k, slot := 0, 0
	if !x.method.Static() {
		f.locals[0] = args[0]
		k, slot = 1, 1
	}
	classfile.EachParam(x.method.Desc, func(d string) {
		f.locals[slot] = args[k]
		k++
		slot += classfile.Slots(d)
	})
	for _, w := range x.watches {
		w.see(args[w.param])
	}
	if m.depth++; m.depth > 150 {
		m.depth--
		return Value{}, f.count, "", ErrSteps
	}
	v, thrown, err := f.execute()
	m.depth--
	if thrown == "" && err == nil {
		f.count.Normal = true
		for i := range f.count.Loops {
			f.count.Loops[i].leave()
		}
	}
	f.count.Total += f.count.Own
	return v, f.count, thrown, err
}

func (l *LoopCount) leave() {
	if l.isEntered {
		if l.Least < 0 || l.now < l.Least {
			l.Least = l.now
		}
		l.isEntered = false
	}
}

type frame struct {
	m      *Machine
	x      *compiled
	locals []Value
	stack  []Value
	count  *Count
}

func (f *frame) pop() Value {
	v := f.stack[len(f.stack)-1]
	f.stack = f.stack[:len(f.stack)-1]
	return v
}

func (f *frame) push(n int64) { f.stack = append(f.stack, Value{N: n}) }

func (f *frame) execute() (Value, string, error) {
	last := -1 // pc of the instruction before
	for i := 0; ; {
		in := &f.x.code[i]
		if f.m.Steps--; f.m.Steps < 0 {
			return Value{}, "", ErrSteps
		}
		if l := f.x.shape.Header[in.pc]; l >= 0 {
			c := &f.count.Loops[l]
			c.Header++
			if last >= 0 && f.x.shape.Member[l][last] && c.isEntered {
				if c.now++; c.now > c.Most {
					c.Most = c.now
				}
			} else {
				c.leave()
				c.isEntered, c.now, c.Most = true, 0, max(c.Most, 0)
			}
		}
		last = in.pc
		in.runs++
		f.count.Own++
		next, thrown, err := f.step(in)
		if err != nil {
			return Value{}, "", err
		}
		if thrown == "" && len(in.watches) > 0 {
			f.watched(in)
		}
		if thrown != "" {
			next = -1
			for _, h := range f.x.catch {
				if h.Start <= in.pc && in.pc < h.End && f.m.catches(h.Type, thrown) {
					next = f.x.index[h.Target]
					f.stack = append(f.stack[:0], Value{Object: &Object{Class: thrown, Fields: map[string]Value{}}})
					f.m.Events.Caught++
					break
				}
			}
			if next < 0 {
				return Value{}, thrown, nil
			}
		} else if next < 0 {
			if in.op == classfile.OpReturn {
				return Value{}, "", nil
			}
			return f.pop(), "", nil
		}
		i = next
	}
}

// watched takes in the value that an instruction has left.
func (f *frame) watched(in *instruction) {
	for _, w := range in.watches {
		if in.op == classfile.OpIinc {
			w.see(f.locals[in.a])
		} else {
			w.see(f.stack[len(f.stack)-1])
		}
	}
}

// step executes one instruction; next is -1 for a return.
func (f *frame) step(in *instruction) (next int, thrown string, err error) {
	next = in.next
	switch op := in.op; {
	case op == classfile.OpNop:
	case op >= classfile.OpIconstM1 && op <= classfile.OpIconst5:
		f.push(int64(op) - int64(classfile.OpIconst0))
	case op == classfile.OpLconst0 || op == classfile.OpLconst1:
		f.push(int64(op - classfile.OpLconst0))
	case op == classfile.OpAconstNull:
		f.push(0)
	case op == classfile.OpBipush || op == classfile.OpSipush || op == classfile.OpLdc || op == classfile.OpLdcW || op == classfile.OpLdc2W:
		f.push(in.a)
	case op.IsLoad():
		f.stack = append(f.stack, f.locals[in.a])
	case op.IsStore():
		f.locals[in.a] = f.pop()
	case op == classfile.OpIinc:
		f.locals[in.a].N = int64(int32(f.locals[in.a].N + in.b))
	case op == classfile.OpPop || op == classfile.OpPop2:
		f.pop()
	case op >= classfile.OpIfeq && op <= classfile.OpIfIcmple:
		if f.branch(op) {
			next = int(in.a)
		}
	case op == classfile.OpGoto:
		next = int(in.a)
	case op == classfile.OpTableswitch || op == classfile.OpLookupswitch:
		next = int(in.a)
		if t, ok := in.keys[f.pop().N]; ok {
			next = t
		}
	case op.IsReturn():
		next = -1
	case op == classfile.OpGetstatic:
		f.push(f.m.Statics[in.member.Name])
	case op == classfile.OpPutstatic:
		f.m.Statics[in.member.Name] = f.pop().N
	case op == classfile.OpAthrow || op == classfile.OpNew || op == classfile.OpDup || op == classfile.OpGetfield || op == classfile.OpPutfield ||
		op == classfile.OpCheckcast || op == classfile.OpInstanceof || op == classfile.OpInvokedynamic || op == classfile.OpIfnull || op == classfile.OpIfnonnull:
		return f.object(in)
	case op.IsCall():
		return f.invoke(in)
	case op == classfile.OpNewarray || op == classfile.OpArraylength || op >= classfile.OpIaload && op <= classfile.OpSaload || op >= classfile.OpIastore && op <= classfile.OpSastore:
		return next, f.array(in), nil
	default:
		return f.arithmetic(in)
	}
	return next, "", nil
}

func (f *frame) branch(op classfile.Op) bool {
	b := int64(0)
	if op >= classfile.OpIfIcmpeq {
		b = f.pop().N
		op -= classfile.OpIfIcmpeq - classfile.OpIfeq
	}
	a := f.pop().N
	switch op {
	case classfile.OpIfeq:
		return a == b
	case classfile.OpIfne:
		return a != b
	case classfile.OpIflt:
		return a < b
	case classfile.OpIfge:
		return a >= b
	case classfile.OpIfgt:
		return a > b
	}
	return a <= b
}

func (f *frame) array(in *instruction) (thrown string) {
	const null, bounds = nullPointer, "java/lang/ArrayIndexOutOfBoundsException"
	switch op := in.op; {
	case op == classfile.OpNewarray:
		n := f.pop().N
		if n < 0 {
			return "java/lang/NegativeArraySizeException"
		}
		if n > 1<<16 {
			f.m.Steps = 0 // no memory: the run says nothing more
			n = 0
		}
		f.stack = append(f.stack, Value{Array: &Array{make([]int64, n), in.a == 'Z'}})
	case op == classfile.OpArraylength:
		a := f.pop().Array
		if a == nil {
			return null
		}
		f.push(int64(len(a.Elements)))
	case op <= classfile.OpSaload:
		i := f.pop().N
		a := f.pop().Array
		if a == nil {
			return null
		}
		if i < 0 || i >= int64(len(a.Elements)) {
			return bounds
		}
		f.push(a.Elements[i])
	default:
		v := f.pop().N
		i := f.pop().N
		a := f.pop().Array
		if a == nil {
			return null
		}
		if i < 0 || i >= int64(len(a.Elements)) {
			return bounds
		}
		switch op {
		case classfile.OpBastore:
			if v = int64(int8(v)); a.boolean {
				v &= 1
			}
		case classfile.OpCastore:
			v = int64(uint16(v))
		case classfile.OpSastore:
			v = int64(int16(v))
		}
		a.Elements[i] = v
	}
	return ""
}
