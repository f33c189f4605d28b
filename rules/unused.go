package rules

import (
	_ "embed" // the table
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

//go:embed unused.tsv
var unusedTable string

// unusedResult is what unused.tsv says of a method: the case that prices a result that nothing uses, and a part of the descriptors of
// overloads that may do something else; empty for none.
type unusedResult struct{ measured, unless string }

// unusedResults are the methods of unused.tsv, unusedAbove those of interfaces that count where the class of the object has them.
var unusedResults, unusedAbove = func() (of, above map[classfile.Member]unusedResult) {
	of, above = map[classfile.Member]unusedResult{}, map[classfile.Member]unusedResult{}
	for c := range rows(unusedTable) {
		u := unusedResult{measured: c[0]}
		if len(c) > 3 {
			u.unless = c[3]
		}
		out := of
		if c[0] == "Above" {
			out = above
		}
		for _, name := range strings.Fields(c[2]) {
			out[classfile.Member{Class: c[1], Name: name}] = u
		}
	}
	return of, above
}()

// The cases of the evidence that the table names: results that take work to compute, and small objects and numbers, which compiled code does
// not make.
const (
	resultCase = "Result"
	smallCase  = "Small"
)

// unusedNames are, as Needs has them, the methods that a case prices, and those of interfaces whose classes it prices.
func unusedNames(measured string) (out []string) {
	names := map[string]bool{}
	for m, u := range unusedResults {
		if u.measured == measured {
			out = append(out, m.Class+"."+m.Name)
			names[m.Name] = true
		}
	}
	for m := range unusedAbove {
		if names[m.Name] {
			out = append(out, m.Class+"."+m.Name)
		}
	}
	slices.Sort(out)
	return out
}

// onlyComputes returns what the table says of a called method; ok is false for one that may do something else than compute its result.
func onlyComputes(c classfile.Member) (u unusedResult, ok bool) {
	u, ok = unusedResults[classfile.Member{Class: c.Class, Name: c.Name}]
	void := strings.HasSuffix(c.Desc, ")V") // it fills an array, as getBytes(int, int, byte[], int) does
	return u, ok && !void && (u.unless == "" || !strings.Contains(c.Desc, u.unless))
}

// onlyComputesHere is onlyComputes, or that of the class of the object where the call names an interface of the table.
func (m *Method) onlyComputesHere(v ssa.ID, c classfile.Member) (u unusedResult, ok bool) {
	if _, above := unusedAbove[classfile.Member{Class: c.Class, Name: c.Name}]; above {
		c.Class = className(m.Type(m.Func().Args(v)[0]))
	}
	return onlyComputes(c)
}
