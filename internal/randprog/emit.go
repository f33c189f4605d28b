package randprog

import (
	"fmt"
	"strings"
)

// Listing writes the program as assembler text, which Assemble reads.
func (p *Program) Listing() string {
	var b strings.Builder
	for i := range p.Statics {
		fmt.Fprintf(&b, "field s%d I\n", i)
	}
	for i, m := range p.Methods {
		if m.isStatic() && !m.isGone {
			p.method(&b, m, fmt.Sprintf("m%d", i))
		}
	}
	for k := range p.Classes {
		p.class(&b, k)
	}
	return b.String()
}

func (p *Program) method(b *strings.Builder, m *Method, name string) {
	e := &emitter{p: p, m: m, b: b}
	var n int
	e.slots, n = m.slots()
	fmt.Fprintf(b, "method %s %s %d", name, m.descriptor(), n+2)
	if !m.isStatic() {
		b.WriteString(" virtual")
	} else if m.isPrivate {
		b.WriteString(" private")
	}
	b.WriteByte('\n')
	e.spare = n
	for v := m.Params; v < len(m.Vars); v++ {
		switch t := m.Vars[v]; {
		case isObject(t):
			e.line("aconst_null")
			e.line("astore %d", e.slots[v])
		case isArray(t):
			e.line("iconst_0")
			e.line("newarray %c", t-'a'+'A')
			e.line("astore %d", e.slots[v])
		case t == 'J':
			e.line("lconst_0")
			e.line("lstore %d", e.slots[v])
		default:
			e.line("iconst_0")
			e.line("istore %d", e.slots[v])
		}
	}
	e.marked = map[int64]bool{}
	e.stmt(m.body)
	for l := range int64(places) {
		if !e.marked[l] && e.jumps {
			e.mark(fmt.Sprintf("P%d", l))
		}
	}
	e.ret(nil)
	for _, c := range e.catches {
		b.WriteString(c)
	}
}

type emitter struct {
	p       *Program
	m       *Method
	b       *strings.Builder
	slots   []int
	spare   int // a slot for the caught exception
	labels  int
	loops   [][2]string // labels of continue and break
	catches []string
	marked  map[int64]bool
	jumps   bool
}

// places is how many places there are to jump to.
const places = 3

func (e *emitter) line(format string, args ...any) {
	e.b.WriteString("  ")
	fmt.Fprintf(e.b, format, args...)
	e.b.WriteByte('\n')
}

func (e *emitter) label() string {
	e.labels++
	return fmt.Sprintf("L%d", e.labels)
}

func (e *emitter) mark(l string) { e.b.WriteString(l + ":\n") }

func low(t byte) byte {
	switch {
	case t == 'J':
		return 'l'
	case isArray(t) || isObject(t):
		return 'a'
	}
	return 'i'
}

func (e *emitter) constant(t byte, v int64) {
	switch {
	case t == 'J' && (v == 0 || v == 1):
		e.line("lconst_%d", v)
	case t == 'J':
		e.line("ldc2_w %d", v)
	case v == -1:
		e.line("iconst_m1")
	case v >= 0 && v <= 5:
		e.line("iconst_%d", v)
	case v == int64(int8(v)):
		e.line("bipush %d", v)
	case v == int64(int16(v)):
		e.line("sipush %d", v)
	default:
		e.line("ldc %d", int32(v))
	}
}

var binaryOps = map[string]string{"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr", ">>>": "ushr"}

