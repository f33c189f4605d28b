package similar

import (
	"cmp"
	"slices"

	"github.com/energylint/energylint/internal/energy/result"
)

// AutoAlpha asks for the least alpha that matches leastShare of the tasks.
const AutoAlpha = -1

// leastShare is the share of the tasks from which on a matching is enough: that of the paper, section 5.
const leastShare = 0.2

// Schema names the format of a comparison in JSON.
const Schema = "energylint/similar/1"

// Comparison is what the tasks of program A cost compared with those of program B.
type Comparison struct {
	Schema  string  `json:"schema"`
	Version string  `json:"version"` // of energylint
	Model   string  `json:"model"`
	Unit    string  `json:"unit"`                  // of all that is called joules
	Alpha   int     `json:"alpha"`                 // edits by which paths may differ
	Stopped *int    `json:"alpha_beyond_limit"`    // the alpha at which the work would pass its limit; null for none
	Exact   int     `json:"matched_by_exact_path"` // tasks whose path is the same in both: the baseline
	A       Program `json:"a"`
	B       Program `json:"b"`
	Tasks   []Task  `json:"tasks"` // of A, by the room for improvement
}

// Program summarizes one side.
type Program struct {
	Name    string        `json:"name"`
	Roots   []string      `json:"roots"` // keys of the methods that its tree starts with
	Nodes   int           `json:"nodes"`
	Tasks   int           `json:"tasks"`
	Matched int           `json:"matched"`
	Cut     bool          `json:"cut"`      // its tree was too large: the deepest calls are left out
	Energy  result.Joules `json:"energy_J"` // of what its roots call
	Bounded bool          `json:"bounded"`  // all of that has a bound
}

// Task is one of A's, with the matching one of B.
type Task struct {
	A     Flask         `json:"a"`
	B     *Flask        `json:"b"`      // null where B has none that matches
	Room  result.Joules `json:"room_J"` // what could be saved: all of it where B does without, else the difference; not below 0
	Edits int           `json:"edits"`  // by which the paths differ
}

// Flask is a task: its call path, its framework method, and what that calls.
type Flask struct {
	Path    []string      `json:"path"`
	Method  string        `json:"method"`
	Energy  result.Joules `json:"energy_J"` // with what it calls, of one execution of the program
	Bounded bool          `json:"bounded"`  // all of that has a bound; else Energy is of what has one
	Sites   []Site        `json:"sites"`    // at most maxSites
	Calls   []Inner       `json:"calls,omitempty"`
	LeftOut int           `json:"left_out,omitempty"` // calls beyond maxInner
	node    *Node
}

// Inner is a call inside a flask.
type Inner struct {
	Method  string        `json:"method"`
	App     bool          `json:"app"` // a callback of the program
	Energy  result.Joules `json:"energy_J"`
	Bounded bool          `json:"bounded"`
	Calls   []Inner       `json:"calls,omitempty"`
}

// maxSites and maxInner bound what is kept of a flask.
const (
	maxSites = 20
	maxInner = 200
)

// Compare matches the tasks of two trees. alpha is the number of edits, or AutoAlpha.
func Compare(a, b *Tree, alpha int) *Comparison { return compare(a, b, alpha, maxSteps) }

func compare(a, b *Tree, alpha int, steps int64) *Comparison {
	l := newLabels()
	x, y := flatten(a.Root, l), flatten(b.Root, l)
	c := &Comparison{Schema: Schema, A: summary(x, a), B: summary(y, b), Tasks: []Task{}}
	exact := matchTasks(x, y, exactPairs(x, y, l))
	c.Exact = len(exact)
	matched := c.match(x, y, l, alpha, steps)
	if matched == nil {
		matched = exact
	}
	c.A.Matched, c.B.Matched = len(matched), len(matched)
	c.rank(x, y, matched)
	return c
}

