package randprog

import "fmt"

// Construct is something that a method does that may keep it from having a bound.
type Construct uint8

// The constructs that are counted.
const (
	VirtualCall Construct = iota
	LambdaMade
	FieldRead
	FieldWritten
	Walk
	SelfCall
	ObjectThrown
	CallCaught
	numConstructs
)

var constructNames = [numConstructs]string{"virtual calls", "lambdas", "fields that are read", "fields that are written", "walks along links", "recursion", "exceptions that are thrown", "calls in a try"}

// Constructs counts methods, by what they do.
type Constructs [numConstructs]struct {
	Methods int
	Own     int // methods whose own instructions have an upper bound in a run
	Bounded int // methods whose instructions have, calls included
}

func (c *Constructs) add(d *Constructs) {
	for i := range c {
		c[i].Methods += d[i].Methods
		c[i].Own += d[i].Own
		c[i].Bounded += d[i].Bounded
	}
}

// Lines describes what was counted.
func (c *Constructs) Lines() []string {
	var out []string
	for i, n := range c {
		out = append(out, fmt.Sprintf("methods with %s: %d; of %d with a bound for their own code, %d have one with what they call (%.1f%%)",
			constructNames[i], n.Methods, n.Own, n.Bounded, 100*float64(n.Bounded)/float64(max(1, n.Own))))
	}
	return out
}

// Count counts method i with the bounds of a run.
func (c *Constructs) Count(p *Program, i int, known Known) {
	m := p.Methods[i]
	var has [numConstructs]bool
	var walk func(n *node)
	walk = func(n *node) {
		if n == nil {
			return
		}
		switch n.k {
		case eVirtual:
			has[VirtualCall] = true
			has[SelfCall] = has[SelfCall] || !m.isStatic() && n.v == int64(m.slot)
		case eCall:
			has[SelfCall] = has[SelfCall] || n.v == int64(i)
		case eLambda:
			has[LambdaMade] = true
		case eField:
			has[FieldRead] = true
		case sPutField:
			has[FieldWritten] = true
		case sLoop:
			has[Walk] = has[Walk] || n.kids[0].k == cNull
		case sThrow:
			has[ObjectThrown] = has[ObjectThrown] || n.op != ""
		case sTry:
			for _, s := range n.kids[0].kids {
				has[CallCaught] = has[CallCaught] || s.k == sDo && (s.kids[0].k == eCall || s.kids[0].k == eVirtual)
			}
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	walk(m.body)
	for k := range has {
		if has[k] {
			c[k].Methods++
			c[k].Own += boolInt(known.Own)
			c[k].Bounded += boolInt(known.Total)
		}
	}
}
