package calibrate

import (
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models/fit"
)

// arithmetic are the operations on numbers.
func arithmetic() []operation {
	var out []operation
	for _, t := range numeric {
		for _, b := range []struct {
			op   pattern.Operation
			name string
			bits bool
		}{
			{pattern.Addition, "add", false}, {pattern.Subtraction, "sub", false}, {pattern.Multiplication, "mul", false},
			{pattern.Division, "div", false}, {pattern.Modulo, "rem", false},
			{pattern.BitAnd, "and", true}, {pattern.BitOr, "or", true}, {pattern.BitXor, "xor", true},
			{pattern.LeftBitshift, "shl", true}, {pattern.RightBitshift, "shr", true}, {pattern.LogicalRightBitshift, "ushr", true},
		} {
			if b.bits && (t.t == pattern.Float || t.t == pattern.Double) {
				continue
			}
			second := t
			if strings.Contains(b.name, "sh") {
				second = intType
			}
			out = append(out, twoOperands(b.op, t, second, t.letter+b.name)...)
		}
		out = append(out, costliestRemainder(t)...)
		out = append(out, operation{target: pattern.Of(pattern.Negation, t.t, pattern.Load), first: t, result: t, vars: "a:" + t.letter + "=7",
			ways: []way{{t.letter + "load {a}", []string{t.letter + "neg"}}}})
	}
	for _, t := range []dataType{intType, longType} {
		ones := "iconst_m1"
		if t.t == pattern.Long {
			ones = "ldc2_w long -1"
		}
		out = append(out, operation{target: pattern.Of(pattern.BitComplement, t.t, pattern.Load), first: t, result: t, vars: "a:" + t.letter + "=7",
			ways: []way{{t.letter + "load {a}", []string{ones, t.letter + "xor"}}}})
	}
	for op := pattern.D2f; op <= pattern.L2i; op++ {
		from, _ := typeOfLetter(op.String()[:1])
		to, ok := typeOfLetter(op.String()[2:])
		if !ok { // byte, char, short
			to = intType
		}
		o := operation{target: pattern.Of(op, from.t, pattern.Load), first: from, result: to, vars: "a:" + from.letter + "=7",
			ways: []way{{from.letter + "load {a}", []string{op.String()}}}}
		out = append(out, o)
		if from.t != pattern.Float && from.t != pattern.Double || to.t != pattern.Int && to.t != pattern.Long {
			continue
		}
		// What the processor's instruction cannot convert, the virtual machine does.
		for _, v := range []struct{ name, value string }{{"NaN ", "NaN"}, {"too large ", "1e38"}, {"too small ", "-1e38"}} {
			o.name, o.vars = fit.Costliest+v.name, "a:"+from.letter+"="+v.value
			out = append(out, o)
		}
	}
	for _, t := range []dataType{longType, floatType, doubleType} {
		out = append(out, operation{target: pattern.Of(pattern.Comparison, t.t, pattern.Load), first: t, result: intType,
			vars: "a:" + t.letter + "=7 b:" + t.letter + "=3", ways: []way{{t.letter + "load {a}", []string{t.letter + "load {b}", compare(t, "eq")}}}})
	}
	return out
}

// twoOperands is an operation on two operands in all data sizes: of a local variable and another or a constant (Load), of
// constants, of a local variable and a number of the constant pool.
func twoOperands(op pattern.Operation, t, second dataType, name string) []operation {
	o := operation{first: t, result: t, vars: "a:" + t.letter + "=1000003 b:" + second.letter + "=3"}
	load := t.letter + "load {a}"
	with := func(size pattern.Size, ways ...way) operation {
		p := o
		p.target, p.ways, p.keep = pattern.Of(op, t.t, size), ways, size == pattern.Constant
		return p
	}
	out := []operation{
		with(pattern.Load, way{load, []string{second.letter + "load {b}", name}}, way{load, []string{second.constant(), name}}),
		with(pattern.Constant, way{t.constant(), []string{second.constant(), name}}),
	}
	if push, size := second.pooled(); size != pattern.NoSize {
		out = append(out, with(size, way{load, []string{push, name}}))
	}
	return out
}

// costliestRemainder measures the remainder of floating-point numbers with the operands for which fmod runs longest: its
// loop takes a step for each power of two by which they differ, more than 2,000 for double, and the steps that subtract,
// which find a bit 1 of the quotient, cost more. With divisors of 2^k-1, k of k-1 bits are 1, and each bit that the divisor
// has takes away a step: 16 bits are the most expensive.
func costliestRemainder(t dataType) []operation {
	dividend, divisor := "0x7fffp1009", "0xffffp-1074"
	switch t.t {
	case pattern.Float:
		dividend, divisor = "0x7fffp113", "0xffffp-149"
	case pattern.Double:
	default:
		return nil
	}
	_, size := t.pooled()
	load, vars, name := t.letter+"load {a}", "a:"+t.letter+"="+dividend, t.letter+"rem"
	constant := t.initial(divisor)[0]
	return []operation{
		{target: pattern.Of(pattern.Modulo, t.t, pattern.Load), name: fit.Costliest, first: t, result: t, vars: vars + " b:" + t.letter + "=" + divisor,
			ways: []way{{load, []string{t.letter + "load {b}", name}}}},
		{target: pattern.Of(pattern.Modulo, t.t, size), name: fit.Costliest, first: t, result: t, vars: vars, ways: []way{{load, []string{constant, name}}}},
	}
}

// compare is the instruction that compares for a condition, as javac chooses it: with NaN the condition is false.
func compare(t dataType, condition string) string {
	switch {
	case t.t == pattern.Long:
		return "lcmp"
	case condition == "lt" || condition == "le":
		return t.letter + "cmpg"
	}
	return t.letter + "cmpl"
}

