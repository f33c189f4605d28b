package repair

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/source"
)

// SetResult replaces a test whether a set has an element before it is added or removed by the result of add or remove. Operands[0] is
// the set, Text the name of the second call.
var SetResult = kind("SetResult", "use the result of the second call", func(p *place) error {
	if o := p.site.Operands[0]; !o.Exact || !plainSets[o.Type] {
		return refuse("the class of the set is not certain: add and remove of another one may throw an exception where contains does not")
	}
	of, args := p.node.Child("object"), arguments(p.node)
	if of == nil || len(args) != 1 || !p.pure(of) || !p.pure(args[0]) {
		return refuse("the set or the element is an expression that may have an effect")
	}
	test := p.node
	switch p.site.Text {
	case "add":
		if test = negation(test); test == nil {
			return p.addAfterJump(of, args[0])
		}
	case "remove":
	default:
		return refuse("%s does not return whether it found the key", p.site.Text)
	}
	top := test
	for top.Parent.Type == "parenthesized_expression" && top.Parent.Field != "condition" || isAnd(top.Parent) && top.Parent.Child("right") == top {
		top = top.Parent
	}
	branch := top.Parent.Parent
	if top.Parent.Field != "condition" || branch == nil || branch.Type != "if_statement" {
		return refuse("the test is not the last of the condition of an if")
	}
	body := branch.Child("consequence")
	first := body
	if body.Type == "block" {
		c := body.NamedChildren()
		if len(c) == 0 {
			return refuse("the second call is not the first in the branch")
		}
		first = c[0]
	}
	if !p.isCall(first, p.site.Text, of, args[0]) {
		return refuse("the second call is not the first in the branch, or not a statement of its own")
	}
	return p.mergeTest(branch, test, first)
})

// addAfterJump makes if (s.contains(x)) return; s.add(x); of if (!s.add(x)) return;. What the branch does sees the same set: add changes none that has
// the element.
func (p *place) addAfterJump(of, element *source.Node) error {
	branch := p.node.Parent
	for branch.Type == "parenthesized_expression" && branch.Field != "condition" {
		branch = branch.Parent
	}
	if branch.Type == "parenthesized_expression" {
		branch = branch.Parent
	}
	if branch.Type != "if_statement" || strip(branch.Child("condition")) != p.node || branch.Child("alternative") != nil || branch.Parent.Type != "block" {
		return refuse("the test is of another form")
	}
	last := branch.Child("consequence")
	if c := last.NamedChildren(); last.Type == "block" && len(c) > 0 {
		last = c[len(c)-1]
	}
	if !jumps(last) {
		return refuse("the branch may go on to the second call")
	}
	siblings := branch.Parent.NamedChildren()
	at := slices.Index(siblings, branch)
	if at < 0 || at+1 >= len(siblings) || !p.isCall(siblings[at+1], "add", of, element) {
		return refuse("the second call does not follow the branch, or is not a statement of its own")
	}
	second := siblings[at+1]
	if loses(p.node) || loses(second) || strings.TrimSpace(string(p.text[branch.End:second.Start])) != "" {
		return errComment
	}
	start, end, ok := p.statementRange(second)
	if !ok {
		return errComment
	}
	p.replace(p.node.Start, p.node.End, "!"+strings.TrimSpace(strings.TrimSuffix(p.str(second), ";")))
	p.replace(start, end, "")
	return nil
}

// plainSets are descriptors of the sets whose add and remove do nothing, and return false, where contains has found that there is
// nothing to do, and else find what contains has found.
var plainSets = map[string]bool{"Ljava/util/HashSet;": true, "Ljava/util/LinkedHashSet;": true, "Ljava/util/TreeSet;": true}

// mergeTest makes statement first, the first of the branch, the test.
func (p *place) mergeTest(branch, test, first *source.Node) error {
	body := branch.Child("consequence")
	call := strings.TrimSpace(strings.TrimSuffix(p.str(first), ";"))
	alone := body == first || len(body.NamedChildren()) == 1
	whole := strip(branch.Child("condition")) == test
	switch {
	case alone && branch.Child("alternative") != nil:
		return refuse("nothing would be left of the branch before else")
	case loses(first) || loses(test):
		return errComment
	case alone && whole:
		if loses(branch, first) {
			return errComment
		}
		p.replace(branch.Start, branch.End, p.str(first))
		return nil
	case alone: // if (a && !s.contains(x)) s.add(x)
		and := test.Parent
		if !isAnd(and) || loses(and, and.Child("left")) {
			return refuse("the test stands in parentheses")
		}
		p.replace(and.Child("left").End, test.End, "")
		return nil
	}
	start, end, ok := p.statementRange(first)
	if !ok {
		return errComment
	}
	p.replace(test.Start, test.End, call)
	p.replace(start, end, "")
	return nil
}

// statementRange is the text that goes with a statement: its lines where it has them for itself, else up to the next token. ok is
// false where a comment stands behind it.
func (f *File) statementRange(n *source.Node) (start, end int, ok bool) {
	start, end = n.Start, n.End
	for end < len(f.text) && (f.text[end] == ' ' || f.text[end] == '\t') {
		end++
	}
	if strings.HasPrefix(string(f.text[end:min(end+2, len(f.text))]), "//") || strings.HasPrefix(string(f.text[end:min(end+2, len(f.text))]), "/*") {
		return 0, 0, false
	}
	lineEnd := end
	if lineEnd < len(f.text) && f.text[lineEnd] == '\r' {
		lineEnd++
	}
	from := f.lines[f.line(start)-1]
	if lineEnd < len(f.text) && f.text[lineEnd] == '\n' && strings.TrimSpace(string(f.text[from:start])) == "" {
		return from, lineEnd + 1, true
	}
	return start, end, true
}

// isCall reports whether a statement is the call of a method with one argument, of the same object with the same argument.
func (f *File) isCall(n *source.Node, name string, of, arg *source.Node) bool {
	if n.Type != "expression_statement" || len(n.NamedChildren()) != 1 {
		return false
	}
	c := n.NamedChildren()[0]
	args := arguments(c)
	return f.callee(c) == name && c.Type == "method_invocation" && c.Child("object") != nil && f.same(c.Child("object"), of) && len(args) == 1 && f.same(args[0], arg)
}

// negation returns the expression that negates n, nil where there is none.
func negation(n *source.Node) *source.Node {
	for n.Parent.Type == "parenthesized_expression" && n.Parent.Field != "condition" {
		n = n.Parent
	}
	if p := n.Parent; p.Type == "unary_expression" && p.Child("operator").Type == "!" {
		return p
	}
	return nil
}

func isAnd(n *source.Node) bool {
	return n.Type == "binary_expression" && n.Child("operator").Type == "&&"
}
