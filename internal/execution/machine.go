// Package execution runs compiled programs, instruction by instruction as JVMS chapter 6 says, and counts the patterns
// that they execute. It is for programs that call nothing but their own methods: no library, no exceptions, no
// threads, which is what models are validated on. What it does not know is an error, never a wrong count.
package execution

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// ErrSteps means that a program was stopped because it executed more instructions than allowed.
var ErrSteps = errors.New("the program runs for too long")

// maxDepth bounds the calls within calls.
const maxDepth = 5000

// Machine executes the methods of a set of classes. It is not safe for concurrent use.
type Machine struct {
	Steps int64 // instructions that it may still execute

	classes map[string]*class
	stack   []value
	depth   int
	limit   int                    // of the stack: class initializers, which run in the middle of an instruction, have the upper half
	sized   map[pattern.ID]float64 // patterns that depend on lengths that only the execution knows
}

// stackSize is the number of slots of the stack.
const stackSize = 1 << 17

// value is an int, long, float or double (by its bits), or a reference. A long or double takes two slots, of which the
// second is not looked at.
type value struct {
	n int64
	o *object
}

// object is an instance or an array.
type object struct {
	class  *class // nil for an array
	desc   string // of an array
	fields []value
	refs   []*object // elements of an array of references
	prims  []int64   // of any other
}

type class struct {
	*classfile.Class
	m           *Machine
	super       *class
	fields      map[string]int // name and descriptor to place, those of superclasses included
	kinds       []byte         // of the fields
	statics     map[string]*value
	methods     map[string]*method // declared
	dispatch    map[string]*method // found
	initialized bool
}

type method struct {
	*classfile.Method
	class    *class
	code     []instruction
	executed []int64 // by instruction
	tiling   *cfg.Tiling
	pcs      []int // by instruction
	index    []int // by pc
	locals   int
	stack    int
}

// instruction is decoded; what a and b are depends on op.
type instruction struct {
	op     classfile.Op
	a, b   int32
	n      int64
	member classfile.Member
	callee *method
	static *value
	keys   map[int32]int32
	alloc  *cfg.Allocation // where the length is not constant
	desc   string
}

// New prepares classes.
func New(classes []*classfile.Class) (*Machine, error) {
	m := &Machine{Steps: math.MaxInt64, classes: map[string]*class{}, stack: make([]value, stackSize), limit: stackSize / 2, sized: map[pattern.ID]float64{}}
	for _, c := range classes {
		m.classes[c.Name] = &class{Class: c, m: m, methods: map[string]*method{}, dispatch: map[string]*method{}, statics: map[string]*value{}}
	}
	for _, c := range m.classes {
		c.super = m.classes[c.Super]
		if c.super == nil && c.Super != "java/lang/Object" {
			return nil, fmt.Errorf("%s extends %s, which is not among the classes", c.Name, c.Super)
		}
		for i := range c.Methods {
			x := &c.Methods[i]
			c.methods[x.ID()] = &method{Method: x, class: c}
		}
	}
	for _, c := range m.classes {
		c.layOut()
	}
	return m, nil
}

// layOut gives every field its place. The superclass comes first.
func (c *class) layOut() {
	if c.fields != nil {
		return
	}
	c.fields = map[string]int{}
	if c.super != nil {
		c.super.layOut()
		for k, v := range c.super.fields {
			c.fields[k] = v
		}
		c.kinds = append(c.kinds, c.super.kinds...)
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Access&classfile.AccStatic != 0 {
			c.statics[f.Name+f.Desc] = &value{}
			continue
		}
		c.fields[f.Name+f.Desc] = len(c.kinds)
		c.kinds = append(c.kinds, f.Desc[0])
	}
}

// compile decodes a method on its first call.
func (x *method) compile() error {
	code, err := x.Code()
	if err != nil {
		return err
	}
	if len(code.Handlers) > 0 {
		return fmt.Errorf("%s: exception handlers are not supported", x.Name)
	}
	g, err := cfg.Build(code)
	if err != nil {
		return err
	}
	if x.tiling, err = cfg.TileParts(g); err != nil {
		return err
	}
	x.locals, x.stack = code.MaxLocals, code.MaxStack
	x.index = make([]int, len(code.Bytes)+1)
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		x.index[pc] = len(x.pcs)
		x.pcs = append(x.pcs, pc)
	}
	decoded := make([]instruction, len(x.pcs))
	for i, pc := range x.pcs {
		if err := x.decode(&decoded[i], code, pc); err != nil {
			return err
		}
	}
	x.code, x.executed = decoded, make([]int64, len(decoded))
	return nil
}

