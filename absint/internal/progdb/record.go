package progdb

import "github.com/energylint/energylint/internal/classfile"

// Component is one component of a record, as the getters that ObjectMethods.bootstrap is given name it.
type Component struct{ Name, Desc string }

// Components returns the components of a record from the arguments of ObjectMethods.bootstrap: the class, the names,
// and a getter for each. ok is false if they cannot be read.
func Components(p *classfile.Pool, b classfile.Bootstrap) (cs []Component, ok bool) {
	if len(b.Args) < 2 {
		return nil, false
	}
	for _, i := range b.Args[2:] {
		h, ok := p.Handle(i)
		if !ok || h.Kind != classfile.RefGetField || h.Member.Desc == "" {
			return nil, false
		}
		cs = append(cs, Component{h.Member.Name, h.Member.Desc})
	}
	return cs, true
}
