package absint

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Collections ask their keys and elements: for a hash, whether they are equal, which comes first. The models of these
// methods have an expected cost, of strings mostly. Where the code says that what is asked is of a class of the program,
// what that class declares is priced on top: as often as it is usually asked, since a table of which all keys collide
// asks far more often. Where the class is not known, the expected cost stands for it.

// askedCall is a call that a collection makes of a method of a key or an element.
type askedCall struct {
	callSite
	often often
}

// often is how often a collection asks.
type often uint8

const (
	once      often = iota
	perLevel        // the logarithm of the receiver's size
	perOne          // of all that the receiver has
	perSorted       // n log n of the length of the first argument
)

// asks are the calls that a library call makes of keys and elements whose class is one of the program.
func (a *Resolver) asks(s *callSummary, site *callSite) (out []askedCall) {
	if a.Library == nil || a.OpenWorld || !site.library || a.stated(site.member) || len(site.args) == 0 {
		return nil
	}
	mem := site.member
	calls := &askedCalls{a: a, s: s, site: site}
	switch {
	case mem.Class == platform.Arrays && (mem.Name == "sort" || mem.Name == "parallelSort") && mem.Desc == "([Ljava/lang/Object;)V":
		calls.addSort()
	case takesArray(mem) && len(site.args) == 2 && !site.callback:
		calls.ask(site.args[1], platform.CollectionToArray, once)
	case strings.HasPrefix(mem.Desc, "(Ljava/lang/Object;") && len(site.args) >= 2 && !site.callback:
		calls.addSearch()
	}
	return calls.out
}

// askedCalls collects the calls that a library call makes of keys and elements.
type askedCalls struct {
	a    *Resolver
	s    *callSummary
	site *callSite
	out  []askedCall
}

// add adds a call that leads to known methods of the program.
func (k *askedCalls) add(c callSite, n often) {
	if c.unknown == "" && len(c.targets)+len(c.lambdas) > 0 {
		c.library, c.stated = false, nil // the model has that
		k.out = append(k.out, askedCall{c, n})
	}
}

// ask adds the call of a method on value v, n times.
func (k *askedCalls) ask(v ssa.ID, called classfile.Member, n often) {
	k.add(k.a.callback(k.s, k.site, v, called), n)
}

// addSort adds the comparisons of a sort of an array whose elements have an order of the program's.
func (k *askedCalls) addSort() {
	array, h := k.site.args[0], k.a.Hierarchy
	if t := k.s.m.f.Static(array); strings.HasPrefix(t, "[L") && h.Analysed(t[2:len(t)-1]) {
		if is, _ := h.IsSubtype(t[2:len(t)-1], platform.CompareTo.Class); is {
			k.add(k.a.hiddenCallback(k.s, k.site, 0, t[1:], k.s.m.describe(array)+"[...]", platform.CompareTo), perSorted)
		}
	}
}

// addSearch adds the calls by which a collection finds the first argument: by its hash, by its order, or from one element
// to the next.
func (k *askedCalls) addSearch() {
	mem, key := k.site.member, k.site.args[1]
	switch {
	case platform.FindsByHash.Has(mem.Class):
		if platform.FindingKey.Named(mem.Name) {
			k.ask(key, platform.HashCode, once)
			k.ask(key, platform.Equals, once)
		}
	case platform.FindsByOrder.Has(mem.Class):
		if platform.FindingKey.Named(mem.Name) {
			k.addComparison(key)
		}
	case platform.FindsByScan.Has(mem.Class):
		if platform.Scanning.Named(mem.Name) {
			k.ask(key, platform.Equals, perOne)
		}
	}
}

// addComparison adds the comparisons of a key in a sorted collection: by the comparator that the collection was made with,
// else by the order of the key. What is not known of a comparator is not part of the model either.
func (k *askedCalls) addComparison(key ssa.ID) {
	v, ok := k.s.comparatorOf(k.site.args[0])
	if !ok {
		k.ask(key, platform.CompareTo, perLevel)
		return
	}
	c := k.a.callback(k.s, k.site, v, platform.Compare)
	if k.add(c, perLevel); c.unknown != "" && !k.s.m.f.IsNull(v) && !libraryOrder(k.s, v) {
		k.out = append(k.out, askedCall{c, perLevel})
	}
}

// libraryOrder says whether a comparator is one of the JDK's that run no code of the program but the elements' own.
func libraryOrder(s *callSummary, v ssa.ID) bool {
	mem, _ := s.m.f.Member(v)
	switch s.m.f.Values[v].Op {
	case classfile.OpGetstatic:
		return mem.Class == platform.StringClass
	case classfile.OpInvokestatic:
		return platform.IsPlatform(mem.Class) && strings.HasPrefix(mem.Desc, "()")
	}
	return false
}

// comparatorOf is the comparator that a collection was made with in this method. ok is false where it was made elsewhere,
// or without one.
func (s *callSummary) comparatorOf(v ssa.ID) (comparator ssa.ID, ok bool) {
	f := s.m.f
	if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpNew {
		return 0, false
	}
	for _, b := range s.m.g.RPO {
		for _, w := range f.Body[b] {
			if x := &f.Values[w]; x.Kind != ssa.Instr || x.Op != classfile.OpInvokespecial || f.Args(w)[0] != v {
				continue
			}
			mem, _ := f.Member(w)
			for i, t := range classfile.Params(mem.Desc) {
				if t == platform.Desc(platform.Comparator) {
					return f.Args(w)[i+1], true
				}
			}
		}
	}
	return 0, false
}

// askedOutcome is what a library call costs with what it asks. size gives the sizes of the call.
func (p *program) askedOutcome(v int, site *callSite, obj Objective, done []Outcome, out Outcome, size func(i int, what Measure, up bool) Size) Outcome {
	if len(site.asked) == 0 || obj.Weights == nil || !obj.Upper || len(out.Reasons) > 0 {
		return out
	}
	s := p.sums[v]
	for i := range site.asked {
		c := &site.asked[i]
		n := Const(1)
		switch c.often {
		case perLevel:
			n = size(-1, Elements, true).Log2().AddInt(1)
		case perOne:
			n = size(-1, Elements, true)
		case perSorted:
			n = size(0, Length, true)
			n = n.Mul(n.Log2().AddInt(1))
		}
		if n.bad {
			continue
		}
		out = out.then(p.callOutcome(v, &c.callSite, obj, done).times(s.clampAt(n, site)))
		out.expected = out.expected.unite(p.a.methods.single(site.member)) // which may ask more often
	}
	return out
}
