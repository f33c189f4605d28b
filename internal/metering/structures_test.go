package metering

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
)

// structureSymbol is the path of a symbol of what links lead to from a parameter.
var structureSymbol = regexp.MustCompile(`^~((?:tree|nodes):[^ :]+) of \((.*):p(\d+)\)$`)

// structuresOf are the sizes of structures of objects that the bounds of methods mention.
func structuresOf(a *absint.Analyzer, classes []*classfile.Class) map[*classfile.Method][]StructureSize {
	var methods []*classfile.Method
	for _, c := range classes {
		for i := range c.Methods {
			if c.Methods[i].HasCode() {
				methods = append(methods, &c.Methods[i])
			}
		}
	}
	out := map[*classfile.Method][]StructureSize{}
	p := a.Reach(methods)
	total := p.Evaluate(absint.TotalInstructions(true))
	for _, m := range methods {
		s := a.Summary(m)
		if s.Err() != nil {
			continue
		}
		symbols := s.Symbols(total[p.Index(m)])
		symbols = append(symbols, s.Symbols(s.Own(absint.OwnInstructions(true)))...)
		for _, sym := range symbols {
			match := structureSymbol.FindStringSubmatch(sym.Path)
			if match == nil || match[2] != m.Class.Name+"."+m.ID() || slices.ContainsFunc(out[m], func(x StructureSize) bool { return x.Symbol == sym.Path }) {
				continue
			}
			if k, err := strconv.Atoi(match[3]); err == nil {
				out[m] = append(out[m], StructureSize{Parameter: k, What: match[1], Symbol: sym.Path})
			}
		}
	}
	return out
}
