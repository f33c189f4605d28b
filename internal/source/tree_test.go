//go:build cgo && unix

package source

import (
	"errors"
	"strings"
	"testing"
)

func TestTree(t *testing.T) {
	text := "class A {\n\tint f(int x) { /* c */ return g(x + 1, \"é\"); }\n}\n"
	root, err := Tree([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var call *Node
	comments := 0
	root.Walk(func(n *Node) bool {
		if n.Type == "method_invocation" {
			call = n
		}
		if n.Comment() {
			comments++
		}
		for _, c := range n.Children {
			if c.Parent != n || c.Start < n.Start || c.End > n.End {
				t.Errorf("%s is not inside of its parent %s", c.Type, n.Type)
			}
		}
		return true
	})
	if call == nil || text[call.Start:call.End] != `g(x + 1, "é")` {
		t.Fatalf("the call is %+v", call)
	}
	args := call.Child("arguments").NamedChildren()
	if len(args) != 2 || text[args[0].Start:args[0].End] != "x + 1" || args[1].Type != "string_literal" || comments != 1 {
		t.Errorf("arguments %v, %d comments", args, comments)
	}
}

func TestTreeOfWhatIsNoJava(t *testing.T) {
	if _, err := Tree([]byte("class {")); !errors.Is(err, ErrNoTree) {
		t.Errorf("a broken file: %v", err)
	}
	deep := "class A { int x = " + strings.Repeat("-(", maxTreeDepth) + "1" + strings.Repeat(")", maxTreeDepth) + "; }"
	if _, err := Tree([]byte(deep)); err == nil {
		t.Error("a file that nests too deep has a tree")
	}
	if _, err := Tree(make([]byte, grammarFile+1)); err == nil || !strings.HasPrefix(err.Error(), "it is larger than") {
		t.Errorf("a large file: %v", err)
	}
}

// A reply that is cut off or points outside of its names is no tree.
func TestFlatTree(t *testing.T) {
	good := flatTree{Names: []string{"a", ""}, Nodes: []int32{0, 1, 1, 1, 0, 5, 0, 1, 1, 0, 1, 2}}
	if good.tree() == nil {
		t.Fatal("a tree of two nodes is none")
	}
	for i, bad := range []flatTree{
		{},
		{Names: good.Names, Nodes: good.Nodes[:flatNode]},
		{Names: good.Names, Nodes: good.Nodes[:flatNode+1]},
		{Names: good.Names[:1], Nodes: good.Nodes},
		{Names: good.Names, Nodes: []int32{0, 1, 1, 0, 0, 5, 0, 1, 1, 0, 1, 2}},
	} {
		if bad.tree() != nil {
			t.Errorf("%d: it is no tree", i)
		}
	}
}
