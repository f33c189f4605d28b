//go:build cgo && unix

package source

import (
	"context"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/java"
)

// parseTree reads a Java file with tree-sitter, nil where its grammar does not know the syntax, which may be newer than
// it. Time and memory have no bound: the error recovery of a GLR parser keeps every reading of ambiguous text, and an
// allocation that fails aborts the process. Only the process of grammar.go calls it on files of users.
func parseTree(text []byte) (out *syntax) {
	withTree(text, func(root *sitter.Node) {
		w := treeWalker{text: text, out: &syntax{}}
		c := sitter.NewTreeCursor(root)
		defer c.Close()
		w.children(c, walkState{})
		out = w.out
	})
	return out
}

// withTree calls f with the root of a file's syntax tree, unless the grammar does not know the syntax.
func withTree(text []byte, f func(root *sitter.Node)) {
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(java.GetLanguage())
	tree, err := p.ParseCtx(context.Background(), nil, text)
	if err != nil || tree == nil {
		return
	}
	defer tree.Close()
	if root := tree.RootNode(); !root.HasError() {
		f(root)
	}
}

// parseNodes reads a Java file with tree-sitter for all its nodes; the tree has none where the grammar does not know the syntax, or
// what nests deeper than maxTreeDepth.
func parseNodes(text []byte) (out flatTree) {
	withTree(text, func(root *sitter.Node) {
		c := sitter.NewTreeCursor(root)
		defer c.Close()
		numbers := map[string]int32{}
		name := func(s string) int32 {
			n, ok := numbers[s]
			if !ok {
				n = int32(len(out.Names))
				numbers[s] = n
				out.Names = append(out.Names, s)
			}
			return n
		}
		for depth := 0; ; {
			n := c.CurrentNode()
			named := int32(0)
			if n.IsNamed() {
				named = 1
			}
			out.Nodes = append(out.Nodes, name(n.Type()), name(c.CurrentFieldName()), named, int32(n.ChildCount()), int32(n.StartByte()), int32(n.EndByte()))
			if c.GoToFirstChild() {
				if depth++; depth > maxTreeDepth {
					out = flatTree{}
					return
				}
				continue
			}
			for !c.GoToNextSibling() {
				if depth == 0 || !c.GoToParent() {
					return
				}
				depth--
			}
		}
	})
	return out
}

type treeWalker struct {
	text []byte
	out  *syntax
}

// walkState is what a node's children need to know of the nodes around them.
type walkState struct {
	class  string
	inCode bool    // inside a body or an initialiser: classes here are local
	record []param // the header of the record
	label  int     // 1 + offset of the label right before the statement
	depth  int
}

// maxTreeDepth bounds recursion. What nests deeper, such as generated sums of thousands of strings, has no
// declarations inside.
const maxTreeDepth = 10_000

func (w *treeWalker) children(c *sitter.TreeCursor, s walkState) {
	if s.depth++; s.depth > maxTreeDepth || !c.GoToFirstChild() {
		return
	}
	for {
		w.node(c, s)
		if !c.GoToNextSibling() {
			break
		}
	}
	c.GoToParent()
}

func start(n *sitter.Node) int { return int(n.StartByte()) }
func end(n *sitter.Node) int   { return int(n.EndByte()) }

func (w *treeWalker) node(c *sitter.TreeCursor, s walkState) {
	n := c.CurrentNode()
	if !n.IsNamed() {
		return
	}
	label := s.label
	s.label = 0
	switch n.Type() {
	case "line_comment", "block_comment":
		w.out.comments = append(w.out.comments, span{start(n), end(n)})
		return
	case "identifier", "type_identifier", "string_literal", "import_declaration":
		return
	case "package_declaration":
		toks, _ := scan(w.text[start(n):end(n)], false)
		r := newJavaReader(toks)
		r.unit()
		w.out.pkg = r.out.pkg
	case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration":
		name := n.ChildByFieldName("name")
		if name == nil {
			break
		}
		class := name.Content(w.text)
		switch {
		case s.inCode:
			class = s.class + "$$" + class
		case s.class != "":
			class = s.class + "$" + class
		}
		s.class, s.inCode = class, false
		s.record = w.params(n)
	case "object_creation_expression", "enum_constant":
		// Arguments belong to the code around; the body is a class of its own.
		w.anonymous(c, s)
		return
	case "method_declaration", "annotation_type_element_declaration":
		name := n.ChildByFieldName("name")
		if name == nil {
			break
		}
		w.declare(n, decl{class: s.class, name: name.Content(w.text), params: w.params(n)})
		s.inCode = true
	case "constructor_declaration":
		w.declare(n, decl{class: s.class, name: "<init>", params: w.params(n)})
		s.inCode = true
	case "compact_constructor_declaration":
		w.declare(n, decl{class: s.class, name: "<init>", params: s.record})
		s.inCode = true
	case "static_initializer":
		w.out.decls = append(w.out.decls, decl{class: s.class, name: "<clinit>", start: start(n), body: w.brace(n), end: end(n)})
		s.inCode = true
	case "field_declaration", "constant_declaration":
		s.inCode = true
	case "block":
		if !s.inCode {
			w.out.decls = append(w.out.decls, decl{class: s.class, name: initBlock, start: start(n), body: start(n), end: end(n)})
			s.inCode = true
		}
	case "lambda_expression":
		if body := n.ChildByFieldName("body"); body != nil && body.Type() == "block" {
			w.out.decls = append(w.out.decls, decl{class: s.class, name: lambda, start: start(n), body: start(body), end: end(body)})
		}
	case "for_statement", "enhanced_for_statement", "while_statement", "do_statement":
		l := loop{start(n), start(n)}
		if label > 0 {
			l.start = label - 1
		}
		w.out.loops = append(w.out.loops, l)
	case "labeled_statement":
		if s.label = label; s.label == 0 {
			s.label = start(n) + 1
		}
	}
	w.children(c, s)
}

// anonymous walks a node whose class_body child, if it has one, is a class without a name.
func (w *treeWalker) anonymous(c *sitter.TreeCursor, s walkState) {
	s.inCode = true
	if s.depth++; s.depth > maxTreeDepth || !c.GoToFirstChild() {
		return
	}
	for {
		if c.CurrentNode().Type() == "class_body" {
			inner := s
			inner.class, inner.inCode, inner.record = s.class+"$", false, nil
			w.children(c, inner)
		} else {
			w.node(c, s)
		}
		if !c.GoToNextSibling() {
			break
		}
	}
	c.GoToParent()
}

// brace is the offset of the block of an initialiser.
func (w *treeWalker) brace(n *sitter.Node) int {
	for i := range int(n.NamedChildCount()) {
		if b := n.NamedChild(i); b.Type() == "block" {
			return start(b)
		}
	}
	return end(n)
}

// declare adds a declaration at a node; without a body, its semicolon takes the body's place.
func (w *treeWalker) declare(n *sitter.Node, d decl) {
	d.start, d.body, d.end = start(n), end(n)-1, end(n)
	if b := n.ChildByFieldName("body"); b != nil {
		d.body = start(b)
	}
	w.out.decls = append(w.out.decls, d)
}

// params reads the parameters of a node as the reader without a grammar does.
func (w *treeWalker) params(n *sitter.Node) []param {
	p := n.ChildByFieldName("parameters")
	if p == nil {
		return nil
	}
	toks, _ := scan(w.text[start(p):end(p)], false)
	r := newJavaReader(toks)
	return r.params(1, len(r.toks)-1)
}