func (x *method) decode(in *instruction, code *classfile.Code, pc int) error {
	pool := &x.class.Pool
	in.op = code.Op(pc)
	if k, ok := code.Local(pc); ok {
		in.a = int32(k)
	}
	switch op := in.op; {
	case op.IsLoad(), op.IsStore():
		switch op.Kind() {
		case 'l', 'd':
			in.b = 2
		default:
			in.b = 1
		}
	case op.IsConditional(), op == classfile.OpGoto, op == classfile.OpIfnull, op == classfile.OpIfnonnull:
		t, _ := code.Branch(pc)
		in.a = int32(x.index[t])
	case op == classfile.OpTableswitch, op == classfile.OpLookupswitch:
		def, cases := code.Switch(pc)
		in.a, in.keys = int32(x.index[def]), map[int32]int32{}
		for _, c := range cases {
			in.keys[c.Key] = int32(x.index[c.Target])
		}
	case op == classfile.OpIinc:
		in.b = int32(code.Increment(pc))
	case op == classfile.OpBipush, op == classfile.OpSipush:
		in.n = int64(code.Immediate(pc))
	case op == classfile.OpLdc, op == classfile.OpLdcW:
		switch k := code.Index(pc); pool.Tag(k) {
		case classfile.TagInteger:
			in.n = int64(pool.Integer(k))
		case classfile.TagFloat:
			in.n = floatBits(pool.Float(k))
		default:
			return fmt.Errorf("%s: constants that are objects are not supported", x.Name)
		}
	case op == classfile.OpLdc2W:
		switch k := code.Index(pc); pool.Tag(k) {
		case classfile.TagLong:
			in.n = pool.Long(k)
		case classfile.TagDouble:
			in.n = doubleBits(pool.Double(k))
		default:
			return fmt.Errorf("%s: dynamic constants are not supported", x.Name)
		}
	case op >= classfile.OpGetstatic && op <= classfile.OpInvokeinterface:
		in.member, _ = pool.Member(code.Index(pc))
		if op >= classfile.OpInvokevirtual {
			in.a = int32(classfile.ParamSlots(in.member.Desc))
			if op != classfile.OpInvokestatic {
				in.a++
			}
			in.b = int32(classfile.Slots(classfile.Return(in.member.Desc)))
		} else {
			in.b = int32(classfile.Slots(in.member.Desc))
		}
	case op == classfile.OpNewarray:
		in.desc = "[" + string(code.ArrayType(pc))
	case op == classfile.OpAnewarray:
		in.desc = "[" + descriptorOf(pool.ClassName(code.Index(pc)))
	case op == classfile.OpMultianewarray:
		in.desc, in.a = pool.ClassName(code.Index(pc)), int32(code.Dimensions(pc))
	case op == classfile.OpNew, op == classfile.OpCheckcast, op == classfile.OpInstanceof:
		in.desc = pool.ClassName(code.Index(pc))
	case op >= classfile.OpAthrow, op == classfile.OpJsr, op == classfile.OpRet, op == classfile.OpInvokedynamic:
		return fmt.Errorf("%s: %v is not supported", x.Name, op)
	}
	for i := range x.tiling.Allocations {
		if al := &x.tiling.Allocations[i]; al.PC == pc && al.Length < 0 {
			in.alloc = al
		}
	}
	return nil
}

// descriptorOf turns the name of a class in the constant pool into a descriptor; an array's is one already.
func descriptorOf(name string) string {
	if strings.HasPrefix(name, "[") {
		return name
	}
	return "L" + name + ";"
}

// Counts returns the patterns that were executed since the machine was made, parts of tiles included.
func (m *Machine) Counts() pattern.Counts {
	var all pattern.Counts
	for _, c := range m.classes {
		for _, x := range c.methods {
			if x.tiling == nil {
				continue
			}
			for t, tile := range x.tiling.Tiles {
				if n := x.executed[x.index[tile.Root]]; n > 0 {
					all = all.AddScaled(x.tiling.Patterns(t), float64(n))
				}
			}
		}
	}
	for id, n := range m.sized {
		all = all.AddScaled(pattern.Single(id, n), 1)
	}
	return all
}

// Instructions returns the number of instructions that were executed since the machine was made.
func (m *Machine) Instructions() int64 {
	n := int64(0)
	for _, c := range m.classes {
		for _, x := range c.methods {
			for _, k := range x.executed {
				n += k
			}
		}
	}
	return n
}
