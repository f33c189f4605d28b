package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL4004", Name: "RepeatedFileStat", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "io"},
		Sampled: finding.AtCall,
		Summary: "The file system is asked for the same file again where the first answer, or both at once, would do",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{methodsOf("java/io/File", fileStats...), methodsOf("java/io/File", fileStats...)}},
	Check: repeatedFileStat,
})

// fileStats are the questions of java.io.File that are one system call each.
var fileStats = []string{"exists", "isFile", "isDirectory", "length", "lastModified"}

// repeatedFileStat finds questions about a file right after another about it.
func repeatedFileStat(m *Method) {
	f := m.Func()
	asked := map[ssa.ID]bool{} // reported, as the second of two
	for v, c := range m.Calls(fileStats...) {
		if c.Class != "java/io/File" || asked[v] {
			continue
		}
		second := m.statAgain(v, f.Args(v)[0])
		if second == 0 {
			continue
		}
		advice, measured := m.statAdvice(v, second)
		if advice == "" {
			continue
		}
		r, ok := m.recurs(second)
		if !ok || m.onlyForDirectories(v, second) {
			continue
		}
		asked[second] = true
		d, _ := f.Member(second)
		cost := m.TilesOf(second).Add(m.Engine.LibraryCost(d.Class, d.Name, d.Desc, 1))
		if energy := m.Energy(Change{At: second, Cost: cost, Per: r.per(), Case: measured}); energy != nil {
			related := append([]finding.Location{m.Related(v, "asked here for the first time")}, r.related()...)
			m.Report(second, c.Name+" "+d.Name, fmt.Sprintf("%s asks the file system again for the file that %s asked for, %s; %s", m.Call(second), m.Call(v), r.again(), advice), energy, related...)
		}
	}
}

// statAdvice is what to do about two questions, and the case; empty where both are needed: what there is no file for is then told
// apart from what is no file, or readAttributes would throw an exception for it.
func (m *Method) statAdvice(first, second ssa.ID) (advice, measured string) {
	f := m.Func()
	c, _ := f.Member(first)
	d, _ := f.Member(second)
	switch {
	case c.Name == d.Name:
		return "keep the first answer", "ExistsIsFile"
	case d.Name == "exists":
		return "", ""
	case c.Name != "exists":
		return "Files.readAttributes answers both at once", "Attributes"
	case (d.Name == "length" || d.Name == "lastModified") && m.zeroMatters(first, second):
		return "Files.readAttributes answers both at once", "Attributes"
	case d.Name == "length" || d.Name == "lastModified":
		return d.Name + " alone is 0 where there is no file", "ExistsIsFile"
	}
	_, absent := m.branch(int(f.Values[first].Block), false)
	asked, other := m.branch(int(f.Values[second].Block), false)
	if absent == nil || other == nil || asked != second || m.behindGotos(absent.To) != m.behindGotos(other.To) {
		return "", ""
	}
	return d.Name + " alone is false where there is no file", "ExistsIsFile"
}

// zeroMatters reports whether the method goes another way for the number 0, which a question gives for a file that there is not, than where the first
// question tells that: exists() && length() == 0.
func (m *Method) zeroMatters(first, second ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	_, absent := m.branch(int(f.Values[first].Block), false)
	for _, compared := range m.uses().of(second) {
		if f.Values[compared].Op != classfile.OpLcmp {
			continue
		}
		args, sign := f.Args(compared), int64(1)
		other := args[1]
		if args[1] == second {
			other, sign = args[0], -1
		}
		test := f.At(g.Blocks[f.Values[compared].Block].Last)
		limit := int64(1) // a time or size that is computed is taken for more than 0
		if f.Values[other].Kind == ssa.Int {
			limit = f.Values[other].Aux
		}
		if absent == nil || test == 0 || len(f.Args(test)) != 1 || f.Args(test)[0] != compared {
			return true
		}
		taken := holds(f.Values[test].Op, -sign*limit, 0)
		for _, e := range g.Blocks[f.Values[test].Block].Succs {
			if withoutException(&e) && (e.Kind == cfg.Taken) == taken && m.behindGotos(e.To) != m.behindGotos(absent.To) {
				return true
			}
		}
	}
	return false
}

