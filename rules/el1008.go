package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1008", Name: "SplitForFirstPart", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Summary: "A string is split into all its parts, of which only the first or second is used",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{{"java/lang/String.split"}}, Ops: []classfile.Op{classfile.OpAaload}},
	Check: splitForFirstPart,
})

// splitForFirstPart finds calls of split at one character of whose array one of the first two elements alone is used.
func splitForFirstPart(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("split") {
		if c.Class != stringClass {
			continue
		}
		args := f.Args(v)
		// Another separator is a regular expression: RegexCompiledRepeatedly.
		if text, ok := f.StringConstant(args[1]); !ok || !splitsWithoutPattern(text) {
			continue
		}
		uses := m.uses()
		user, arg, ok := m.onlyUser(uses, v)
		if !ok || arg != 0 || f.Values[user].Op != classfile.OpAaload || m.LoopOf(user) != m.LoopOf(v) {
			continue
		}
		index := &f.Values[f.Args(user)[1]]
		if index.Kind != ssa.Int || index.Aux != 0 && (index.Aux != 1 || len(args) > 2) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		part := "first"
		if index.Aux == 1 {
			part = "second"
		}
		e := m.Engine
		cost := m.TilesOf(v).Add(e.LibraryCost(c.Class, c.Name, c.Desc, 1))
		repaired := callTiles().Add(callTiles()).Add(e.LibraryCost(c.Class, "indexOf", "(I)I", 1)).Add(e.LibraryCost(c.Class, "substring", "(II)Ljava/lang/String;", 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: repaired, Per: r.per(), Case: "FirstPart"}); energy != nil {
			m.Report(v, "split", fmt.Sprintf("%s makes strings of all parts and only the %s is used, %s: use indexOf and substring", m.Call(v), part, r.again()), energy, r.related()...)
		}
	}
}
