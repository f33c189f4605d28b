package similar

// Node is a call in a calling context tree: a method, and the calls that it makes. Siblings have different labels.
type Node struct {
	// Label is what the node is matched by: Class.method of a framework method, the name and descriptor of a callback.
	Label string
	// Overrides are the labels of the methods that this one overrides or inherits, which it matches at distance 0.
	Overrides []string
	// App reports whether the method belongs to the program, and not to a framework.
	App bool
	// Sites are where the calls are written; of a callback, where its methods are.
	Sites []Site
	// Energy is the inclusive energy of the node's calls in the context; Known reports whether all of it has a bound.
	Energy float64
	Known  bool

	Children []*Node
}

// Site is a line of a method, which is named by its key.
type Site struct {
	Method string `json:"method"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

// flat is a tree in preorder: a node's number is below the numbers of all that it calls.
type flat struct {
	nodes  []*Node
	parent []int32 // of the root: 0
	last   []int32 // the number behind the last node of the subtree
	depth  []int32
	label  []int32
	at     map[int32][]int32 // nodes by label, ascending
}

// labels numbers the labels of two trees, and knows which of them are at distance 0.
type labels struct {
	number map[string]int32
	same   map[int32][]int32 // other labels at distance 0; symmetric
}

func newLabels() *labels {
	return &labels{number: map[string]int32{}, same: map[int32][]int32{}}
}

func (l *labels) of(text string) int32 {
	n, ok := l.number[text]
	if !ok {
		n = int32(len(l.number))
		l.number[text] = n
	}
	return n
}

func (l *labels) relate(a, b int32) {
	if a == b {
		return
	}
	for _, known := range l.same[a] {
		if known == b {
			return
		}
	}
	l.same[a] = append(l.same[a], b)
	l.same[b] = append(l.same[b], a)
}

// equal reports whether two labels are at distance 0.
func (l *labels) equal(a, b int32) bool {
	if a == b {
		return true
	}
	for _, other := range l.same[a] {
		if other == b {
			return true
		}
	}
	return false
}

// flatten numbers the nodes of a tree. It does not recurse: a tree may be a chain.
func flatten(root *Node, l *labels) *flat {
	t := &flat{at: map[int32][]int32{}}
	type open struct {
		node          *Node
		parent, depth int32
	}
	stack := []open{{node: root}}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		v := int32(len(t.nodes))
		label := l.of(top.node.Label)
		for _, o := range top.node.Overrides {
			l.relate(label, l.of(o))
		}
		t.nodes = append(t.nodes, top.node)
		t.parent = append(t.parent, top.parent)
		t.depth = append(t.depth, top.depth)
		t.label = append(t.label, label)
		t.at[label] = append(t.at[label], v)
		for i := len(top.node.Children) - 1; i >= 0; i-- {
			stack = append(stack, open{top.node.Children[i], v, top.depth + 1})
		}
	}
	t.last = make([]int32, len(t.nodes))
	for v := len(t.nodes) - 1; v >= 0; v-- {
		t.last[v] = max(t.last[v], int32(v)+1)
		if v > 0 {
			t.last[t.parent[v]] = max(t.last[t.parent[v]], t.last[v])
		}
	}
	return t
}

func (t *flat) size() int32 { return int32(len(t.nodes)) }

// task reports whether a node is the framework method of a task: one that the program calls itself.
func (t *flat) task(v int32) bool {
	return v > 0 && !t.nodes[v].App && t.nodes[t.parent[v]].App
}

// path returns the labels from below the root to the node.
func (t *flat) path(v int32) []int32 {
	path := make([]int32, t.depth[v])
	for ; v > 0; v = t.parent[v] {
		path[t.depth[v]-1] = t.label[v]
	}
	return path
}
