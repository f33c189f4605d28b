package source

import "errors"

// Node is a node of the syntax tree of a Java file, as tree-sitter's grammar of Java names its nodes.
type Node struct {
	Type       string // "method_invocation"; of a token without a name its text
	Field      string // what it is to its parent, "object"; empty where the grammar has no word for that
	Named      bool   // it is no bracket, operator or keyword
	Start, End int    // range of bytes
	Parent     *Node  // nil for the root
	Children   []*Node
}

// ErrNoTree is why there is no syntax tree of a file whose syntax the grammar does not know, or without the grammar.
var ErrNoTree = errors.New("the Java grammar does not know its syntax")

// flatTree is a syntax tree in preorder, to be passed between processes.
type flatTree struct {
	Names []string // types and fields
	Nodes []int32  // flatNode numbers for each node
}

// The numbers of a node in a flatTree.
const (
	flatType     = iota // index in Names
	flatField           // likewise
	flatNamed           // 0 or 1
	flatChildren        // how many
	flatStart
	flatEnd
	flatNode // how many numbers a node has
)

// tree restores the nodes, nil where there are none or the numbers are no tree.
func (t *flatTree) tree() *Node {
	n := len(t.Nodes) / flatNode
	if n == 0 || len(t.Nodes) != n*flatNode {
		return nil
	}
	nodes := make([]Node, n)
	type parent struct {
		node    *Node
		missing int // children to come
	}
	var open []parent
	for i := range nodes {
		x := t.Nodes[i*flatNode : (i+1)*flatNode]
		if uint(x[flatType]) >= uint(len(t.Names)) || uint(x[flatField]) >= uint(len(t.Names)) || i > 0 && len(open) == 0 {
			return nil
		}
		nodes[i] = Node{Type: t.Names[x[flatType]], Field: t.Names[x[flatField]], Named: x[flatNamed] != 0, Start: int(x[flatStart]), End: int(x[flatEnd])}
		if len(open) > 0 {
			p := &open[len(open)-1]
			nodes[i].Parent = p.node
			p.node.Children = append(p.node.Children, &nodes[i])
			p.missing--
		}
		if x[flatChildren] > 0 {
			open = append(open, parent{&nodes[i], int(x[flatChildren])})
		}
		for len(open) > 0 && open[len(open)-1].missing == 0 {
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return nil
	}
	return &nodes[0]
}

// Child returns the child with a field, nil where there is none.
func (n *Node) Child(field string) *Node {
	for _, c := range n.Children {
		if c.Field == field {
			return c
		}
	}
	return nil
}

// NamedChildren returns the children that are neither brackets, operators and keywords nor comments.
func (n *Node) NamedChildren() (out []*Node) {
	for _, c := range n.Children {
		if c.Named && !c.Comment() {
			out = append(out, c)
		}
	}
	return out
}

// Comment reports whether the node is a comment.
func (n *Node) Comment() bool { return n.Type == "line_comment" || n.Type == "block_comment" }

// Walk calls f with the node and the nodes below it, in the order of the text. Below a node for which f returns false it does
// not look.
func (n *Node) Walk(f func(*Node) bool) {
	work := []*Node{n}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if !f(x) {
			continue
		}
		for i := len(x.Children) - 1; i >= 0; i-- {
			work = append(work, x.Children[i])
		}
	}
}