func (e *emitter) expr(n *node) {
	switch n.k {
	case eConst:
		e.constant(n.t, n.v)
	case eVar:
		e.line("%cload %d", low(e.m.Vars[n.v]), e.slots[n.v])
	case eBin:
		e.expr(n.kids[0])
		e.expr(n.kids[1])
		e.line("%c%s", low(n.t), binaryOps[n.op])
	case eNeg:
		e.expr(n.kids[0])
		e.line("%cneg", low(n.t))
	case eConv:
		e.expr(n.kids[0])
		e.line("%s", n.op)
	case eLen:
		e.line("aload %d", e.slots[n.v])
		e.line("arraylength")
	case eElem:
		e.line("aload %d", e.slots[n.v])
		e.expr(n.kids[0])
		e.line("%caload", elementKind(e.m.Vars[n.v]))
	case eMath:
		e.expr(n.kids[0])
		e.expr(n.kids[1])
		e.line("invokestatic java/lang/Math.%s (%c%c)%c", n.op, n.t, n.t, n.t)
	case eCall:
		m := e.p.Methods[n.v]
		for _, k := range n.kids {
			e.expr(k)
		}
		e.line("invokestatic T.m%d %s", n.v, m.descriptor())
	case eStatic:
		e.line("getstatic T.s%d I", n.v)
	case eCond:
		no, end := e.label(), e.label()
		e.cond(n.kids[0], false, no)
		e.expr(n.kids[1])
		e.line("goto %s", end)
		e.mark(no)
		e.expr(n.kids[2])
		e.mark(end)
	case eNew:
		e.expr(n.kids[0])
		e.line("newarray %c", n.t-'a'+'A')
	default:
		e.objectExpr(n)
	}
}

func elementKind(array byte) byte {
	if array == 'j' {
		return 'l'
	}
	return array
}

var branches = map[string]string{"==": "eq", "!=": "ne", "<": "lt", ">=": "ge", ">": "gt", "<=": "le"}
var opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

// cond jumps to the label if the condition is as wanted.
func (e *emitter) cond(n *node, want bool, to string) {
	switch n.k {
	case cCmp:
		op := n.op
		if !want {
			op = opposite[op]
		}
		e.expr(n.kids[0])
		switch b := n.kids[1]; {
		case n.kids[0].t == 'J':
			e.expr(b)
			e.line("lcmp")
			e.line("if%s %s", branches[op], to)
		case b.k == eConst && b.v == 0:
			e.line("if%s %s", branches[op], to)
		default:
			e.expr(b)
			e.line("if_icmp%s %s", branches[op], to)
		}
	case cNot:
		e.cond(n.kids[0], !want, to)
	case cAnd, cOr:
		if (n.k == cAnd) != want { // one is enough
			e.cond(n.kids[0], want, to)
			e.cond(n.kids[1], want, to)
			return
		}
		skip := e.label()
		e.cond(n.kids[0], !want, skip)
		e.cond(n.kids[1], want, to)
		e.mark(skip)
	default:
		e.objectCond(n, want, to)
	}
}

func (e *emitter) ret(n *node) {
	switch {
	case e.m.Return == 'V':
		e.line("return")
	case n == nil && (isObject(e.m.Return) || isArray(e.m.Return)):
		e.line("aconst_null")
		e.line("areturn")
	case n == nil:
		e.constant(e.m.Return, 0)
		e.line("%creturn", low(e.m.Return))
	default:
		e.expr(n)
		e.line("%creturn", low(e.m.Return))
	}
}

func ends(n *node) bool {
	switch n.k {
	case sReturn, sThrow:
		return true
	case sBlock:
		return len(n.kids) > 0 && ends(n.kids[len(n.kids)-1])
	}
	return false
}

