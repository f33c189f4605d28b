package absint

import (
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// component is one component of a record, as the getters that ObjectMethods.bootstrap is given name it.
type component struct{ name, desc string }

// components reads the arguments of ObjectMethods.bootstrap: the class, the names, and a getter for each.
func components(p *classfile.Pool, b classfile.Bootstrap) (cs []component, ok bool) {
	if len(b.Args) < 2 {
		return nil, false
	}
	for _, i := range b.Args[2:] {
		h, ok := p.Handle(i)
		if !ok || h.Kind != classfile.RefGetField || h.Member.Desc == "" {
			return nil, false
		}
		cs = append(cs, component{h.Member.Name, h.Member.Desc})
	}
	return cs, true
}

func objectsCall(name, desc string) hiddenCall {
	return hiddenCall{member: classfile.Member{Class: platform.Objects, Name: name, Desc: desc}}
}

func wrapperCall(desc, name, params, result string) hiddenCall {
	return hiddenCall{member: classfile.Member{Class: platform.Wrapper(desc), Name: name, Desc: "(" + params + ")" + result}}
}

// objectMethod is the equals, hashCode or toString that the JDK makes for a record (java.lang.runtime.ObjectMethods).
func (a *Resolver) objectMethod(s *callSummary, site *callSite, d classfile.Dynamic, b classfile.Bootstrap) (h hidden, ok bool) {
	pool := &s.m.f.Method.Class.Pool
	cs, ok := components(pool, b)
	if !ok {
		return h, false
	}
	if d.Name == "toString" {
		t := text{a: a, s: s, site: site}
		t.constant(len(simpleName(pool.ClassName(b.Args[0]))) + len("[]"))
		for i, c := range cs {
			t.constant(len(c.name) + len("=") + min(i, 1)*len(", "))
			t.operand(0, c.desc, "this."+c.name)
		}
		h = t.finish()
	}
	object := "Ljava/lang/Object;"
	references := int64(0)
	for _, c := range cs {
		t := pattern.TypeOf(c.desc)
		reference := platform.Wrapper(c.desc) == ""
		if reference {
			references++
		}
		get := pattern.Single(pattern.Of(pattern.ObjectGetField, t, pattern.Load), 1)
		switch d.Name {
		case "equals":
			h.once = h.once.AddScaled(get, 2).Add(pattern.Single(pattern.Of(pattern.IfNonEqualNumeric, pattern.Int, pattern.Load), 1))
			if reference {
				h.calls = append(h.calls, objectsCall("equals", "("+object+object+")Z"))
				site.callbacks = append(site.callbacks, a.hiddenCallback(s, site, 0, c.desc, "this."+c.name, platform.Equals))
			} else {
				h.calls = append(h.calls, wrapperCall(c.desc, "compare", c.desc+c.desc, "I"))
			}
		case "hashCode":
			h.once = h.once.Add(get).Add(pattern.Tally(pattern.Of(pattern.Multiplication, pattern.Int, pattern.Load), pattern.Of(pattern.Addition, pattern.Int, pattern.Load)))
			if reference {
				h.calls = append(h.calls, objectsCall("hashCode", "("+object+")I"))
				site.callbacks = append(site.callbacks, a.hiddenCallback(s, site, 0, c.desc, "this."+c.name, platform.HashCode))
			} else {
				h.calls = append(h.calls, wrapperCall(c.desc, "hashCode", c.desc, "I"))
			}
		case "toString":
			h.once = h.once.Add(get)
		default:
			return h, false
		}
	}
	// The method handles that lead to the components are a model's of their own.
	handles := classfile.Member{Class: b.Method.Member.Class, Name: "<" + d.Name + ">", Desc: "(II)V"}
	h.calls = append(h.calls, hiddenCall{member: handles, counts: []int64{int64(len(cs)), references}})
	if d.Name == "equals" {
		h.once = h.once.Add(pattern.Single(pattern.Of(pattern.TypeCheck, pattern.Reference, pattern.Load), 2))
	}
	return h, true
}

// labels is the work of a switch over patterns (java.lang.runtime.SwitchBootstraps): one test for each label.
func labels(b classfile.Bootstrap) hidden {
	test := pattern.Tally(pattern.Of(pattern.ArrayLoad, pattern.Reference, pattern.Load), pattern.Of(pattern.TypeCheck, pattern.Reference, pattern.Load),
		pattern.Of(pattern.IfNonEqualNumeric, pattern.Int, pattern.Load), pattern.Of(pattern.NonStaticMethodCall, pattern.NoType, pattern.SizeReference))
	return hidden{once: test.Scale(float64(len(b.Args)))}
}
