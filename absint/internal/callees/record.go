package callees

import (
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// The equals, hashCode and toString methods of records, by the contract of java.lang.runtime.ObjectMethods.

// objectsCall returns the call of a method of java.util.Objects.
func objectsCall(name, desc string) indyCall {
	return indyCall{Member: classfile.Member{Class: platform.Objects, Name: name, Desc: desc}}
}

// wrapperCall returns the call of a static method of the wrapper class of a primitive type.
func wrapperCall(desc, name, params, result string) indyCall {
	return indyCall{Member: classfile.Member{Class: platform.Wrapper(desc), Name: name, Desc: "(" + params + ")" + result}}
}

// objectMethod returns the code of the equals, hashCode or toString that the JDK links for a record.
func (a *Resolver) objectMethod(s *Summary, site *CallSite, d classfile.Dynamic, b classfile.Bootstrap) (h IndyCode, ok bool) {
	pool := &s.M.Fn.Method.Class.Pool
	cs, ok := progdb.Components(pool, b)
	if !ok {
		return h, false
	}
	if d.Name == "toString" {
		t := stringBuilding{a: a, s: s, site: site}
		t.constant(len(code.SimpleName(pool.ClassName(b.Args[0]))) + len("[]"))
		for i, c := range cs {
			t.constant(len(c.Name) + len("=") + min(i, 1)*len(", "))
			t.operand(0, c.Desc, "this."+c.Name)
		}
		h = t.finish()
	}
	object := "Ljava/lang/Object;"
	references := int64(0)
	for _, c := range cs {
		t := pattern.TypeOf(c.Desc)
		reference := platform.Wrapper(c.Desc) == ""
		if reference {
			references++
		}
		get := pattern.Single(pattern.Of(pattern.ObjectGetField, t, pattern.Load), 1)
		switch d.Name {
		case "equals":
			h.Once = h.Once.AddScaled(get, 2).Add(pattern.Single(pattern.Of(pattern.IfNonEqualNumeric, pattern.Int, pattern.Load), 1))
			if reference {
				h.Calls = append(h.Calls, objectsCall("equals", "("+object+object+")Z"))
				site.Callbacks = append(site.Callbacks, a.operandCallback(s, site, 0, c.Desc, "this."+c.Name, platform.Equals))
			} else {
				h.Calls = append(h.Calls, wrapperCall(c.Desc, "compare", c.Desc+c.Desc, "I"))
			}
		case "hashCode":
			h.Once = h.Once.Add(get).Add(pattern.Tally(pattern.Of(pattern.Multiplication, pattern.Int, pattern.Load), pattern.Of(pattern.Addition, pattern.Int, pattern.Load)))
			if reference {
				h.Calls = append(h.Calls, objectsCall("hashCode", "("+object+")I"))
				site.Callbacks = append(site.Callbacks, a.operandCallback(s, site, 0, c.Desc, "this."+c.Name, platform.HashCode))
			} else {
				h.Calls = append(h.Calls, wrapperCall(c.Desc, "hashCode", c.Desc, "I"))
			}
		case "toString":
			h.Once = h.Once.Add(get)
		default:
			return h, false
		}
	}
	// The method handles that lead to the components are a model's of their own.
	handles := classfile.Member{Class: b.Method.Member.Class, Name: "<" + d.Name + ">", Desc: "(II)V"}
	h.Calls = append(h.Calls, indyCall{Member: handles, Counts: []int64{int64(len(cs)), references}})
	if d.Name == "equals" {
		h.Once = h.Once.Add(pattern.Single(pattern.Of(pattern.TypeCheck, pattern.Reference, pattern.Load), 2))
	}
	return h, true
}

// patternSwitch returns the work of a switch over patterns (java.lang.runtime.SwitchBootstraps): one test for each
// label.
func patternSwitch(b classfile.Bootstrap) IndyCode {
	test := pattern.Tally(pattern.Of(pattern.ArrayLoad, pattern.Reference, pattern.Load), pattern.Of(pattern.TypeCheck, pattern.Reference, pattern.Load),
		pattern.Of(pattern.IfNonEqualNumeric, pattern.Int, pattern.Load), pattern.Of(pattern.NonStaticMethodCall, pattern.NoType, pattern.SizeReference))
	return IndyCode{Once: test.Scale(float64(len(b.Args)))}
}
