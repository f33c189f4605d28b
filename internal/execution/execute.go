package execution

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	cf "github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// voidReturn is what the constructor of java.lang.Object executes, the one method outside of the program that every
// program calls.
var voidReturn = pattern.Of(pattern.VoidReturn, pattern.Int, pattern.Load)

// Object is an instance of a class of the program.
type Object struct{ o *object }

// Instantiate makes an instance of a class with its constructor without parameters.
func (m *Machine) Instantiate(name string) (Object, error) {
	c := m.classes[name]
	if c == nil {
		return Object{}, fmt.Errorf("no class %s", name)
	}
	if err := c.initialize(); err != nil {
		return Object{}, err
	}
	x := c.methods["<init>()V"]
	if x == nil {
		return Object{}, fmt.Errorf("%s has no constructor without parameters", name)
	}
	o := c.instance()
	m.stack[0] = value{o: o}
	return Object{o}, m.run(x, 0)
}

// SetInt sets a field of an instance, an int.
func (m *Machine) SetInt(on Object, name string, n int32) error {
	k, ok := on.o.class.fields[name+"I"]
	if !ok {
		return fmt.Errorf("%s has no field int %s", on.o.class.Name, name)
	}
	on.o.fields[k].n = int64(n)
	return nil
}

// CallInt calls a method int name(int) of an instance.
func (m *Machine) CallInt(on Object, name string, argument int32) (int32, error) {
	x := on.o.class.find(name + "(I)I")
	if x == nil {
		return 0, fmt.Errorf("%s has no method int %s(int)", on.o.class.Name, name)
	}
	m.stack[0], m.stack[1] = value{o: on.o}, value{n: int64(argument)}
	err := m.run(x, 0)
	return int32(m.stack[0].n), err
}

func (c *class) instance() *object { return &object{class: c, fields: make([]value, len(c.kinds))} }

// initialize runs the class initializers, superclass first (JVMS 5.5).
func (c *class) initialize() error {
	if c.initialized {
		return nil
	}
	c.initialized = true
	if c.super != nil {
		if err := c.super.initialize(); err != nil {
			return err
		}
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		if k, ok := f.ConstantValue(); ok && f.Access&cf.AccStatic != 0 {
			switch v := c.statics[f.Name+f.Desc]; c.Pool.Tag(k) {
			case cf.TagInteger:
				v.n = int64(c.Pool.Integer(k))
			case cf.TagLong:
				v.n = c.Pool.Long(k)
			case cf.TagFloat:
				v.n = floatBits(c.Pool.Float(k))
			case cf.TagDouble:
				v.n = doubleBits(c.Pool.Double(k))
			}
		}
	}
	if x := c.methods["<clinit>()V"]; x != nil {
		m := c.m
		base := m.limit
		if m.limit == stackSize { // within another initializer
			base = stackSize / 4 * 3
		}
		before := m.limit
		m.limit = stackSize
		err := m.run(x, base)
		m.limit = before
		return err
	}
	return nil
}

// find selects a method for an instance (JVMS 5.4.6).
func (c *class) find(id string) *method {
	if x, ok := c.dispatch[id]; ok {
		return x
	}
	var found *method
	for k := c; k != nil && found == nil; k = k.super {
		if x := k.methods[id]; x != nil && !x.Abstract() {
			found = x
		}
	}
	if found == nil {
		found = c.inDefaults(id)
	}
	c.dispatch[id] = found
	return found
}

func (c *class) inDefaults(id string) *method {
	for k := c; k != nil; k = k.super {
		for _, name := range k.Interfaces {
			if i := c.m.classes[name]; i != nil {
				if x := i.methods[id]; x != nil && !x.Abstract() {
					return x
				}
				if x := i.inDefaults(id); x != nil {
					return x
				}
			}
		}
	}
	return nil
}

