package classfile

import (
	"fmt"
	"strconv"
	"strings"
)

// Instruction returns the instruction at pc as javap writes it: its operation and its operands. What names in the class file
// hold is in it as it is.
func (c *Code) Instruction(pc int) string {
	op := c.Op(pc)
	name := op.String()
	if i, ok := c.Local(pc); ok {
		switch {
		case op == OpIinc:
			return fmt.Sprintf("%s %d %d", name, i, c.Increment(pc))
		case op >= OpIload0 && op <= OpAload3, op >= OpIstore0 && op <= OpAstore3:
			return name
		}
		return fmt.Sprintf("%s %d", name, i)
	}
	if target, ok := c.Branch(pc); ok {
		return fmt.Sprintf("%s %d", name, target)
	}
	switch op {
	case OpBipush, OpSipush:
		return fmt.Sprintf("%s %d", name, c.Immediate(pc))
	case OpNewarray:
		return name + " " + JavaType(string(c.ArrayType(pc)))
	case OpMultianewarray:
		return fmt.Sprintf("%s %s %d", name, c.Method.Class.Pool.Describe(c.Index(pc)), c.Dimensions(pc))
	case OpTableswitch, OpLookupswitch:
		def, cases := c.Switch(pc)
		return fmt.Sprintf("%s of %d cases, default %d", name, len(cases), def)
	}
	if i := c.Index(pc); i > 0 {
		return name + " " + c.Method.Class.Pool.Describe(i)
	}
	return name
}

// Describe returns the constant i for people: the number, the text in quotes, or the member or class that it names.
func (p *Pool) Describe(i int) string {
	switch p.Tag(i) {
	case TagInteger:
		return strconv.Itoa(int(p.Integer(i)))
	case TagLong:
		return strconv.FormatInt(p.Long(i), 10)
	case TagFloat:
		return strconv.FormatFloat(float64(p.Float(i)), 'g', -1, 32)
	case TagDouble:
		return strconv.FormatFloat(p.Double(i), 'g', -1, 64)
	case TagString:
		return strconv.Quote(p.StringValue(i))
	case TagClass:
		return External(p.ClassName(i))
	case TagFieldref:
		m, _ := p.Member(i)
		return External(m.Class) + "." + m.Name
	case TagMethodref, TagInterfaceMethodref:
		m, _ := p.Member(i)
		return m.Text()
	case TagInvokeDynamic, TagDynamic:
		d, _ := p.Dynamic(i)
		return d.Name + d.Desc
	case TagMethodType:
		return p.MethodType(i)
	}
	return "constant " + strconv.Itoa(i)
}

// Making returns what stands for a method of the function that m makes: java/util/Comparator.naturalOrder().compare for the method
// compare of what naturalOrder returns.
func (m Member) Making(of Member) Member {
	return Member{Class: m.Class, Name: m.Name + m.Desc[:strings.IndexByte(m.Desc, ')')+1] + "." + of.Name, Desc: of.Desc}
}

// Text returns a method as a developer writes it: com.acme.Codec.encode(byte[], int).
func (m Member) Text() string {
	var params []string
	EachParam(m.Desc, func(t string) { params = append(params, JavaType(t)) })
	name := m.Name
	if m.Class != "" {
		name = External(m.Class) + "." + name
	}
	return name + "(" + strings.Join(params, ", ") + ")"
}
