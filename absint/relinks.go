package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// maxRelinking bounds the methods behind one call that are looked into for stores to links: beyond, there may be some.
const maxRelinking = 300

// relinking finds the methods that may store to links, themselves or in what they call.
type relinking struct {
	r     *recursion
	stays []fieldStore
	known map[*classfile.Method]bool
}

// call says whether code that a call runs, besides the methods of the recursion, may store to the links.
func (x *relinking) call(site *callSite) bool {
	found := false
	site.eachCallee(x.r.p.a, nil, func(t *classfile.Method) { found = found || !x.r.inside(t) && x.method(t) })
	return found
}

func (x *relinking) method(m *classfile.Method) bool {
	if found, ok := x.known[m]; ok {
		return found
	}
	seen := map[*classfile.Method]bool{m: true}
	work := []*classfile.Method{m}
	found := false
	for len(work) > 0 && !found {
		s := x.r.p.summary(work[0])
		work = work[1:]
		if s.err != nil {
			continue // its cost is unknown anyhow
		}
		found = s.m.storesAny(x.stays) || len(seen) > maxRelinking
		s.eachCallee(x.r.p.a, nil, func(t *classfile.Method) {
			if !seen[t] && !x.r.inside(t) {
				seen[t] = true
				work = append(work, t)
			}
		})
	}
	x.known[m] = found
	return found
}

// storesAny says whether the method stores to one of the fields of an object that it has not made itself.
func (m *method) storesAny(stays []fieldStore) bool {
	return slices.ContainsFunc(m.g.RPO, func(b int32) bool {
		return slices.ContainsFunc(m.f.Body[b], func(v ssa.ID) bool { return m.changes(v, 0, stays, nil) })
	})
}

// summary is the analysis of a method, of the program or behind it: of a library, a program is no more than the methods of
// one recursion.
func (p *Program) summary(m *classfile.Method) *Summary {
	if i, ok := p.index[m]; ok {
		return p.sums[i]
	}
	p.behind = append(p.behind, m)
	return p.a.Summary(m)
}