// run executes a method whose arguments are on the stack from base on, and leaves its result there.
func (m *Machine) run(x *method, base int) error {
	if x.code == nil {
		if err := x.compile(); err != nil {
			return fmt.Errorf("%s: %w", x.class.Name, err)
		}
	}
	if m.depth++; m.depth > maxDepth || base+x.locals+x.stack >= m.limit {
		return fmt.Errorf("%s.%s: calls are nested too deeply", x.class.Name, x.Name)
	}
	err := m.execute(x, base)
	m.depth--
	return err
}

// execute is the loop. Locals are m.stack[base:], operands follow them.
func (m *Machine) execute(x *method, base int) error {
	s := m.stack
	sp := base + x.locals // the next free slot
	code, executed := x.code, x.executed
	for i := int32(0); ; {
		in := &code[i]
		executed[i]++
		if m.Steps--; m.Steps < 0 {
			return ErrSteps
		}
		i++
		switch op := in.op; {
		case op.IsLoad():
			s[sp] = s[base+int(in.a)]
			sp += int(in.b)
		case op.IsStore():
			sp -= int(in.b)
			s[base+int(in.a)] = s[sp]
		case op == cf.OpIinc:
			v := &s[base+int(in.a)]
			v.n = int64(int32(v.n) + in.b)
		case op == cf.OpGoto:
			i = in.a
		case op >= cf.OpIfeq && op <= cf.OpIfle:
			sp--
			if op.Holds(s[sp].n, 0) {
				i = in.a
			}
		case op >= cf.OpIfIcmpeq && op <= cf.OpIfIcmple:
			sp -= 2
			if op.Holds(s[sp].n, s[sp+1].n) {
				i = in.a
			}
		case op == cf.OpIfAcmpeq || op == cf.OpIfAcmpne:
			sp -= 2
			if (s[sp].o == s[sp+1].o) == (op == cf.OpIfAcmpeq) {
				i = in.a
			}
		case op == cf.OpIfnull || op == cf.OpIfnonnull:
			sp--
			if (s[sp].o == nil) == (op == cf.OpIfnull) {
				i = in.a
			}
		case op == cf.OpTableswitch || op == cf.OpLookupswitch:
			sp--
			i = in.a
			if t, ok := in.keys[int32(s[sp].n)]; ok {
				i = t
			}
		case op >= cf.OpIreturn && op <= cf.OpAreturn:
			slots := 1
			if op == cf.OpLreturn || op == cf.OpDreturn {
				slots = 2
			}
			s[base] = s[sp-slots]
			return nil
		case op == cf.OpReturn:
			return nil
		case op >= cf.OpGetstatic && op <= cf.OpPutfield:
			var err error
			if sp, err = m.field(in, sp); err != nil {
				return x.at(i-1, err)
			}
		case op >= cf.OpInvokevirtual && op <= cf.OpInvokeinterface:
			sp -= int(in.a)
			if err := m.invoke(in, sp); err != nil {
				return x.at(i-1, err)
			}
			sp += int(in.b)
		case op == cf.OpArraylength || op >= cf.OpIaload && op <= cf.OpSaload || op >= cf.OpIastore && op <= cf.OpSastore || op >= cf.OpNew && op <= cf.OpAnewarray || op == cf.OpMultianewarray || op == cf.OpCheckcast || op == cf.OpInstanceof:
			var err error
			if sp, err = m.object(in, sp); err != nil {
				return x.at(i-1, err)
			}
		case op >= cf.OpPop && op <= cf.OpSwap:
			sp = shuffle(op, s, sp)
		default:
			var err error
			if sp, err = arithmetic(in, s, sp); err != nil {
				return x.at(i-1, err)
			}
		}
	}
}

// at says where an error happened. Callers up the stack add nothing.
func (x *method) at(i int32, err error) error {
	if _, ok := err.(*fault); ok {
		return err
	}
	return &fault{fmt.Sprintf("%s.%s at %d (%v)", x.class.Name, x.Name, x.pcs[i], x.code[i].op), err}
}

type fault struct {
	where string
	cause error
}

func (f *fault) Error() string { return f.where + ": " + f.cause.Error() }
func (f *fault) Unwrap() error { return f.cause }