// outcome begins the name of the shape of a branch.
func outcome(taken bool) string {
	if taken {
		return "taken "
	}
	return "not taken "
}

// branches are the operations of control flow; each branch is measured taken and not taken.
func branches() []operation {
	// For every condition, how the operands compare where it holds and where it does not.
	conditions := []struct {
		name             string
		numeric, integer pattern.Operation
		yes, no          int
	}{
		{"eq", pattern.IfEqualNumeric, pattern.IfEqualInt, 0, 1}, {"ne", pattern.IfNonEqualNumeric, pattern.IfNonEqualInt, 1, 0},
		{"ge", pattern.IfGreaterOrEqualNumeric, pattern.IfGreaterOrEqualInt, 1, -1}, {"gt", pattern.IfGreaterNumeric, pattern.IfGreaterInt, 1, -1},
		{"le", pattern.IfLessOrEqualNumeric, pattern.IfLessOrEqualInt, -1, 1}, {"lt", pattern.IfLessNumeric, pattern.IfLessInt, -1, 1},
	}
	operand := map[int]string{-1: "{low}", 0: "{equal}", 1: "{high}"}
	vars := func(t dataType, equal string) string {
		l := ":" + t.letter + "="
		return "low" + l + "-7 equal" + l + equal + " high" + l + "200009 other" + l + equal
	}
	pooledValue := func(push string) string { return push[strings.LastIndexByte(push, ' ')+1:] }
	value := map[string]string{"iconst_3": "3", "lconst_1": "1", "fconst_2": "2", "dconst_1": "1"}
	var out []operation
	for _, c := range conditions {
		for _, t := range numeric {
			var pooled []operation // compared with a number of the constant pool
			for _, sign := range []int{c.yes, c.no} {
				o := operation{first: t, target: pattern.Of(c.numeric, t.t, pattern.Load), vars: vars(t, value[t.constant()])}
				if t.t == pattern.Int {
					o.vars = vars(t, "0")
				}
				first := t.letter + "load " + operand[sign]
				if o.name, o.ways = outcome(sign == c.yes), nil; t.t == pattern.Int {
					o.ways = append(o.ways, way{first, []string{"if" + c.name + " next", "next:"}})
				} else {
					for _, second := range []string{t.letter + "load {other}", t.constant()} {
						o.ways = append(o.ways, way{first, []string{second, compare(t, c.name), "if" + c.name + " next", "next:"}})
					}
				}
				out = append(out, o)
				if push, size := t.pooled(); t.t != pattern.Int {
					o.target, o.vars = pattern.Of(c.numeric, t.t, size), vars(t, pooledValue(push))
					o.ways = []way{{first, []string{push, compare(t, c.name), "if" + c.name + " next", "next:"}}}
					pooled = append(pooled, o)
				}
			}
			out = append(out, pooled...)
		}
		for _, sign := range []int{c.yes, c.no} {
			o := operation{first: intType, name: outcome(sign == c.yes), vars: vars(intType, "3"), target: pattern.Of(c.integer, pattern.Int, pattern.Load)}
			first := "iload " + operand[sign]
			for _, second := range []string{"iload {other}", "iconst_3"} {
				o.ways = append(o.ways, way{first, []string{second, "if_icmp" + c.name + " next", "next:"}})
			}
			push, size := intType.pooled()
			p := o
			p.target, p.vars = pattern.Of(c.integer, pattern.Int, size), vars(intType, pooledValue(push))
			p.ways = []way{{first, []string{push, "if_icmp" + c.name + " next", "next:"}}}
			out = append(out, o, p)
		}
	}
	for _, c := range []struct {
		op   pattern.Operation
		name string
	}{{pattern.IfEqualReference, "if_acmpeq"}, {pattern.IfNonEqualReference, "if_acmpne"}} {
		out = append(out, operation{first: referenceType, target: pattern.Of(c.op, pattern.Reference, pattern.Load), vars: "a:a=new b:a=new",
			ways: []way{{"aload {a}", []string{"aload {a}", c.name + " next", "next:"}}, {"aload {a}", []string{"aload {b}", c.name + " next", "next:"}}}})
	}
	for _, c := range []struct {
		op   pattern.Operation
		name string
	}{{pattern.IfNullReference, "ifnull"}, {pattern.IfNonNullReference, "ifnonnull"}} {
		out = append(out, operation{first: referenceType, target: pattern.Of(c.op, pattern.Reference, pattern.Load), vars: "a:a=new null:a",
			ways: []way{{"aload {a}", []string{c.name + " next", "next:"}}, {"aload {null}", []string{c.name + " next", "next:"}}}})
	}
	const cases = 8
	table, lookup := "tableswitch 1 next", "lookupswitch next"
	for k := range cases {
		table += " next"
		lookup += " " + strconv.Itoa(1+10*k) + ":next"
	}
	return append(out,
		operation{target: pattern.Of(pattern.ElseBranch, pattern.Int, pattern.Load), ways: []way{{"", []string{"goto next", "next:"}}}},
		operation{first: intType, target: pattern.Of(pattern.SwitchCaseConsecutive, pattern.Int, pattern.Load), vars: "a:i=3 b:i=99",
			ways: []way{{"iload {a}", []string{table, "next:"}}, {"iload {b}", []string{table, "next:"}}}},
		operation{first: intType, target: pattern.Of(pattern.SwitchCaseNonConsecutive, pattern.Int, pattern.Load), vars: "a:i=21 b:i=99",
			ways: []way{{"iload {a}", []string{lookup, "next:"}}, {"iload {b}", []string{lookup, "next:"}}}},
	)
}
