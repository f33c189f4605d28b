package rules

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

//go:embed forms.tsv
var formsText string

// form says which method of the Java library a function of another library does the work of.
type form struct {
	omitted int64 // the arguments that the caller has to have left out, as bits of the mask; negative where there is no mask
	of      classfile.Member
}

// forms are the rows of forms.tsv, by the function.
var forms = func() map[classfile.Member]form {
	out := map[classfile.Member]form{}
	for c := range rows(formsText) {
		x := form{omitted: -1, of: memberOf(c[3], c[4])}
		if n, err := strconv.ParseInt(c[2], 10, 64); err == nil {
			x.omitted = n
		}
		out[memberOf(c[0], c[1])] = x
	}
	return out
}()

// memberOf returns a method by its class, and its name with its descriptor.
func memberOf(class, method string) classfile.Member {
	name, desc, _ := strings.Cut(method, "(")
	return classfile.Member{Class: class, Name: name, Desc: "(" + desc}
}

// formsOf returns, for Needs, the functions that do the work of a method of a class with one of the names.
func formsOf(class string, names ...string) (out []string) {
	for k, x := range forms {
		if x.of.Class == class && slices.Contains(names, x.of.Name) {
			out = append(out, k.Class+"."+k.Name+k.Desc)
		}
	}
	slices.Sort(out)
	return out
}

// javaForm returns what a call does, as a method of the Java library where it is a function that does the work of one, else as it is written. The
// first arguments of the call are the receiver and the arguments of that method.
func (m *Method) javaForm(v ssa.ID) classfile.Member {
	f := m.Func()
	c, _ := f.Member(v)
	if f.Values[v].Op != classfile.OpInvokestatic {
		return c
	}
	x, ok := forms[c]
	if !ok {
		return c
	}
	if x.omitted >= 0 { // the mask and an object that is always null are last
		args := f.Args(v)
		if mask := &f.Values[args[len(args)-2]]; mask.Kind != ssa.Int || mask.Aux != x.omitted {
			return c
		}
	}
	return x.of
}

// extension returns the name of a function of Kotlin's library that the source calls as if it were a method of its first argument.
func (m *Method) extension(c classfile.Member) (name string, ok bool) {
	name = strings.TrimSuffix(c.Name, "$default")
	return name, strings.HasPrefix(c.Class, "kotlin/") && strings.HasSuffix(c.Class, "Kt") && !strings.HasPrefix(c.Desc, "()")
}

// addedNullChecks are the calls by which Kotlin's compiler tests for null what Java code returned; the source does not have them.
var addedNullChecks = map[string]bool{"checkNotNullExpressionValue": true, "checkExpressionValueIsNotNull": true}

// kotlinIntrinsics is the class of what Kotlin's compiler calls: checks for null among it.
const kotlinIntrinsics = "kotlin/jvm/internal/Intrinsics"

// addsNullCheck reports whether an instruction is a test for null that a compiler added.
func (m *Method) addsNullCheck(v ssa.ID) bool {
	f := m.Func()
	if f.Values[v].Op != classfile.OpInvokestatic {
		return false
	}
	c, _ := f.Member(v)
	return c.Class == kotlinIntrinsics && addedNullChecks[c.Name]
}

// widens reports whether an instruction is a cast to a type that the value certainly has: compilers write it, it does nothing.
func (m *Method) widens(v ssa.ID) bool {
	f := m.Func()
	if f.Values[v].Kind != ssa.Instr || f.Values[v].Op != classfile.OpCheckcast {
		return false
	}
	to := className(f.Static(v))
	return to != "" && m.Engine.isType(f.Static(f.Args(v)[0]), to)
}