// onlyForDirectories reports whether a second question is asked only where the first tells of a directory, or of no file. Most of what a loop
// goes over are files: the first answer is all that is asked of them.
func (m *Method) onlyForDirectories(first, second ssa.ID) bool {
	f := m.Func()
	c, _ := f.Member(first)
	asked, e := m.branch(int(f.Values[first].Block), c.Name == "isDirectory")
	return (c.Name == "isDirectory" || c.Name == "isFile") && e != nil && asked == first && m.onlyBy(e, int(f.Values[second].Block))
}

// statAgain returns the first question about the same file that follows v wherever that is reached, without a call in between
// that may change the file; 0 where there is none.
func (m *Method) statAgain(v ssa.ID, file ssa.ID) ssa.ID {
	f, g := m.Func(), m.Graph()
	from := int(f.Values[v].Block)
	for u, d := range m.Calls(fileStats...) {
		b := int(f.Values[u].Block)
		if d.Class != "java/io/File" || u == v || b == from && f.Values[u].PC < f.Values[v].PC || !m.sameFile(f.Args(u)[0], file) {
			continue
		}
		if g.Dominators.Dominates(from, b) && m.LoopOf(u) == m.LoopOf(v) && m.onlyBetween(v, u, harmlessToFiles) {
			return u
		}
	}
	return 0
}

// onlyBetween reports whether all calls on the paths from v to u, which v dominates, that do not pass v again are of one kind.
func (m *Method) onlyBetween(v, u ssa.ID, kind func(c classfile.Member) bool) bool {
	f, g := m.Func(), m.Graph()
	from, to := f.Values[v].Block, f.Values[u].Block
	before := map[int32]bool{to: true} // blocks from which u is reached without v
	if from != to {
		for work := []int32{to}; len(work) > 0; {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, e := range g.Blocks[b].Preds {
				if p := g.Edges[e].From; !before[p] && (p == from || g.Dominators.Dominates(int(from), int(p))) {
					before[p] = true
					if p != from {
						work = append(work, p)
					}
				}
			}
		}
	}
	for w, c := range m.Calls() {
		x := &f.Values[w]
		if !before[x.Block] || w == v || w == u || kind(c) {
			continue
		}
		if x.Block == from && x.PC < f.Values[v].PC || x.Block == to && x.PC > f.Values[u].PC && !m.inInnerLoop(to, from) {
			continue
		}
		return false
	}
	return true
}

// inInnerLoop reports whether block b is in a loop that block of is not in.
func (m *Method) inInnerLoop(b, of int32) bool {
	l := int(m.Graph().Blocks[b].Loop)
	return l >= 0 && !m.Graph().InLoop(int(of), l)
}

// sameFile reports whether two files are one value, which is no field: a call may change that.
func (m *Method) sameFile(a, b ssa.ID) bool { return m.Strip(a) == m.Strip(b) }

// fileQuestions are other methods of java.io.File that change no file.
var fileQuestions = []string{"getName", "getPath", "getAbsolutePath", "getAbsoluteFile", "canRead", "canWrite", "canExecute", "isHidden", "getParent", "getParentFile", "toString", "toPath", "<init>"}

// harmlessToFiles reports whether a call of the library changes no file and waits for nothing.
func harmlessToFiles(c classfile.Member) bool {
	switch c.Class {
	case "java/io/File":
		return slices.Contains(fileStats, c.Name) || slices.Contains(fileQuestions, c.Name)
	case stringClass, "java/lang/StringBuilder", "java/util/List", "java/util/Map", "java/util/ArrayList", "java/lang/Integer", "java/lang/Long":
		return true
	}
	return c.Name == "makeConcatWithConstants"
}