func (m *Machine) field(in *instruction, sp int) (int, error) {
	s := m.stack
	key := in.member.Name + in.member.Desc
	switch in.op {
	case cf.OpGetstatic, cf.OpPutstatic:
		if in.static == nil {
			c := m.classes[in.member.Class]
			for ; c != nil && c.statics[key] == nil; c = c.super {
			}
			if c == nil {
				return sp, fmt.Errorf("no field %s", in.member)
			}
			if err := c.initialize(); err != nil {
				return sp, err
			}
			in.static = c.statics[key]
		}
		if in.op == cf.OpGetstatic {
			s[sp] = *in.static
			return sp + int(in.b), nil
		}
		sp -= int(in.b)
		*in.static = s[sp]
		return sp, nil
	}
	at := sp - 1
	if in.op == cf.OpPutfield {
		at -= int(in.b)
	}
	o := s[at].o
	if o == nil {
		return sp, errNull
	}
	// A field's place is the same in all subclasses of the class that declares it.
	if in.n == 0 {
		c := m.classes[in.member.Class]
		if c == nil {
			return sp, fmt.Errorf("no class %s", in.member.Class)
		}
		k, ok := c.fields[key]
		if !ok {
			return sp, fmt.Errorf("no field %s", in.member)
		}
		in.n = int64(k) + 1
	}
	if in.op == cf.OpGetfield {
		s[at] = o.fields[in.n-1]
		return at + int(in.b), nil
	}
	o.fields[in.n-1] = s[at+1]
	return at, nil
}

// invoke calls a method whose arguments begin at sp.
func (m *Machine) invoke(in *instruction, sp int) error {
	id := in.member.Name + in.member.Desc
	callee := in.callee
	switch in.op {
	case cf.OpInvokevirtual, cf.OpInvokeinterface:
		o := m.stack[sp].o
		if o == nil {
			return errNull
		}
		if o.class == nil {
			return fmt.Errorf("methods of arrays are not supported")
		}
		callee = o.class.find(id)
	default:
		if in.member.Class == "java/lang/Object" && in.member.Name == "<init>" {
			m.sized[voidReturn]++
			return nil
		}
		if callee == nil {
			c := m.classes[in.member.Class]
			if c == nil {
				return fmt.Errorf("%s is not part of the program", in.member)
			}
			if err := c.initialize(); err != nil {
				return err
			}
			callee = c.find(id)
			in.callee = callee
		}
	}
	if callee == nil {
		return fmt.Errorf("%s is not part of the program", in.member)
	}
	return m.run(callee, sp)
}

// isSubtype is the check of checkcast and instanceof for what programs have: classes, interfaces, arrays.
func (o *object) isSubtype(m *Machine, name string) bool {
	if o.class == nil {
		return o.desc == name || name == "java/lang/Object"
	}
	if strings.HasPrefix(name, "[") {
		return false
	}
	return name == "java/lang/Object" || o.class.extends(m, name)
}

func (c *class) extends(m *Machine, name string) bool {
	if c.Name == name {
		return true
	}
	for _, i := range c.Interfaces {
		if i == name {
			return true
		}
		if k := m.classes[i]; k != nil && k.extends(m, name) {
			return true
		}
	}
	return c.super != nil && c.super.extends(m, name)
}

// zeroing notes what a new array of a length that is not constant costs beyond its allocation (see
// cfg.Tiling.Patterns for constant ones). arrays is how many arrays of that level there are.
func (m *Machine) zeroing(al *cfg.Allocation, level int, arrays, length int64) {
	t, bytes := al.Level(level)
	if units := max(0, (length*int64(bytes)-1)/cfg.ZeroingUnit) * arrays; units > 0 {
		m.sized[cfg.Zeroing(t)] += float64(units)
	}
	if level > 0 {
		m.sized[pattern.Of(pattern.MultiArrayAllocation, t, al.Size)] += float64(arrays)
	}
}
