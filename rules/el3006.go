package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL3006", Name: "PowerOfConstant", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "numbers"},
		Sampled: finding.InItself,
		Summary: "Math.pow computes a power that a product, a square root or a shift gives",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{calls(powers)}},
	Check: func(m *Method) { m.replaceable(powers) },
})

// powers are the exponents and the base for which there is something cheaper than Math.pow.
var powers = []replacement{
	{"java/lang/Math", "pow", "(DD)D", exponentIs(2), nil, nil, "computes a square in the general way", "multiply the number by itself, as a double", "Square"},
	{"java/lang/Math", "pow", "(DD)D", exponentIs(0.5), []classfile.Member{{Class: "java/lang/Math", Name: "sqrt", Desc: "(D)D"}}, nil, "computes a square root in the general way", "use Math.sqrt", "SquareRoot"},
	{"java/lang/Math", "pow", "(DD)D", exponentIs(3), nil, nil, "computes a cube in the general way", "multiply it three times, as a double", "Cube"},
	{"java/lang/Math", "pow", "(DD)D", exponentIs(4), nil, nil, "computes a fourth power in the general way", "square the square, as a double", "Cube"},
	{"java/lang/Math", "pow", "(DD)D", powerOfTwo, nil, nil, "computes a power of two in the general way", "shift 1L to the left", "PowerOfTwo"},
}

// exponentIs returns whether the exponent of a call is a constant.
func exponentIs(n float64) func(m *Method, v ssa.ID) bool {
	return func(m *Method, v ssa.ID) bool {
		exponent, ok := m.doubleConstant(m.Func().Args(v)[1])
		_, constant := m.doubleConstant(m.Func().Args(v)[0])
		return ok && exponent == n && !constant
	}
}

// powerOfTwo reports whether a call computes 2 to the power of an int, of which an int or long is made.
func powerOfTwo(m *Method, v ssa.ID) bool {
	f := m.Func()
	args := f.Args(v)
	base, ok := m.doubleConstant(args[0])
	exponent := &f.Values[args[1]]
	if !ok || base != 2 || exponent.Kind != ssa.Instr || exponent.Op != classfile.OpI2d || m.negated(f.Args(args[1])[0]) {
		return false
	}
	for _, u := range m.uses().of(v) {
		if !m.makesWhole(u) && !m.addsToWhole(u, v) {
			return false
		}
	}
	return true
}

// negated reports whether an int is the negative of a number, so that most powers of two by it are fractions.
func (m *Method) negated(v ssa.ID) bool {
	x := &m.Func().Values[v]
	return x.Kind == ssa.Instr && x.Op == classfile.OpIneg
}

// makesWhole reports whether an instruction makes an int or a long of a double.
func (m *Method) makesWhole(u ssa.ID) bool {
	x := &m.Func().Values[u]
	return x.Kind == ssa.Instr && (x.Op == classfile.OpD2i || x.Op == classfile.OpD2l)
}

// addsToWhole reports whether an instruction adds a double to an int, or takes it from one, and only an int is made of the result: what the
// compiler makes of n += Math.pow(2, i).
func (m *Method) addsToWhole(u, v ssa.ID) bool {
	f := m.Func()
	x := &f.Values[u]
	if x.Kind != ssa.Instr || x.Op != classfile.OpDadd && x.Op != classfile.OpDsub || f.Args(u)[1] != v {
		return false
	}
	if whole := &f.Values[f.Args(u)[0]]; whole.Kind != ssa.Instr || whole.Op != classfile.OpI2d {
		return false
	}
	return !slices.ContainsFunc(m.uses().of(u), func(use ssa.ID) bool { return f.Values[use].Op != classfile.OpD2i })
}
