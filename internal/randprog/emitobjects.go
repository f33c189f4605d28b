package randprog

import (
	"fmt"
	"strings"
)

// class writes a class with its fields, its constructor and its methods.
func (p *Program) class(b *strings.Builder, k int) {
	c := p.Classes[k]
	b.WriteString("class " + className(k))
	switch {
	case c.isInterface:
		b.WriteString(" interface")
	case c.isAbstract:
		b.WriteString(" abstract")
	}
	super := "java/lang/Object"
	if c.isException {
		super = "java/lang/RuntimeException"
	}
	if c.super >= 0 {
		super = className(c.super)
	}
	b.WriteString(" < " + super)
	if len(c.interfaces) > 0 {
		b.WriteString(" :")
		for _, i := range c.interfaces {
			b.WriteString(" " + className(i))
		}
	}
	b.WriteByte('\n')
	for i, f := range c.fields {
		fmt.Fprintf(b, "field f%d %s %s\n", i, descriptor(f.t), f.access)
	}
	if !c.isInterface {
		p.init(b, k, super)
	}
	for i, s := range p.Slots {
		if s.class == k && !p.declares(k, i) {
			fmt.Fprintf(b, "abstract v%d %s\n", i, s.descriptor())
		}
	}
	for _, m := range p.Methods {
		if m.owner == k && !m.isGone {
			p.method(b, m, fmt.Sprintf("v%d", m.slot))
		}
	}
}

func (p *Program) declares(k, slot int) bool {
	for _, m := range p.Methods {
		if m.owner == k && m.slot == slot && !m.isGone {
			return true
		}
	}
	return false
}

// init writes a constructor: the superclass gets the values of its fields, the others are stored.
func (p *Program) init(b *strings.Builder, k int, super string) {
	e := &emitter{p: p, b: b}
	fields := p.fields(k)
	at := make([]int, len(fields))
	n := 1
	for i, f := range fields {
		at[i] = n
		n++
		if p.field(f).t == 'J' {
			n++
		}
	}
	fmt.Fprintf(b, "method <init> %s %d virtual\n", p.constructor(k), n)
	e.line("aload 0")
	desc := "()V"
	if c := p.Classes[k]; c.super >= 0 {
		desc = p.constructor(c.super)
		for i, f := range fields {
			if f.class != k {
				e.line("%cload %d", low(p.field(f).t), at[i])
			}
		}
	}
	e.line("invokespecial %s.<init> %s", super, desc)
	for i, f := range fields {
		if f.class != k {
			continue
		}
		own := p.field(f)
		e.line("aload 0")
		e.line("%cload %d", low(own.t), at[i])
		if own.add != 0 && own.t == 'I' {
			e.constant('I', own.add)
			e.line("iadd")
		}
		e.line("putfield %s.f%d %s", className(k), f.index, descriptor(own.t))
	}
	e.line("return")
}

func (e *emitter) objectExpr(n *node) {
	switch n.k {
	case eNull:
		e.line("aconst_null")
	case eObject:
		k := int(n.v)
		e.line("new %s", className(k))
		e.line("dup")
		for _, a := range n.kids {
			e.expr(a)
		}
		e.line("invokespecial %s.<init> %s", className(k), e.p.constructor(k))
	case eField:
		f := memberOf(n.v)
		e.expr(n.kids[0])
		e.line("getfield %s.f%d %s", className(f.class), f.index, descriptor(e.p.field(f).t))
	case eVirtual:
		for _, a := range n.kids {
			e.expr(a)
		}
		s := &e.p.Slots[n.v]
		op, owner := "invokevirtual", int(n.kids[0].t-firstObject)
		switch {
		case n.op == "super":
			op, owner = "invokespecial", e.p.Classes[e.m.owner].super
		case e.p.Classes[owner].isInterface:
			op = "invokeinterface"
		}
		e.line("%s %s.v%d %s", op, className(owner), n.v, s.descriptor())
	case eLambda:
		iface := int(n.t - firstObject)
		i := e.p.functional(iface)
		captured := ""
		for _, a := range n.kids {
			e.expr(a)
			captured += descriptor(a.t)
		}
		e.line("invokedynamic %s.v%d %s (%s) T.m%d %s", className(iface), i, e.p.Slots[i].descriptor(), captured, n.v, e.p.Methods[n.v].descriptor())
	case eCast:
		e.expr(n.kids[0])
		e.line("checkcast %s", className(int(n.t-firstObject)))
	}
}

func (e *emitter) objectCond(n *node, want bool, to string) {
	e.expr(n.kids[0])
	switch n.k {
	case cNull:
		op := "ifnonnull"
		if (n.op == "==") == want {
			op = "ifnull"
		}
		e.line("%s %s", op, to)
	case cIs:
		e.line("instanceof %s", className(int(n.v)))
		op := "ifeq"
		if want {
			op = "ifne"
		}
		e.line("%s %s", op, to)
	}
}

func (e *emitter) throw(n *node) {
	switch n.op {
	case "":
		e.line("aconst_null")
	case "caught":
		e.line("aload %d", e.spare)
	default:
		e.line("new %s", n.op)
		e.line("dup")
		e.line("invokespecial %s.<init> ()V", n.op)
	}
	e.line("athrow")
}
