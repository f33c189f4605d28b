// Package callgraph knows which classes extend which, which method a reference resolves to, and which methods a
// call can reach: class hierarchy analysis over the classes under analysis, with the library's classes above them.
//
// The classes under analysis are a closed world: the code that runs is assumed to be in them or in the library.
// The library is open: a call through a library type may reach code that was never seen, and every answer says
// so (Dispatch.Complete).
package callgraph

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/energylint/energylint/internal/classfile"
)

// Library finds a class outside of the analysed ones by its internal name, nil where there is none. It must be
// safe for concurrent use and give the same answer every time.
type Library func(name string) *classfile.Class

// Hierarchy is the class hierarchy of one analysis. It is safe for concurrent use.
type Hierarchy struct {
	nodes   map[string]*node // the analysed classes and everything above them
	order   []*node          // the analysed classes, in the order in which they were given
	outer   []*node          // the others in nodes, in the order in which they were met
	orphans map[signature][]*node
	library Library
	late    sync.Map   // name -> *node: library classes that are above no analysed class, found on demand
	loading sync.Mutex // held while late grows: a class must not have two nodes, which are compared by identity
	cache   *cache
	lambdas int
	made    int             // how many nodes New made
	missing *node           // a class under analysis that could not be read; nil where all were
	unread  map[string]bool // the names of such classes, as far as they are known
	// adrift are the analysed classes below one that is known by name only, which may be below any.
	adrift []*node
	// circular are the names of classes under analysis that are above themselves.
	circular []string
}

// Miss says that a class under analysis, or an archive of them, could not be read: what it holds may be below every class
// that is not final. Call it before anything else.
func (h *Hierarchy) Miss(what string) { h.missing = &node{name: what} }

// MissClass says that a class of this name could not be read, for the texts of reasons. Call it before anything else, with Miss.
func (h *Hierarchy) MissClass(name string) {
	if h.unread == nil {
		h.unread = map[string]bool{}
	}
	h.unread[name] = true
}

// Unread reports whether a class is known to be one under analysis that could not be read.
func (h *Hierarchy) Unread(name string) bool {
	return h.unread[name] || slices.Contains(h.circular, name)
}

// Misses reports whether a class under analysis could not be read.
func (h *Hierarchy) Misses() bool { return h.missing != nil }

// node is one class. All fields but late ones are fixed once New has returned.
type node struct {
	name     string
	class    *classfile.Class // nil: known by name only
	analysed bool
	number   int32 // of those that New makes; only they are below others
	super    *node
	ifaces   []*node
	parents  []*node   // super, if any, and ifaces
	subs     []*node   // analysed direct subclasses, subinterfaces and implementors, in order
	lambdas  []*Lambda // lambdas of the analysed classes whose interface this is
	unknown  *node     // the nearest class above (or this one) that is known by name only
	methods  map[signature]int32
	// ancestors is the class and all that is above it, once asked for, if they are few.
	ancestors atomic.Pointer[[]*node]
}

// fewAncestors is up to how many ancestors of a class are remembered: in a chain of classes, all of them together are the
// square of the classes.
const fewAncestors = 64

type signature struct{ name, desc string }

// indexedFrom is the number of methods from which on a class gets an index of them; fewer are scanned.
const indexedFrom = 12

// New builds the hierarchy. Of several classes with one name the first counts. A nil library knows no class. Work
// is spread over at most jobs goroutines; 0 means all processors.
func New(classes []*classfile.Class, library Library, jobs int) *Hierarchy {
	if library == nil {
		library = func(string) *classfile.Class { return nil }
	}
	h := &Hierarchy{nodes: make(map[string]*node, len(classes)+len(classes)/4), library: library, cache: new(cache)}
	for _, c := range classes {
		if h.nodes[c.Name] == nil {
			n := &node{name: c.Name, class: c, analysed: true}
			h.nodes[c.Name] = n
			h.order = append(h.order, n)
		}
	}
	// What comes first of many targets or reasons must not depend on the order of the inputs.
	slices.SortFunc(h.order, func(a, b *node) int { return strings.Compare(a.name, b.name) })
	lambdas := make([][]*Lambda, len(h.order))
	parallel(len(h.order), jobs, func(i int) {
		h.order[i].index()
		lambdas[i] = Lambdas(h.order[i].class)
	})
	for _, n := range h.order {
		h.link(n, h.above)
	}
	for _, ls := range lambdas {
		for _, l := range ls {
			for _, name := range l.Interfaces {
				h.above(name)
			}
		}
	}
	all := slices.Concat(h.order, h.outer)
	for i, n := range all {
		n.number = int32(i)
	}
	h.made = len(all)
	for _, n := range refuse(all) {
		h.circular = append(h.circular, n.name)
	}
	if len(h.circular) > 0 {
		h.Miss(h.circular[0])
	}
	for i, ls := range lambdas {
		if h.order[i].class != nil {
			h.addLambdas(ls)
		}
		lambdas[i] = nil
	}
	h.order = slices.DeleteFunc(h.order, func(n *node) bool { return n.class == nil })
	settled := make(map[*node]bool, len(all))
	for _, n := range all {
		settle(n, settled)
	}
	for _, list := range [][]*node{h.order, h.outer} {
		for _, n := range list {
			for _, s := range n.parents {
				s.subs = append(s.subs, n)
			}
		}
	}
	h.findOrphans()
	return h
}