func (e *emitter) stmt(n *node) {
	switch n.k {
	case sBlock:
		for _, s := range n.kids {
			e.stmt(s)
			if ends(s) || (s.k == sBreak || s.k == sContinue) && int(s.v) < len(e.loops) {
				return
			}
		}
	case sAssign:
		e.expr(n.kids[0])
		switch t := e.m.Vars[n.v]; {
		case isArray(t) || isObject(t):
			e.line("astore %d", e.slots[n.v])
		case t == 'B' || t == 'C' || t == 'S':
			e.line("i2%c", t-'A'+'a')
			e.line("istore %d", e.slots[n.v])
		default:
			e.line("%cstore %d", low(t), e.slots[n.v])
		}
	case sInc:
		e.line("iinc %d %d", e.slots[n.v], n.keys[0])
	case sStore:
		e.line("aload %d", e.slots[n.v])
		e.expr(n.kids[0])
		e.expr(n.kids[1])
		e.line("%castore", elementKind(e.m.Vars[n.v]))
	case sIf:
		no := e.label()
		e.cond(n.kids[0], false, no)
		e.stmt(n.kids[1])
		if len(n.kids[2].kids) == 0 {
			e.mark(no)
			return
		}
		end := e.label()
		e.line("goto %s", end)
		e.mark(no)
		e.stmt(n.kids[2])
		e.mark(end)
	case sLoop:
		e.loop(n)
	case sBreak, sContinue:
		if i := len(e.loops) - 1 - int(n.v); i >= 0 {
			l := e.loops[i][0]
			if n.k == sBreak {
				l = e.loops[i][1]
			}
			e.line("goto %s", l)
		}
	case sReturn:
		e.ret(n.kids[0])
	case sSwitch:
		e.choose(n)
	case sTry:
		from, to, handler, end := e.label(), e.label(), e.label(), e.label()
		e.mark(from)
		e.stmt(n.kids[0])
		e.line("nop") // the range must not be empty
		e.mark(to)
		e.line("goto %s", end)
		e.mark(handler)
		e.line("astore %d", e.spare)
		e.catches = append(e.catches, fmt.Sprintf("  .catch %s %s %s %s\n", from, to, handler, n.op))
		e.stmt(n.kids[1])
		e.mark(end)
	case sThrow:
		e.throw(n)
	case sDo:
		e.expr(n.kids[0])
		switch n.kids[0].t {
		case 'V':
		case 'J':
			e.line("pop2")
		default:
			e.line("pop")
		}
	case sMark:
		if !e.marked[n.v] {
			e.marked[n.v] = true
			e.mark(fmt.Sprintf("P%d", n.v))
		}
	case sJump:
		e.jumps = true
		e.line("goto P%d", n.v)
	case sPut:
		e.expr(n.kids[0])
		e.line("putstatic T.s%d I", n.v)
	case sPutField:
		f := memberOf(n.v)
		e.expr(n.kids[0])
		e.expr(n.kids[1])
		e.line("putfield %s.f%d %s", className(f.class), f.index, descriptor(e.p.field(f).t))
	}
}

func (e *emitter) loop(n *node) {
	cond, body, update := n.kids[0], n.kids[1], n.kids[2]
	start, next, end := e.label(), e.label(), e.label()
	e.loops = append(e.loops, [2]string{next, end})
	switch n.v {
	case testTop, endless:
		e.mark(start)
		if n.v == testTop {
			e.cond(cond, false, end)
		}
		e.stmt(body)
		e.mark(next)
		e.stmt(update)
		e.line("goto %s", start)
	case testBottom:
		e.mark(start)
		e.stmt(body)
		e.mark(next)
		e.stmt(update)
		e.cond(cond, true, start)
	case inverted:
		test := e.label()
		e.line("goto %s", test)
		e.mark(start)
		e.stmt(body)
		e.mark(next)
		e.stmt(update)
		e.mark(test)
		e.cond(cond, true, start)
	}
	e.mark(end)
	e.loops = e.loops[:len(e.loops)-1]
}

func (e *emitter) choose(n *node) {
	e.expr(n.kids[0])
	labels := make([]string, len(n.keys)+1)
	for i := range labels {
		labels[i] = e.label()
	}
	end := e.label()
	op := "lookupswitch"
	if n.op == "table" {
		op = "tableswitch"
	}
	e.b.WriteString("  " + op + " " + labels[len(n.keys)])
	for i, k := range n.keys {
		fmt.Fprintf(e.b, " %d=%s", k, labels[i])
	}
	e.b.WriteByte('\n')
	for i := range labels {
		e.mark(labels[i])
		e.stmt(n.kids[1+i])
		if n.v&(1<<i) == 0 { // else it falls through
			e.line("goto %s", end)
		}
	}
	e.mark(end)
}
