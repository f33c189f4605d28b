package callees

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// String concatenation by java.lang.invoke.StringConcatFactory, priced as the equivalent StringBuilder code.

// builderCall returns the call of a StringBuilder method.
func builderCall(name, parameter, result string) indyCall {
	return indyCall{Member: classfile.Member{Class: progdb.Builder, Name: name, Desc: "(" + parameter + ")" + result}}
}

// stringBuilding collects the calls that build a string of pieces.
type stringBuilding struct {
	a     *Resolver
	s     *Summary
	site  *CallSite
	calls []indyCall
}

// constant appends a constant of n characters.
func (t *stringBuilding) constant(n int) {
	if n > 0 {
		c := builderCall("append", "Ljava/lang/String;", "L"+progdb.Builder+";")
		c.Chars = int64(n)
		t.calls = append(t.calls, c)
	}
}

// operand appends a value of a type. A reference that is no String calls its toString.
func (t *stringBuilding) operand(v ssa.ID, desc, name string) {
	parameter := desc
	switch desc[0] {
	case 'B', 'S':
		parameter = "I"
	case 'L', '[':
		parameter = "Ljava/lang/String;"
	}
	c := builderCall("append", parameter, "L"+progdb.Builder+";")
	c.Value, c.Name = v, name
	if parameter == "Ljava/lang/String;" && desc != parameter {
		c.Value, c.Name = 0, name+".toString()"
		c.Chars, _ = platform.WrittenLength(desc)
		t.site.Callbacks = append(t.site.Callbacks, t.a.operandCallback(t.s, t.site, v, desc, name, platform.ToString))
	}
	t.calls = append(t.calls, c)
}

// finish returns the code that builds the string.
func (t *stringBuilding) finish() IndyCode {
	calls := append([]indyCall{builderCall("<init>", "", "V")}, t.calls...)
	calls = append(calls, builderCall("toString", "", "Ljava/lang/String;"))
	return IndyCode{Calls: calls, Once: pattern.Single(pattern.Of(pattern.NonStaticMethodCall, pattern.NoType, pattern.SizeReference), float64(len(calls)))}
}

// concatenation returns the code for a recipe of makeConcatWithConstants: \1 stands for an argument, \2 for a constant
// of the bootstrap method. ok is false for a recipe that does not match the arguments.
func (a *Resolver) concatenation(s *Summary, site *CallSite, d classfile.Dynamic, b classfile.Bootstrap) (h IndyCode, ok bool) {
	pool := &s.M.Fn.Method.Class.Pool
	params := classfile.Params(d.Desc)
	recipe, constants := strings.Repeat("\x01", len(params)), b.Args
	if b.Method.Member.Name == "makeConcatWithConstants" {
		if len(b.Args) == 0 {
			return h, false
		}
		if recipe, ok = progdb.StringEntry(pool, b.Args[0]); !ok {
			return h, false
		}
		constants = b.Args[1:]
	}
	t := stringBuilding{a: a, s: s, site: site}
	pending, arg := 0, 0
	for _, r := range recipe {
		switch {
		case r == 1:
			if arg >= len(params) || arg >= len(site.Args) {
				return h, false
			}
			t.constant(pending)
			pending = 0
			t.operand(site.Args[arg], params[arg], s.M.Describe(site.Args[arg]))
			arg++
		case r == 2:
			if len(constants) == 0 {
				return h, false
			}
			c, ok := progdb.StringEntry(pool, constants[0])
			if !ok {
				return h, false // a class or a number, which no compiler makes
			}
			pending += int(symval.Utf16Length(c))
			constants = constants[1:]
		default:
			pending += int(symval.Utf16Length(string(r)))
		}
	}
	t.constant(pending)
	return t.finish(), arg == len(params)
}