func (h *Hierarchy) addLambdas(ls []*Lambda) {
	for _, l := range ls {
		for _, name := range l.Interfaces {
			s := h.nodes[name]
			s.lambdas = append(s.lambdas, l)
		}
		h.lambdas++
	}
}

// withAncestors returns the class and everything above it, nearest first, each once.
func (n *node) withAncestors() []*node {
	if all := n.ancestors.Load(); all != nil {
		return *all
	}
	all := ancestorsOf(n)
	if len(all) <= fewAncestors {
		n.ancestors.Store(&all)
	}
	return all
}

// above returns the node of a class that an analysed class names as its super class or interface, from the
// library where it is not analysed. Only New calls it.
func (h *Hierarchy) above(name string) *node {
	if n := h.nodes[name]; n != nil {
		return n
	}
	n := &node{name: name, class: h.library(name)}
	h.nodes[name] = n
	h.outer = append(h.outer, n)
	n.index()
	h.link(n, h.above)
	return n
}

// link sets the node's super class and interfaces.
func (h *Hierarchy) link(n *node, find func(string) *node) {
	if n.class == nil {
		for _, name := range supertypes[n.name] {
			n.ifaces = append(n.ifaces, find(name))
		}
		n.parents = n.ifaces
		return
	}
	if n.class.Super != "" {
		n.super = find(n.class.Super)
		n.parents = append(make([]*node, 0, 1+len(n.class.Interfaces)), n.super)
	}
	first := len(n.parents)
	for _, name := range n.class.Interfaces {
		if i := find(name); !slices.Contains(n.parents[first:], i) {
			n.parents = append(n.parents, i)
		}
	}
	n.ifaces = n.parents[first:]
}

// settle sets node.unknown from the classes above, of which none is above itself.
func settle(n *node, settled map[*node]bool) {
	if settled[n] {
		return
	}
	settled[n] = true
	if n.class == nil {
		n.unknown = n
	}
	for _, p := range n.parents {
		settle(p, settled)
		if n.unknown == nil {
			n.unknown = p.unknown
		}
	}
}

func (n *node) index() {
	if n.class == nil || len(n.class.Methods) < indexedFrom {
		return
	}
	n.methods = make(map[signature]int32, len(n.class.Methods))
	for i := range n.class.Methods {
		m := &n.class.Methods[i]
		if _, dup := n.methods[signature{m.Name, m.Desc}]; !dup {
			n.methods[signature{m.Name, m.Desc}] = int32(i)
		}
	}
}

// declared returns the method that the class itself declares, nil where it declares none.
func (n *node) declared(name, desc string) *classfile.Method {
	if n.class == nil {
		return nil
	}
	if n.methods != nil {
		if i, ok := n.methods[signature{name, desc}]; ok {
			return &n.class.Methods[i]
		}
		return nil
	}
	for i := range n.class.Methods {
		if m := &n.class.Methods[i]; m.Name == name && m.Desc == desc {
			return m
		}
	}
	return nil
}

// node finds a class: analysed, above an analysed one, or from the library. It never returns nil.
func (h *Hierarchy) node(name string) *node {
	if n := h.nodes[name]; n != nil {
		return n
	}
	if n, ok := h.late.Load(name); ok {
		return n.(*node)
	}
	h.loading.Lock()
	defer h.loading.Unlock()
	pending := map[string]*node{}
	n := h.load(name, pending)
	h.settleLate(pending)
	for name, p := range pending { // publish complete nodes only
		h.late.Store(name, p)
	}
	return n
}

// settleLate settles the nodes of pending; what they reach beyond is settled already.
func (h *Hierarchy) settleLate(pending map[string]*node) {
	settled := map[*node]bool{}
	nodes := make([]*node, 0, len(pending))
	for _, p := range pending {
		nodes = append(nodes, p)
		for _, q := range p.parents {
			if pending[q.name] != q {
				settled[q] = true
			}
		}
	}
	refuse(nodes)
	for _, p := range nodes {
		settle(p, settled)
	}
}

