package spec

import (
	"slices"
	"strings"
)

// Names of sizes and calls, as formulas print them. Besides Java's paths (this.items.size(), a.length) there are
//
//	largest NAME, smallest NAME    the extreme values of a size that changes while the method runs
//	METHOD: NAME                   a size inside a callee
//	elements(it), elements of it   the elements that an iterator or a range yields
//	nodes(head.next), tree(n.left|right), nodes(q by next[])   the nodes of a linked structure
//	rows[...].length               of every element of an array
//	the text joined at line 7, the value computed at line 7    what has no variable
//	List.sort(Comparator)          what one such call costs
//
// Every other name stands in backquotes, a backquote in it doubled.

// extremeWords qualify a name; no operator follows them.
var extremeWords = []string{"largest", "smallest"}

// operand parses a name or any other operand.
func (p *parser) operand() *node {
	first := p.at
	for p.prefix() {
	}
	t, after := p.peek(), p.toks[min(p.at+1, len(p.toks)-1)]
	var n *node
	switch {
	case t.text == "the" && after.kind == tokIdent && after.text != "if" && after.text != "instanceof", t.text == "a" && after.text == "value":
		for t := p.peek(); t.kind == tokIdent && t.text != "if" || t.kind == tokNumber; t = p.peek() {
			p.next()
		}
		n = p.named(first)
	default:
		n = p.postfix(p.primary())
	}
	if t := p.peek(); t.kind == tokIdent && t.text == "by" && p.err == nil {
		p.next()
		n = p.postfix(p.primary())
	} else if n.start == p.toks[first].start {
		return n
	}
	if p.err != nil {
		return n
	}
	switch n.kind {
	case nodeName, nodeField, nodeCall, nodeElement:
		return p.named(first)
	}
	p.fail(n.start, "expected the name of a size")
	return n
}

// prefix skips a word that qualifies the name behind it.
func (p *parser) prefix() bool {
	t, after := p.peek(), p.toks[min(p.at+1, len(p.toks)-1)]
	if t.is("<") && after.kind == tokIdent && p.toks[min(p.at+2, len(p.toks)-1)].is(">") && p.toks[min(p.at+3, len(p.toks)-1)].is(":") {
		p.at += 4 // <init>: n
		return true
	}
	begins := after.kind == tokIdent && after.text != "if" && after.text != "instanceof" || after.kind == tokQuoted
	switch {
	case t.kind != tokIdent:
	case after.is(":") && p.choices == 0:
		p.at += 2
		return true
	case slices.Contains(extremeWords, t.text) && (begins || after.is("(") || after.is("<")):
		p.at++
		return true
	case t.text == "elements" && after.kind == tokIdent && after.text == "of":
		p.at += 2
		return true
	}
	return false
}

// named makes the name that the tokens from first on are.
func (p *parser) named(first int) *node {
	toks := p.toks[first:p.at]
	return &node{kind: nodeName, text: canonicalName(toks), start: toks[0].start, end: toks[len(toks)-1].end, first: first, last: p.at}
}

// elementPart accepts [] or [...] and returns it, empty for any other bracket.
func (p *parser) elementPart() string {
	toks := p.toks[p.at:min(p.at+3, len(p.toks))]
	switch {
	case len(toks) > 1 && toks[1].is("]"):
		p.at += 2
		return "[]"
	case len(toks) > 2 && toks[1].is("...") && toks[2].is("]"):
		p.at += 3
		return "[...]"
	}
	return ""
}

// canonicalName writes a name with the blanks that formulas have.
func canonicalName(toks []token) string {
	var b strings.Builder
	for i, t := range toks {
		if i > 0 && blankBetween(toks[i-1], t) {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

func blankBetween(a, b token) bool {
	word := func(t token) bool { return t.kind == tokIdent || t.kind == tokNumber || t.kind == tokQuoted }
	switch {
	case a.is(",") || a.is(":"):
		return true
	case word(a) && (b.is("(") || b.is("<")):
		return slices.Contains(extremeWords, a.text) || a.text == "of" || a.text == "by"
	}
	return word(a) && word(b)
}

// QuoteName returns the name of a size or call as expressions write it: in backquotes, unless it reads as itself.
func QuoteName(name string) string {
	if e, err := ParseExpr(name); err == nil {
		if s, ok := e.(Symbol); ok && s.Name == name {
			return name
		}
	}
	return quoted(name)
}

func quoted(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// unquoteName returns the name in backquotes that s begins with and the length of both, 0 if they do not end.
func unquoteName(s string) (name string, length int) {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\n':
			return "", 0
		case s[i] == '`' && strings.HasPrefix(s[i+1:], "`"):
			i++
		case s[i] == '`' && i > 1:
			return strings.ReplaceAll(s[1:i], "``", "`"), i + 1
		}
	}
	return "", 0
}
