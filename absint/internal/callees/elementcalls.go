package callees

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

const (
	once      Multiplicity = iota
	PerLevel               // the logarithm of the receiver's size
	PerOne                 // of all that the receiver has
	PerSorted              // n log n of the length of the first argument
)

// elementCalls are the calls that a library call makes of keys and elements whose class is one of the program.
func (a *Resolver) elementCalls(s *Summary, site *CallSite) (out []ElementCall) {
	if a.Library == nil || a.OpenWorld || !site.Library || a.Stated(site.Member) || len(site.Args) == 0 {
		return nil
	}
	mem := site.Member
	calls := &elementCallFinder{a: a, s: s, site: site}
	switch {
	case mem.Class == platform.Arrays && (mem.Name == "sort" || mem.Name == "parallelSort") && mem.Desc == "([Ljava/lang/Object;)V":
		calls.addSort()
	case takesArray(mem) && len(site.Args) == 2 && !site.Callback:
		calls.ask(site.Args[1], platform.CollectionToArray, once)
	case strings.HasPrefix(mem.Desc, "(Ljava/lang/Object;") && len(site.Args) >= 2 && !site.Callback:
		calls.addSearch()
	}
	return calls.out
}

// elementCallFinder collects the calls that a library call makes of keys and elements.
type elementCallFinder struct {
	a    *Resolver
	s    *Summary
	site *CallSite
	out  []ElementCall
}

// add adds a call that leads to known methods of the program.
func (k *elementCallFinder) add(c CallSite, n Multiplicity) {
	if c.Unknown == "" && len(c.Targets)+len(c.Lambdas) > 0 {
		c.Library, c.Stated = false, nil // the model has that
		k.out = append(k.out, ElementCall{c, n})
	}
}

// ask adds the call of a method on value v, n times.
func (k *elementCallFinder) ask(v ssa.ID, called classfile.Member, n Multiplicity) {
	k.add(k.a.callback(k.s, k.site, v, called), n)
}

// addSort adds the comparisons of a sort of an array whose elements have an order of the program's.
func (k *elementCallFinder) addSort() {
	array, h := k.site.Args[0], k.a.Hierarchy
	if t := k.s.M.Fn.Static(array); strings.HasPrefix(t, "[L") && h.Analysed(t[2:len(t)-1]) {
		if is, _ := h.IsSubtype(t[2:len(t)-1], platform.CompareTo.Class); is {
			k.add(k.a.indyCallback(k.s, k.site, 0, t[1:], k.s.M.Describe(array)+"[...]", platform.CompareTo), PerSorted)
		}
	}
}

// addSearch adds the calls by which a collection finds the first argument: by its hash, by its order, or from one element
// to the next.
func (k *elementCallFinder) addSearch() {
	mem, key := k.site.Member, k.site.Args[1]
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
			k.ask(key, platform.Equals, PerOne)
		}
	}
}

// addComparison adds the comparisons of a key in a sorted collection: by the comparator that the collection was made with,
// else by the order of the key. What is not known of a comparator is not part of the model either.
func (k *elementCallFinder) addComparison(key ssa.ID) {
	v, ok := k.s.comparatorOf(k.site.Args[0])
	if !ok {
		k.ask(key, platform.CompareTo, PerLevel)
		return
	}
	c := k.a.callback(k.s, k.site, v, platform.Compare)
	if k.add(c, PerLevel); c.Unknown != "" && !k.s.M.Fn.IsNull(v) && !libraryOrder(k.s, v) {
		k.out = append(k.out, ElementCall{c, PerLevel})
	}
}

// libraryOrder says whether a comparator is one of the JDK's that run no code of the program but the elements' own.
func libraryOrder(s *Summary, v ssa.ID) bool {
	mem, _ := s.M.Fn.Member(v)
	switch s.M.Fn.Values[v].Op {
	case classfile.OpGetstatic:
		return mem.Class == platform.StringClass
	case classfile.OpInvokestatic:
		return platform.IsPlatform(mem.Class) && strings.HasPrefix(mem.Desc, "()")
	}
	return false
}

// comparatorOf is the comparator that a collection was made with in this method. ok is false where it was made elsewhere,
// or without one.
func (s *Summary) comparatorOf(v ssa.ID) (comparator ssa.ID, ok bool) {
	f := s.M.Fn
	if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpNew {
		return 0, false
	}
	for _, b := range s.M.CFG.RPO {
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
