package repair

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/source"
)

// QueueIsEmpty replaces comparisons of a queue's size with zero by isEmpty().
var QueueIsEmpty = kind("QueueIsEmpty", "use isEmpty", func(p *place) error {
	queue := p.node.Child("object")
	if queue == nil || !p.site.Operands[0].Exact || !strings.HasPrefix(p.site.Operands[0].Type, "Ljava/util/") {
		return refuse("the queue may be of a class of its own, which answers isEmpty in another form")
	}
	none, err := p.noneOf(p.node, "size")
	if err != nil {
		return err
	}
	test := p.node.Parent
	if loses(test, queue) {
		return errComment
	}
	text := p.receiver(queue) + ".isEmpty()"
	if !none {
		text = "!" + text
	}
	p.replace(test.Start, test.End, text)
	return nil
})

// onlyNull reports whether an expression has no effect and raises no exception but that of a null: numbers that are added and the like.
func (p *place) onlyNull(n *source.Node) bool {
	n = strip(n)
	if n.Type == "binary_expression" && strings.Contains("+-*", n.Child("operator").Type) {
		return p.onlyNull(n.Child("left")) && p.onlyNull(n.Child("right"))
	}
	return p.pure(n)
}

// AskBuilder asks a builder itself what its text is asked.
var AskBuilder = kind("AskBuilder", "ask the builder itself", func(p *place) error {
	if p.site.Call.Name != "toString" {
		return refuse("an index that is too large raises an exception in one of both forms alone")
	}
	of, question := p.node.Child("object"), p.node.Parent
	if of == nil || question.Type != "method_invocation" || question.Child("object") != p.node {
		return refuse("the text is used in another form")
	}
	switch p.callee(question) {
	case "length", "charAt", "indexOf", "lastIndexOf", "substring":
		switch {
		case loses(p.node, of):
			return errComment
		case !p.site.Operands[0].NonNull && slices.ContainsFunc(arguments(question), func(a *source.Node) bool { return !p.onlyNull(a) }):
			return refuse("the builder may be null: then toString() throws an exception before the argument is evaluated, and length() and the like do behind it")
		}
		p.replace(of.End, p.node.End, "")
		return nil
	case "isEmpty":
	default:
		return refuse("the question is of another form")
	}
	if err := onlyCalls(question); err != nil {
		return err
	}
	if loses(question, of) {
		return errComment
	}
	text, test := p.receiver(of)+".length() == 0", question
	if not := question.Parent; not.Type == "unary_expression" && strings.HasPrefix(p.str(not), "!") {
		text, test = p.receiver(of)+".length() > 0", not
		if loses(not, question) {
			return errComment
		}
	}
	if !standsAlone(test) {
		text = "(" + text + ")"
	}
	p.replace(test.Start, test.End, text)
	return nil
})