// load reads a library class and what is above it into pending, reusing what is already known.
func (h *Hierarchy) load(name string, pending map[string]*node) *node {
	if n := h.nodes[name]; n != nil {
		return n
	}
	if n, ok := h.late.Load(name); ok {
		return n.(*node)
	}
	if n := pending[name]; n != nil {
		return n
	}
	n := &node{name: name}
	pending[name] = n
	if name != "" && name[0] != '[' {
		n.class = h.library(name)
	}
	n.index()
	h.link(n, func(s string) *node { return h.load(s, pending) })
	return n
}

// Lookup returns the class of that internal name, nil where only its name is known.
func (h *Hierarchy) Lookup(name string) *classfile.Class { return h.node(name).class }

// Analysed reports whether the class is one of those under analysis.
func (h *Hierarchy) Analysed(name string) bool {
	n := h.nodes[name]
	return n != nil && n.analysed
}

// Classes returns the analysed classes, duplicates left out, in the order in which they were given.
func (h *Hierarchy) Classes() []*classfile.Class {
	cs := make([]*classfile.Class, len(h.order))
	for i, n := range h.order {
		cs[i] = n.class
	}
	return cs
}

// Supers returns the names of all classes and interfaces above the class, nearest first, without itself.
func (h *Hierarchy) Supers(name string) []string {
	return names(h.node(name).withAncestors())
}

// Subs returns the names of the analysed classes and interfaces below the class, nearest first, without itself.
func (h *Hierarchy) Subs(name string) []string {
	all := h.cone(h.node(name))
	return names(append(all[:1:1], slices.DeleteFunc(all[1:], func(n *node) bool { return !n.analysed })...))
}

// LambdasOf returns the lambdas and method references that run their body when a method is called on what is of a class or
// below it, whose own code need not be known.
func (h *Hierarchy) LambdasOf(class, name, desc string) []*Lambda {
	var out []*Lambda
	for _, n := range h.cone(h.node(class)) {
		for _, l := range n.lambdas {
			if l.Implements(name, desc) && !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}

func names(ns []*node) []string {
	var out []string
	for _, n := range ns[1:] {
		out = append(out, n.name)
	}
	return out
}

// searched is up to how many classes a list of them is searched for one: most are shorter.
const searched = 16

// ancestorsOf returns n and everything above it, breadth first, each once.
func ancestorsOf(n *node) []*node {
	list := []*node{n}
	var seen map[*node]bool
	for i := 0; i < len(list); i++ {
		for _, s := range list[i].parents {
			if seen == nil && slices.Contains(list, s) || seen[s] {
				continue
			}
			list = append(list, s)
			switch {
			case seen != nil:
				seen[s] = true
			case len(list) > searched:
				seen = make(map[*node]bool, 4*searched)
				for _, x := range list {
					seen[x] = true
				}
			}
		}
	}
	return list
}

// cone returns n and the classes below it, breadth first, each once.
func (h *Hierarchy) cone(n *node) []*node {
	list := []*node{n}
	var seen []uint64 // by number
	see := func(n *node) { seen[n.number/64] |= 1 << (n.number % 64) }
	for i := 0; i < len(list); i++ {
		for _, s := range list[i].subs {
			if seen == nil && slices.Contains(list, s) || seen != nil && seen[s.number/64]&(1<<(s.number%64)) != 0 {
				continue
			}
			list = append(list, s)
			switch {
			case seen != nil:
				see(s)
			case len(list) > searched:
				seen = make([]uint64, (h.made+63)/64)
				for _, x := range list[1:] { // n has no number if it was loaded late, and is not below itself
					see(x)
				}
			}
		}
	}
	return list
}

// IsSubtype reports whether sub is super or below it. known is false where that rests on a class known by name only,
// so that a "no" is not certain.
func (h *Hierarchy) IsSubtype(sub, super string) (is, known bool) {
	if sub == super || super == "java/lang/Object" {
		return true, true
	}
	n := h.node(sub)
	for p := n.super; p != nil; p = p.super { // most are, and it takes no set
		if p.name == super { // which is not looked up: the library reads a class for that
			return true, true
		}
	}
	for _, p := range n.withAncestors() {
		if p.name == super {
			return true, true
		}
	}
	return false, n.unknown == nil
}

// parallel calls f with 0 to n-1 on at most jobs goroutines.
func parallel(n, jobs int, f func(int)) {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	jobs = min(jobs, n)
	if jobs <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	const batch = 64
	var next atomic.Int64
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for {
				from := int(next.Add(batch)) - batch
				if from >= n {
					return
				}
				for i := from; i < min(from+batch, n); i++ {
					f(i)
				}
			}
		})
	}
	wg.Wait()
}
