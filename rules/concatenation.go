package rules

import (
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// concatenation is one expression that puts strings together.
type concatenation struct {
	operands []ssa.ID // what is no constant
	lengths  []int    // of the parts: of a constant its characters, of an operand 1
	chain    bool     // by a builder, not by one call
}

// length is that of the result, each operand taken as one character.
func (c *concatenation) length() (n int) {
	for _, l := range c.lengths {
		n += l
	}
	return n
}

// concatenation returns how v is put together in one expression: by invokedynamic, String.concat, or a chain of appends to a new
// builder that nothing else uses; nil where it is no concatenation.
func (m *Method) concatenation(t *useTable, v ssa.ID) *concatenation {
	f := m.Func()
	switch {
	case f.Values[v].Kind != ssa.Instr:
		return nil
	case f.Values[v].Op == classfile.OpInvokedynamic:
		return m.byRecipe(v)
	case f.IsCallTo(v, stringClass, "concat"):
		c := &concatenation{}
		for _, a := range f.Args(v) {
			c.add(f, a)
		}
		return c
	case f.IsCall(v):
		if c, _ := f.Member(v); c.Name == "toString" && javaBuilders[c.Class] {
			return m.byChain(t, v)
		}
	}
	return nil
}

// javaBuilders are the classes whose append(x) does what concatenation does with x.
var javaBuilders = map[string]bool{"java/lang/StringBuilder": true, bufferClass: true}

// add adds a part; an empty constant is none.
func (c *concatenation) add(f *ssa.Func, v ssa.ID) {
	if s, ok := f.StringConstant(v); ok {
		c.constant(s)
		return
	}
	if k := f.Values[v].Kind; k == ssa.Int || k == ssa.Const {
		c.lengths = append(c.lengths, 1)
		return
	}
	c.operands, c.lengths = append(c.operands, v), append(c.lengths, 1)
}

func (c *concatenation) constant(s string) {
	if s != "" {
		c.lengths = append(c.lengths, len(utf16.Encode([]rune(s))))
	}
}

// concatenates reports whether v is an invokedynamic by which javac puts strings together (java.lang.invoke.StringConcatFactory).
func concatenates(f *ssa.Func, v ssa.ID) bool {
	if f.Values[v].Op != classfile.OpInvokedynamic {
		return false
	}
	d, _ := f.Method.Class.Pool.Dynamic(f.Code.Index(int(f.Values[v].PC)))
	return d.Name == "makeConcatWithConstants" || d.Name == "makeConcat"
}

// recipe returns how such an invokedynamic puts its operands together: \1 stands for an operand, \2 for a constant that is no
// text. ok is false for another value, or where the class file has no recipe.
func (m *Method) recipe(v ssa.ID) (recipe string, ok bool) {
	f := m.Func()
	if !concatenates(f, v) {
		return "", false
	}
	pool := &f.Method.Class.Pool
	d, _ := pool.Dynamic(f.Code.Index(int(f.Values[v].PC)))
	if d.Name == "makeConcat" {
		return strings.Repeat("\x01", len(f.Args(v))), true
	}
	bs, err := f.Method.Class.Bootstraps()
	if err != nil || d.Bootstrap >= len(bs) || len(bs[d.Bootstrap].Args) == 0 || pool.Tag(bs[d.Bootstrap].Args[0]) != classfile.TagString {
		return "", false
	}
	return pool.StringValue(bs[d.Bootstrap].Args[0]), true
}

// byRecipe reads the concatenation of an invokedynamic.
func (m *Method) byRecipe(v ssa.ID) *concatenation {
	recipe, ok := m.recipe(v)
	if !ok {
		return nil
	}
	c := &concatenation{}
	args := m.Func().Args(v)
	for recipe != "" {
		end := strings.IndexAny(recipe, "\x01\x02")
		switch {
		case end < 0:
			c.constant(recipe)
			return c
		case end > 0:
			c.constant(recipe[:end])
		}
		switch {
		case recipe[end] == '\x02':
			c.lengths = append(c.lengths, 1)
		case len(args) == 0:
			return nil
		default:
			c.add(m.Func(), args[0])
			args = args[1:]
		}
		recipe = recipe[end+1:]
	}
	return c
}

// byChain reads new StringBuilder().append(x)...toString(), where v is the toString.
func (m *Method) byChain(t *useTable, v ssa.ID) *concatenation {
	f := m.Func()
	c := &concatenation{chain: true}
	var appended []ssa.ID
	at := f.Args(v)[0]
	for range 1 << 14 {
		x := &f.Values[at]
		users := t.of(at)
		if x.Kind == ssa.Instr && x.Op == classfile.OpNew {
			if len(users) > 2 {
				return nil
			}
			for _, u := range users {
				if k, _ := f.Member(u); f.IsCall(u) && k.Name == "<init>" && k.Desc == "(Ljava/lang/String;)V" {
					appended = append(appended, f.Args(u)[1])
				}
			}
			for i := len(appended) - 1; i >= 0; i-- {
				c.add(f, appended[i])
			}
			return c
		}
		k, _ := f.Member(at)
		if !f.IsCall(at) || !javaBuilders[k.Class] || k.Name != "append" || len(f.Args(at)) != 2 || len(users) != 1 {
			return nil
		}
		appended = append(appended, f.Args(at)[1])
		at = f.Args(at)[0]
	}
	return nil
}

// inConcatenation reports whether an append is to a builder of one expression that becomes a string at once and may be a concatenation,
// as compilers write it before JDK 9.
func (m *Method) inConcatenation(t *useTable, v ssa.ID) bool {
	f := m.Func()
	made := m.builderOf(v)
	if f.Values[made].Op != classfile.OpNew || len(t.of(made)) > 2 { // the constructor, and the first append
		return false
	}
	for range 1 << 14 {
		user, _, ok := m.onlyUser(t, v)
		if !ok || !f.IsCall(user) || f.Args(user)[0] != v {
			return false
		}
		c, _ := f.Member(user)
		if c.Name == "toString" {
			return !m.writtenBuilder(user)
		}
		if c.Name != "append" {
			return false
		}
		v = user
	}
	return true
}

// writtenBuilder reports whether the source has the builder that v, the toString at the end of a chain of appends, is called on. Sound
// because the builder of a concatenation has no variable, and a compiler of Java that uses StringConcatFactory makes no builder. Compilers of
// other languages spill builders to variables without names, and inline concatenations from classes of an older version.
func (m *Method) writtenBuilder(v ssa.ID) bool {
	f := m.Func()
	java := path.Ext(f.Method.Class.SourceFile()) == ".java"
	if java && joinsDynamically(f.Method.Class) {
		return true
	}
	for range 1 << 14 {
		at := f.Args(v)[0]
		if f.Name(at) != "" || java && m.isStored(at) {
			return true
		}
		if c, _ := f.Member(at); !f.IsCall(at) || !javaBuilders[c.Class] {
			return false
		}
		v = at
	}
	return false
}

// isStored reports whether the instruction after a call, or after the constructor of a new object, stores its result in a local variable.
func (m *Method) isStored(v ssa.ID) bool {
	f := m.Func()
	pc := f.Values[v].PC
	if f.Values[v].Op == classfile.OpNew {
		for _, u := range m.uses().of(v) {
			if c, _ := f.Member(u); f.IsCall(u) && c.Name == "<init>" {
				pc = f.Values[u].PC
			}
		}
	}
	next := f.Code.Next(int(pc))
	return next < len(f.Code.Bytes) && f.Code.Op(next).IsStore()
}

// joinsDynamically reports whether a class has concatenations by invokedynamic.
func joinsDynamically(c *classfile.Class) bool {
	bs, err := c.Bootstraps()
	return err == nil && slices.ContainsFunc(bs, func(b classfile.Bootstrap) bool { return callgraph.KindOf(b) == callgraph.StringConcatSite })
}
