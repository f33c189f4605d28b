package contracts

import (
	"maps"
	"slices"
	"sync"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// A bound that rests on what a platform method promises (add makes a list longer, a size is not negative, poll
// removes an element) holds only for objects whose classes keep the promise: behavioural subtyping (Liskov and Wing
// 1994). Platform classes keep it. A class of the program or of the class path may override the method, or one that
// platform code delegates to: it keeps the contract if each such override returns what the overridden method returns
// or, for a size, only values of at least 0. Sound because an object of any other class makes the bound unknown. Code
// that is neither analysed nor on the class path is assumed to keep the contracts of platform types.

// Contracts computes which classes may break the contracts of platform types, and memoizes the answers. It is safe
// for concurrent use.
type Contracts struct {
	*effects.Effects
	contracts sync.Map // *Contract to func() *offenders
	breaches  sync.Map // breachKey to *Breach
	readers   sync.Map // classfile.Member to bool, see OnlyRead
}

// Contract is a promise of some methods of platform types.
type Contract struct {
	// methods are those that the promise is about, and those that the platform's code delegates to.
	methods platform.Operations
	// sizes requires that the methods return numbers that are not negative; else an override must do what the overridden
	// method does.
	sizes bool
	// wraps is the class whose objects the platform wraps into objects of its own classes, which then delegate to them.
	wraps string
}

// wrapped reports whether objects of the class may be wrappers of others for this contract.
func (c *Contract) wrapped(h *callgraph.Hierarchy, class string) bool {
	if c.wraps == "" {
		return false
	}
	return mayBeBelow(h, class, c.wraps)
}

// mayBeBelow reports whether class may be a subtype of above, by the known supertypes. A platform class without a
// class file is judged by its category.
func mayBeBelow(h *callgraph.Hierarchy, class, above string) bool {
	is, known := h.IsSubtype(class, above)
	if is || known || !platform.IsPlatform(above) {
		return is || !known
	}
	return slices.ContainsFunc(append(h.Supers(class), class), func(s string) bool {
		return h.Lookup(s) == nil && (!platform.IsPlatform(s) || categoryOf(s) == categoryOf(above) || categoryOf(above) == platform.PackageOf(platform.ObjectClass))
	})
}

// categoryOf returns the category of a class by its name: a collection, a text, or its package.
func categoryOf(class string) string {
	switch {
	case platform.AnyCollection.Has(class):
		return "collection"
	case class == platform.CharSequence:
		return "text"
	}
	return platform.PackageOf(class)
}

// The contracts of the platform's types, by the methods that each is about.
var (
	Holding  = &Contract{methods: platform.Holding}
	Yielding = &Contract{methods: platform.Yielding}
	Counting = &Contract{sizes: true, methods: platform.Counting}
	// countingBytes is counting for streams, which the platform wraps into others.
	countingBytes = &Contract{sizes: true, methods: platform.CountingBytes, wraps: platform.InputStream}
	Searching     = &Contract{methods: platform.Searching}
	Slicing       = &Contract{methods: platform.Slicing}
	Mapping       = &Contract{methods: platform.Mapping}
	Indexing      = &Contract{methods: platform.Indexing}
	Viewing       = &Contract{methods: platform.Viewing}
	Shifting      = &Contract{methods: platform.Shifting}
	Dividing      = &Contract{methods: platform.Dividing}
	DrawingBelow  = &Contract{methods: platform.DrawingBelow}
)

// all are these contracts.
var all = []*Contract{Holding, Yielding, Counting, countingBytes, Searching, Slicing, Mapping, Indexing, Viewing, Shifting, Dividing, DrawingBelow}

// CountingOf returns the contract of a method that returns a size.
func CountingOf(name string) *Contract {
	if name == "available" {
		return countingBytes
	}
	return Counting
}

// breaks returns a method of a class outside of the platform by which its objects may break a contract, nil if there
// is none. bad holds the classes that are known to break it; if it is nil, any class may.
func (a *Contracts) breaks(class string, c *Contract, bad *offenders) *classfile.Method {
	h := a.Hierarchy
	for _, name := range append([]string{class}, h.Supers(class)...) {
		k := h.Lookup(name)
		if k == nil || platform.IsPlatform(name) {
			continue
		}
		for i := range k.Methods {
			t := &k.Methods[i]
			if t.Access&(classfile.AccStatic|classfile.AccPrivate|classfile.AccAbstract) != 0 || !c.methods.Named(t.Name) || !erased(t.Desc) {
				continue
			}
			if d := h.Exact(class, t.Name, t.Desc); d != nil && len(d.Targets) == 1 && d.Targets[0] != t {
				continue // overridden by a subclass
			}
			kept := false
			if c.sizes {
				kept = (&countProof{a, c, bad, map[*classfile.Method]bool{}}).notNegative(t)
			} else {
				kept = a.faithful(class, t, map[*classfile.Method]bool{})
			}
			if !kept {
				return t
			}
		}
	}
	return nil
}

// erased reports whether a method with this descriptor can override one of a collection, a map, a text or a stream: its
// parameters are numbers, arrays, or of the types that those methods have after erasure.
func erased(desc string) bool {
	ok := true
	classfile.EachParam(desc, func(t string) {
		ok = ok && (t[0] != 'L' || platform.InUtil(platform.ClassName(t)) || platform.ContractParameter.Has(platform.ClassName(t)))
	})
	return ok
}

// Breach is an object that may not keep a contract: its class, and the method that may break it or nil if that is
// unknown.
type Breach struct {
	class  string
	method *classfile.Method
}

// String returns the reason that a bound resting on the contract does not hold.
func (b *Breach) String() string {
	if b.method == nil {
		return "the effects of " + classfile.External(b.class) + " are not known"
	}
	return progdb.MethodName(b.method) + " may break the contract of the method that it overrides"
}

// BreachOf returns the breach of contract c by an abstract object, nil if all objects it stands for keep it.
func (a *Contracts) BreachOf(k objectflow.AbstractObject, c *Contract) *Breach {
	h := a.Hierarchy
	wrapped := c.wrapped(h, k.Class)
	declared := h.Lookup(k.Class)
	switch {
	case platform.Final.Has(k.Class):
		return nil
	case k.Exact || declared != nil && declared.Access&classfile.AccFinal != 0:
		if platform.IsPlatform(k.Class) {
			if wrapped {
				return a.breachBelow(c.wraps, c)
			}
			return nil
		}
		return a.breachBy(k.Class, c)
	case platform.IsPlatform(k.Class):
		if wrapped {
			return a.breachBelow(c.wraps, c)
		}
		if b := a.breachBelow(k.Class, c); b != nil || !viewsOfMaps(h, k.Class) {
			return b
		}
		return a.breachBelow(platform.Map, c)
	case !h.Analysed(k.Class): // a class path class, whose subclasses are unknown
		return &Breach{class: k.Class}
	}
	if b := a.breachBy(k.Class, c); b != nil && declared.Access&(classfile.AccAbstract|classfile.AccInterface) == 0 {
		return b
	}
	return a.breachBelow(k.Class, c)
}

// viewsOfMaps reports whether an object of a class of the platform may be a view of a map.
func viewsOfMaps(h *callgraph.Hierarchy, class string) bool {
	for _, view := range []string{platform.Set, platform.NavigableSet} {
		if is, _ := h.IsSubtype(view, class); is {
			return true
		}
	}
	return platform.AboveMapView.Has(class)
}

// breachBy returns the breach of a contract by objects of exactly one class outside of the platform.
func (a *Contracts) breachBy(class string, c *Contract) *Breach {
	for _, name := range append([]string{class}, a.Hierarchy.Supers(class)...) {
		if a.Hierarchy.Lookup(name) == nil && !platform.IsPlatform(name) {
			return &Breach{class: name}
		}
	}
	t := a.offenders(c).methods[class]
	if !a.Hierarchy.Analysed(class) {
		t = a.breaks(class, c, a.offenders(c))
	}
	if t != nil {
		return &Breach{class: class, method: t}
	}
	return nil
}

// breachBelow returns the breach of a contract by objects of an extensible class or of any subclass.
func (a *Contracts) breachBelow(above string, c *Contract) *Breach {
	h := a.Hierarchy
	if h.Misses() {
		return &Breach{class: "a class that could not be read"}
	}
	bad := a.offenders(c)
	return memo.Memoize(&a.breaches, breachKey{above, c}, func() *Breach {
		for _, class := range slices.Sorted(maps.Keys(bad.methods)) {
			if mayBeBelow(h, class, above) {
				return &Breach{class: class, method: bad.methods[class]}
			}
		}
		if k := h.Lookup(above); k == nil || k.IsInterface() || above == platform.ObjectClass {
			if t := a.proxied(); t != nil {
				return &Breach{class: t.Class.Name, method: t}
			}
		}
		return nil
	})
}

// breachKey is the argument of breachBelow.
type breachKey struct {
	above    string
	contract *Contract
}
