package contracts

import (
	"maps"
	"slices"
	"sync"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Classes that may break a contract: a greatest fixed point over the classes of the program and of the class path.
// Sound because a class counts as keeping the contract only if each override was proved under the classes that are
// already known to break it.

// maxRounds bounds the rounds of the fixed point over classes that keep a contract only if others do.
const maxRounds = 32

// offenders are classes that break a contract, in the order in which they were found.
type offenders struct {
	classes []string
	methods map[string]*classfile.Method // a method of each by which it may
	mu      sync.Mutex
	below   map[string]*belowSearch // by the class above
}

// belowSearch is how far it is known whether an offender may be a subtype of a class.
type belowSearch struct {
	searched int // of classes
	found    bool
}

func newOffenders() *offenders {
	return &offenders{methods: map[string]*classfile.Method{}, below: map[string]*belowSearch{}}
}

func (o *offenders) add(class string, by *classfile.Method) {
	o.classes = append(o.classes, class)
	o.methods[class] = by
}

// noneBelow reports whether no offender so far may be a subtype of above. Each is looked at once for each class above.
func (o *offenders) noneBelow(h *callgraph.Hierarchy, above string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.below[above]
	if s == nil {
		s = &belowSearch{}
		o.below[above] = s
	}
	for ; !s.found && s.searched < len(o.classes); s.searched++ {
		s.found = mayBeBelow(h, o.classes[s.searched], above)
	}
	return !s.found
}

// offenders returns the classes outside of the platform that do not keep a contract, each with a method that may not.
func (a *Contracts) offenders(c *Contract) *offenders {
	once, _ := a.contracts.LoadOrStore(c, sync.OnceValue(func() *offenders { // computed once: it visits every class
		bad := newOffenders()
		left := a.mayBreak(c)
		// A method that delegates keeps the contract as long as nothing that it may delegate to breaks it: every round may
		// find classes that delegate to one of the round before. After maxRounds any class may break the contract.
		for round, found := 0, true; found; round++ {
			known := bad
			if round == maxRounds {
				known = nil
			}
			found = false
			left = slices.DeleteFunc(left, func(class string) bool {
				t := a.breaks(class, c, known)
				if t != nil {
					bad.add(class, t)
					found = true
				}
				return t != nil
			})
			found = found && c.sizes && round < maxRounds
		}
		return bad
	}))
	return once.(func() *offenders)()
}

// mayBreak returns the holders that declare or inherit a method that a contract is about.
func (a *Contracts) mayBreak(c *Contract) (out []string) {
	bit := uint16(1) << slices.Index(all, c)
	about := a.contractsAbout()
	for i, class := range a.holders() {
		if about[i]&bit != 0 {
			out = append(out, class)
		}
	}
	return out
}

// contractsAbout returns, of each holder, the contracts that are about a method that it declares or inherits: bit i for all[i].
func (a *Contracts) contractsAbout() []uint16 {
	once, _ := a.breaches.LoadOrStore("contracts", sync.OnceValue(func() []uint16 {
		holders := a.holders()
		w := ancestors{a.Hierarchy, map[string]bool{}, map[string]uint16{}, map[string]uint16{}}
		out := make([]uint16, len(holders))
		for i, class := range holders {
			if w.bound(class) {
				out[i] = w.declares(class)
			}
		}
		return out
	}))
	return once.(func() []uint16)()
}

// ancestors are what classes and those above them have that contracts are about. Each class is visited once for all contracts, and
// its methods only if it has a type of the platform above it.
type ancestors struct {
	h        *callgraph.Hierarchy
	ofBound  map[string]bool
	declared map[string]uint16
	naming   map[string]uint16 // what contractsNaming returns
}

// bound reports whether a class has a type of the platform above it that may have such methods, or one that is not known.
func (w *ancestors) bound(class string) bool {
	if x, ok := w.ofBound[class]; ok {
		return x
	}
	k := w.h.Lookup(class)
	if k == nil || platform.IsPlatform(class) {
		w.ofBound[class] = !platform.Contractless.Has(class)
		return w.ofBound[class]
	}
	w.ofBound[class] = false // a cyclic hierarchy ends here
	x := k.Super != "" && w.bound(k.Super) || slices.ContainsFunc(k.Interfaces, w.bound)
	w.ofBound[class] = x
	return x
}

// declares returns the contracts that name a method which a class has outside of the platform.
func (w *ancestors) declares(class string) (bits uint16) {
	if x, ok := w.declared[class]; ok {
		return x
	}
	w.declared[class] = 0 // a cyclic hierarchy ends here
	k := w.h.Lookup(class)
	if k == nil || platform.IsPlatform(class) {
		return 0
	}
	for i := range k.Methods {
		name := k.Methods[i].Name
		by, ok := w.naming[name]
		if !ok {
			by = contractsNaming(name)
			w.naming[name] = by
		}
		bits |= by
	}
	if k.Super != "" {
		bits |= w.declares(k.Super)
	}
	for _, i := range k.Interfaces {
		bits |= w.declares(i)
	}
	w.declared[class] = bits
	return bits
}

// contractsNaming returns the contracts that are about a method of a name.
func contractsNaming(name string) (bits uint16) {
	for i, c := range all {
		if c.methods.Named(name) {
			bits |= 1 << i
		}
	}
	return bits
}

// holders returns the classes outside of the platform whose objects may be collections, texts or streams, sorted: those under
// analysis, and those of the class path that they name and that are not abstract.
func (a *Contracts) holders() []string {
	once, _ := a.breaches.LoadOrStore("holders", sync.OnceValue(a.findHolders))
	return once.(func() []string)()
}

// findHolders computes holders.
func (a *Contracts) findHolders() []string {
	found := map[string]bool{}
	for _, c := range a.Hierarchy.Classes() {
		if !platform.IsPlatform(c.Name) && c.Access&(classfile.AccAbstract|classfile.AccInterface) == 0 {
			found[c.Name] = true
		}
		for i := 1; i < c.Pool.Len(); i++ {
			if c.Pool.Tag(i) != classfile.TagClass {
				continue
			}
			name := c.Pool.ClassName(i)
			if _, seen := found[name]; seen || name == "" || name[0] == '[' || platform.IsPlatform(name) || a.Hierarchy.Analysed(name) {
				continue
			}
			k := a.Hierarchy.Lookup(name)
			found[name] = k != nil && k.Access&(classfile.AccAbstract|classfile.AccInterface) == 0
		}
	}
	maps.DeleteFunc(found, func(_ string, concrete bool) bool { return !concrete })
	return slices.Sorted(maps.Keys(found))
}

// proxied returns a method of the program that may run for any call on an object of an interface: the invoke of a
// java.lang.reflect.InvocationHandler. It returns nil if there is none.
func (a *Contracts) proxied() *classfile.Method {
	return memo.Memoize(&a.breaches, "proxied", func() *classfile.Method {
		run := &effects.Callees{}
		a.Follow(run, nil, classfile.OpInvokeinterface, platform.ProxyInvoke)
		if len(run.Methods) == 0 {
			return nil
		}
		return run.Methods[0]
	})
}
