package codedigest

import (
	"math"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// maxDepth bounds constants whose arguments are constants: in a hostile class file they may contain themselves.
const maxDepth = 4

// constant returns the constant with an index.
func (c *Class) constant(i, depth int) text {
	if depth > 0 {
		return c.resolve(i, depth)
	}
	t, ok := c.constants[i]
	if !ok {
		t = c.resolve(i, 0)
		c.constants[i] = t
	}
	return t
}

func (c *Class) resolve(i, depth int) text {
	p := &c.class.Pool
	switch tag := p.Tag(i); tag {
	case classfile.TagInteger:
		return plain(strconv.Itoa(int(p.Integer(i))))
	case classfile.TagLong:
		return plain("long " + strconv.FormatInt(p.Long(i), 10))
	case classfile.TagFloat:
		return plain("float " + strconv.FormatUint(uint64(math.Float32bits(p.Float(i))), 16))
	case classfile.TagDouble:
		return plain("double " + strconv.FormatUint(math.Float64bits(p.Double(i)), 16))
	case classfile.TagString:
		return plain(strconv.Quote(p.StringValue(i)))
	case classfile.TagClass:
		return c.name(p.ClassName(i))
	case classfile.TagMethodType:
		return c.descriptor(p.MethodType(i))
	case classfile.TagFieldref, classfile.TagMethodref, classfile.TagInterfaceMethodref:
		m, _ := p.Member(i)
		return c.member(m)
	case classfile.TagMethodHandle:
		h, _ := p.Handle(i)
		return plain("handle " + strconv.Itoa(h.Kind) + " ").then(c.member(h.Member))
	case classfile.TagDynamic, classfile.TagInvokeDynamic:
		d, _ := p.Dynamic(i)
		return c.dynamic(d, depth)
	default:
		return plain("constant of kind " + strconv.Itoa(int(tag)))
	}
}

func plain(s string) text { return text{s, s} }

func (t text) then(u text) text { return text{t.body + u.body, t.moved + u.moved} }

// dynamic returns a constant that a bootstrap method computes: the method and its arguments in the place of its index.
func (c *Class) dynamic(d classfile.Dynamic, depth int) text {
	t := plain(d.Name + " ").then(c.descriptor(d.Desc))
	bs, err := c.class.Bootstraps()
	if err != nil || d.Bootstrap < 0 || d.Bootstrap >= len(bs) || depth >= maxDepth {
		return t
	}
	b := bs[d.Bootstrap]
	t = t.then(plain(" by ")).then(c.member(b.Method.Member))
	for _, a := range b.Args {
		t = t.then(plain(", ")).then(c.constant(a, depth+1))
	}
	return t
}

// member returns a field or method. Where Moved has a lambda of the class, the method that it was in has no name.
func (c *Class) member(m classfile.Member) text {
	name := unnumbered(m.Name)
	t := text{name, name}
	if m.Class == c.class.Name && (strings.HasPrefix(name, "lambda$") || strings.Contains(name, "$lambda$") || strings.HasPrefix(name, "$anonfun$")) {
		t.moved = "lambda"
	}
	return c.name(m.Class).then(plain(".")).then(t).then(plain(" ")).then(c.descriptor(m.Desc))
}

// name returns the name of a class, or the descriptor of an array.
func (c *Class) name(s string) text {
	if strings.HasPrefix(s, "[") {
		return c.descriptor(s)
	}
	return text{unnumbered(s), unnumbered(c.placed(s))}
}

// placed replaces the class itself, and the top-level class that it is in, in the name of a class.
func (c *Class) placed(s string) string {
	if s == c.class.Name {
		return "<class>"
	}
	if rest, ok := strings.CutPrefix(s, c.top); ok && (rest == "" || rest[0] == '$') {
		return "<top>" + rest
	}
	return s
}

// descriptor returns a descriptor with the names of its classes as name has them.
func (c *Class) descriptor(s string) text {
	var moved strings.Builder
	for rest := s; rest != ""; {
		at := strings.IndexByte(rest, 'L')
		end := strings.IndexByte(rest[max(at, 0):], ';')
		if at < 0 || end < 0 {
			moved.WriteString(rest)
			break
		}
		end += at
		moved.WriteString(rest[:at+1])
		moved.WriteString(c.placed(rest[at+1 : end]))
		rest = rest[end:]
	}
	return text{unnumbered(s), unnumbered(moved.String())}
}

// unnumbered replaces the digits behind each dollar sign: compilers number lambdas, accessors, anonymous and local
// classes, captured variables and tables of switches in the order in which they occur in a class.
func unnumbered(s string) string {
	at := strings.IndexByte(s, '$')
	if at < 0 {
		return s
	}
	var b strings.Builder
	for ; at >= 0; at = strings.IndexByte(s, '$') {
		b.WriteString(s[:at+1])
		s = s[at+1:]
		if rest := strings.TrimLeft(s, "0123456789"); len(rest) < len(s) {
			b.WriteByte('#')
			s = rest
		}
	}
	b.WriteString(s)
	return b.String()
}
