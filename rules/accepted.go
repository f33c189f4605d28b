package rules

import (
	_ "embed" // the table
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

//go:embed accepted.tsv
var acceptedTable string

// span is a range of constants.
type span struct{ least, most int64 }

// accepted are the rows of accepted.tsv: the constants, by parameter, for which a method does not throw.
var accepted = func() map[classfile.Member][]span {
	out := map[classfile.Member][]span{}
	for c := range rows(acceptedTable) {
		name, desc, _ := strings.Cut(c[1], "(")
		var spans []span
		for _, cell := range strings.Fields(c[2]) {
			least, most, _ := strings.Cut(cell, "..")
			s := span{math.MinInt64, math.MaxInt64}
			if cell != "*" {
				s.least, _ = strconv.ParseInt(least, 10, 64)
				s.most, _ = strconv.ParseInt(most, 10, 64)
			}
			spans = append(spans, s)
		}
		out[classfile.Member{Class: c[0], Name: name, Desc: "(" + desc}] = spans
	}
	return out
}()

// acceptedNames returns the methods of accepted.tsv, as Needs has them.
func acceptedNames() (out []string) {
	for c := range accepted {
		out = append(out, c.Class+"."+c.Name+c.Desc)
	}
	slices.Sort(out)
	return out
}

// accepts reports whether a call is of a method that only computes and gets constants for which it does not throw.
func (m *Method) accepts(v ssa.ID, c classfile.Member) bool {
	spans, ok := accepted[c]
	if !ok {
		return false
	}
	f := m.Func()
	args := f.Args(v)
	for i, a := range args[len(args)-len(spans):] {
		any := spans[i] == span{math.MinInt64, math.MaxInt64}
		if x := &f.Values[a]; !any && (x.Kind != ssa.Int || x.Aux < spans[i].least || x.Aux > spans[i].most) {
			return false
		}
	}
	return true
}
