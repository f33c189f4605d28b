package rules

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL3009", Name: "BigNumberConstant", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "numbers"},
		Sampled: finding.InItself,
		Summary: "A BigDecimal or BigInteger is made of the same constant each time; it never changes, so one is enough",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{calls(bigConstants)}},
	Check: func(m *Method) { m.replaceable(bigConstants) },
})

const (
	bigDecimal = "java/math/BigDecimal"
	bigInteger = "java/math/BigInteger"
	keepNumber = "keep it in a static final field"
)

// bigConstants are what makes big numbers of texts and fractions.
var bigConstants = []replacement{
	{bigDecimal, "<init>", "(Ljava/lang/String;)V", constantArgument, nil, nil, "parses the same number", keepNumber, "BigDecimalOfText"},
	{bigInteger, "<init>", "(Ljava/lang/String;)V", constantArgument, nil, nil, "parses the same number", keepNumber, "BigIntegerOfText"},
	{bigInteger, "<init>", "(Ljava/lang/String;I)V", constantArgument, nil, nil, "parses the same number", keepNumber, "BigIntegerOfText"},
	{bigDecimal, "<init>", "(I)V", constantArgument, nil, nil, "makes the same number", keepNumber, "BigDecimalOfInt"},
	{bigDecimal, "<init>", "(J)V", constantArgument, nil, nil, "makes the same number", keepNumber, "BigDecimalOfInt"},
	{bigDecimal, "<init>", "(D)V", constantArgument, nil, nil, "converts the same fraction", keepNumber, "BigDecimalOfText"},
	{bigDecimal, "valueOf", "(D)Ljava/math/BigDecimal;", constantArgument, nil, nil, "writes and parses the same fraction", keepNumber, "BigDecimalOfText"},
}

// constantArgument reports whether what a number is made of is constant.
func constantArgument(m *Method, v ssa.ID) bool {
	f := m.Func()
	args := f.Args(v)
	if f.Values[v].Op == classfile.OpInvokespecial {
		args = args[1:]
	}
	for _, a := range args {
		if k := f.Values[a].Kind; k != ssa.Int && k != ssa.Const {
			return false
		}
	}
	return true
}
