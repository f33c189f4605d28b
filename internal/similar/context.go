package similar

import (
	"errors"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/snapshot"
)

// MaxNodes bounds the nodes of a calling context tree; maxDepth its depth.
const (
	MaxNodes = 40_000
	maxDepth = 64
	// maxMerged bounds the calls that are looked at to merge the application's methods.
	maxMerged = 50_000_000
)

// Options choose what of a program is compared.
type Options struct {
	App   []string                                  // packages of the application; empty: all classes of the snapshot
	Roots func(class, name, descriptor string) bool // methods to start from; nil: main methods and tests
}

// Tree is the calling context tree of a program.
type Tree struct {
	Root  *Node
	Roots []string // keys of the methods that it starts with
	Nodes int
	Cut   bool // it has more nodes than MaxNodes, or is deeper than can be followed
}

// errNoRoots and errNoEnergy report what a program lacks for a comparison.
var (
	errNoRoots  = errors.New("no method to start from: name some with --root METHOD")
	errNoEnergy = errors.New("the snapshot has no energy of calls: write it with --call-energy, or name the classes themselves")
)

// Build returns the static calling context tree of a program. The application's own methods are merged into the one that a
// framework calls, a recursive call into its ancestor; what costs nothing is left out.
func Build(s *snapshot.Snapshot, o Options) (*Tree, error) {
	if !s.Settings.CallEnergy {
		return nil, errNoEnergy
	}
	p := newProgram(s, o.App)
	t := &Tree{Root: &Node{App: true, Known: true}, Roots: p.roots(o.Roots), Nodes: 1}
	if len(t.Roots) == 0 {
		return nil, errNoRoots
	}
	b := builder{p, t, nil}
	b.callbacks(context{node: t.Root}, t.Roots, 1)
	for len(b.queue) > 0 { // breadth first: what is cut is the deepest
		if t.Nodes >= MaxNodes || p.steps > maxMerged {
			t.Cut = true
			break
		}
		next := b.queue[0]
		b.queue = b.queue[1:]
		b.expand(next)
	}
	prune(t.Root)
	t.Nodes = count(t.Root)
	return t, nil
}

// context is a node that is to be expanded, with the chain of its ancestors.
type context struct {
	node  *Node
	up    *context
	depth int
	keys  []string // methods: of the application, or bodies of a framework method
	times float64  // of one execution of the program
}

type builder struct {
	*program
	tree  *Tree
	queue []*context
}

// callbacks adds nodes for methods of the application below one of a framework: one for those of one name.
func (b *builder) callbacks(up context, keys []string, times float64) {
	byName := map[string][]string{}
	var names []string
	for _, key := range keys {
		if b.within(&up, key) {
			continue
		}
		name := b.name(key)
		if byName[name] == nil {
			names = append(names, name)
		}
		byName[name] = append(byName[name], key)
	}
	slices.Sort(names)
	for _, name := range names {
		methods := sortedUnique(byName[name])
		var sites []Site
		for _, key := range methods {
			sites = append(sites, Site{key, b.methods[key].File, b.methods[key].Line})
		}
		b.add(&up, &Node{Label: name, App: true, Known: true, Sites: sites}, methods, times)
	}
}

// within reports whether a node is below one of the method: then the call is a recursion, and merged into that.
func (b *builder) within(c *context, key string) bool {
	for ; c != nil; c = c.up {
		if slices.Contains(c.keys, key) {
			return true
		}
	}
	return false
}

// add appends a child to a node, and asks for its own children.
func (b *builder) add(up *context, n *Node, keys []string, times float64) *context {
	if b.tree.Nodes >= MaxNodes || up.depth >= maxDepth {
		b.tree.Cut = true
		return nil
	}
	b.tree.Nodes++
	up.node.Children = append(up.node.Children, n)
	c := &context{node: n, up: up, depth: up.depth + 1, keys: keys, times: times}
	b.queue = append(b.queue, c)
	return c
}

// expand adds the calls of a node's methods.
func (b *builder) expand(c *context) {
	switch {
	case len(c.keys) == 0:
	case c.node.App:
		b.frameworkCalls(c, b.merge(c.keys))
	default:
		out, back := b.bodies(c.keys)
		b.callbacks(*c, back, c.times)
		b.frameworkCalls(c, out)
	}
}

// frameworkCalls adds nodes for calls of a framework.
func (b *builder) frameworkCalls(c *context, calls []*outgoing) {
	for _, x := range calls {
		n := &Node{Label: x.label, Overrides: x.overrides, Sites: x.sites, Energy: c.times * x.energy, Known: x.known}
		if !finite(n.Energy) {
			n.Energy, n.Known = 0, false
		}
		bodies := slices.DeleteFunc(slices.Clone(x.bodies), func(key string) bool { return b.within(c, key) })
		if to := b.add(c, n, bodies, c.times*x.times); to != nil {
			b.callbacks(*to, x.callbacks, to.times)
		}
	}
}

// prune drops what costs nothing, and gives a node of the application the energy of what it calls.
func prune(n *Node) {
	n.Children = slices.DeleteFunc(n.Children, func(c *Node) bool {
		prune(c)
		if !c.App && !c.Known {
			c.Energy = max(c.Energy, inner(c))
		}
		if c.App {
			c.Energy, c.Known = inner(c), known(c)
		}
		return len(c.Children) == 0 && (c.App || c.Known && c.Energy == 0)
	})
	slices.SortFunc(n.Children, func(x, y *Node) int { return strings.Compare(x.Label, y.Label) })
	if n.App {
		n.Energy, n.Known = inner(n), known(n)
	}
}

func inner(n *Node) (sum float64) {
	for _, c := range n.Children {
		sum += c.Energy
	}
	return sum
}

func known(n *Node) bool {
	return !slices.ContainsFunc(n.Children, func(c *Node) bool { return !c.Known })
}

func count(n *Node) int {
	sum := 1
	for _, c := range n.Children {
		sum += count(c)
	}
	return sum
}