// match returns the pairs of tasks at the alpha that is asked for, or at the largest below it that the work's limit allows;
// nil where there is none.
func (c *Comparison) match(a, b *flat, l *labels, alpha int, steps int64) (matched []pair) {
	try := func(k int) bool {
		m := newMatcher(a, b, l, k)
		m.maximum = steps
		if m.run() != nil {
			c.Stopped = &k
			return false
		}
		c.Alpha, matched = k, matchTasks(a, b, m.backtrack())
		return true
	}
	if alpha == AutoAlpha {
		for k := 0; k <= MaxAlpha && try(k) && float64(len(matched)) < leastShare*float64(c.A.Tasks); k++ {
		}
		return matched
	}
	for k := min(alpha, MaxAlpha); k >= 0 && !try(k); k-- {
	}
	return matched
}

// exactPairs pairs nodes whose paths from the root are the same: the baseline of the paper, equation 1.
func exactPairs(a, b *flat, l *labels) []pair {
	pairs := []pair{{equal: true}}
	for i := 0; i < len(pairs); i++ {
		p := pairs[i]
		children := map[int32]int32{}
		for w := p.b + 1; w < b.last[p.b]; w = b.last[w] {
			children[b.label[w]] = w
		}
		for v := p.a + 1; v < a.last[p.a]; v = a.last[v] {
			if w, ok := children[a.label[v]]; ok {
				pairs = append(pairs, pair{a: v, b: w, equal: true})
			}
		}
	}
	slices.SortFunc(pairs, func(p, q pair) int { return int(p.a - q.a) })
	return pairs
}

func summary(t *flat, tree *Tree) Program {
	p := Program{Roots: tree.Roots, Nodes: int(t.size()), Cut: tree.Cut, Energy: result.Joules(tree.Root.Energy), Bounded: tree.Root.Known}
	for v := range t.size() {
		if t.task(v) {
			p.Tasks++
		}
	}
	return p
}

// rank lists the tasks of a by their room for improvement.
func (c *Comparison) rank(a, b *flat, matched []pair) {
	partner := map[int32]pair{}
	for _, p := range matched {
		partner[p.a] = p
	}
	for v := range a.size() {
		if !a.task(v) {
			continue
		}
		t := Task{A: a.flask(v), Room: result.Joules(a.nodes[v].Energy)}
		if p, ok := partner[v]; ok {
			other := b.flask(p.b)
			t.B, t.Edits = &other, int(p.distance)
			t.Room = max(0, t.A.Energy-other.Energy)
		}
		c.Tasks = append(c.Tasks, t)
	}
	slices.SortStableFunc(c.Tasks, func(x, y Task) int {
		return cmp.Or(-cmp.Compare(x.Room, y.Room), -cmp.Compare(x.A.Energy, y.A.Energy))
	})
}

func (t *flat) flask(v int32) Flask {
	n := t.nodes[v]
	f := Flask{Path: []string{}, Method: n.Label, Energy: result.Joules(n.Energy), Bounded: n.Known, Sites: n.Sites[:min(len(n.Sites), maxSites)], node: n}
	for w := t.parent[v]; w > 0; w = t.parent[w] {
		f.Path = append(f.Path, t.nodes[w].Label)
	}
	slices.Reverse(f.Path)
	left := maxInner
	f.Calls = inside(n, &left)
	f.LeftOut = max(0, int(t.last[v]-v)-1-maxInner)
	return f
}

// inside returns what a node calls, the most expensive first, up to a number of nodes, which it lowers.
func inside(n *Node, left *int) (calls []Inner) {
	children := slices.Clone(n.Children)
	slices.SortStableFunc(children, func(x, y *Node) int { return cmp.Compare(y.Energy, x.Energy) })
	for _, c := range children {
		if *left == 0 {
			break
		}
		*left--
		calls = append(calls, Inner{c.Label, c.App, result.Joules(c.Energy), c.Known, inside(c, left)})
	}
	return calls
}
