package spec

// The parser works in two steps. This one reads any JML expression into a tree of nodes, and fails only on what
// is no expression at all. The second step (lower.go) turns the tree into the language of this package.

type nodeKind uint8

const (
	nodeNumber  nodeKind = iota
	nodeEnergy           // a number and the unit behind it
	nodeName             // an identifier, this, \result
	nodeField            // args[0] . text
	nodeCall             // args[0] ( args[1:] )
	nodeElement          // args[0] text, where text is [] or [...]
	nodeUnary            // text args[0]
	nodeBinary           // args[0] text args[1]
	nodeForeign          // anything else that JML has: text says what
)

type node struct {
	kind       nodeKind
	text       string // the operator, name or number
	unit       string
	args       []*node
	start, end int // in bytes, with the parentheses around it
	first      int // index of the first token inside the parentheses
	last       int // one past the last token inside the parentheses
	paren      bool
	quoted     bool // the name stood in backquotes: text is the name itself
}

// Limits that keep recursion over an expression shallow, whatever the input. The longest formulas of programs have a third of the symbols.
const (
	maxTokens = 1 << 16
	maxDepth  = 200
)

type parser struct {
	toks    []token
	at      int
	depth   int
	choices int // conditional expressions whose ":" has not come yet
	err     *Error
}

func (p *parser) peek() token { return p.toks[p.at] }

func (p *parser) next() token {
	t := p.toks[p.at]
	if t.kind != tokEOF {
		p.at++
	}
	return t
}

func (p *parser) accept(op string) bool {
	if p.peek().is(op) {
		p.at++
		return true
	}
	return false
}

// fail records the first error.
func (p *parser) fail(offset int, format string, args ...any) {
	if p.err == nil {
		p.err = errorAt(offset, format, args...)
	}
}

func (p *parser) expected(what string) {
	t := p.peek()
	p.fail(t.start, "expected %s, found %s", what, t.describe())
}

func (p *parser) expect(op string) {
	if !p.accept(op) {
		p.expected(`"` + op + `"`)
	}
}

// binaryLevels are JML's binary operators, loosest first (JML reference manual 12.4). Right says which associate
// to the right. JML's ^, exclusive or, is read as the power of amounts, which binds tightest, and stays outside this language
// where it stands in a condition.
var binaryLevels = []struct {
	ops   []string
	right bool
}{
	{[]string{"<==>", "<=!=>"}, false},
	{[]string{"==>", "<=="}, true},
	{[]string{"||"}, false},
	{[]string{"&&"}, false},
	{[]string{"|"}, false},
	{[]string{"&"}, false},
	{[]string{"==", "!="}, false},
	{[]string{"<", "<=", ">", ">=", "<:"}, false},
	{[]string{"<<", ">>", ">>>"}, false},
	{[]string{"+", "-"}, false},
	{[]string{"*", "/", "%"}, false},
}

const relationalLevel = 7

// expression parses one expression; p.err is set where there is none.
func (p *parser) expression() *node {
	n := p.binary(0)
	if p.err != nil || !p.peek().is("?") {
		return n
	}
	if !p.enter() {
		return n
	}
	defer p.leave()
	p.next()
	p.choices++
	p.expression()
	p.choices--
	p.expect(":")
	p.expression()
	return p.foreign(n, "a conditional expression")
}

func (p *parser) enter() bool {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.peek().start, "the expression nests more than %d levels deep", maxDepth)
		return false
	}
	return true
}

func (p *parser) leave() { p.depth-- }

// foreign makes a foreign node that starts where n does and ends here.
func (p *parser) foreign(n *node, what string) *node {
	return &node{kind: nodeForeign, text: what, start: n.start, end: p.toks[max(p.at-1, 0)].end, first: p.outer(n), last: p.at}
}

// outer is the first token of n with its parentheses.
func (p *parser) outer(n *node) int {
	first := n.first
	for first > 0 && p.toks[first].start > n.start {
		first--
	}
	return first
}

func (p *parser) binary(level int) *node {
	if level == len(binaryLevels) {
		return p.unary()
	}
	l := binaryLevels[level]
	x := p.binary(level + 1)
	for p.err == nil {
		t := p.peek()
		if level == relationalLevel && t.kind == tokIdent && t.text == "instanceof" {
			p.next()
			p.typeName()
			x = p.foreign(x, "instanceof")
			continue
		}
		if t.kind != tokOp || !contains(l.ops, t.text) {
			break
		}
		p.next()
		var y *node
		if l.right {
			if !p.enter() {
				break
			}
			y = p.binary(level)
			p.leave()
		} else {
			y = p.binary(level + 1)
		}
		if p.err != nil {
			break
		}
		x = &node{kind: nodeBinary, text: t.text, args: []*node{x, y}, start: x.start, end: y.end, first: p.outer(x), last: p.at}
	}
	return x
}

func contains(ss []string, s string) bool {
	for _, x := range ss {
		if x == s {
			return true
		}
	}
	return false
}

func (p *parser) unary() *node {
	if !p.enter() {
		return &node{}
	}
	defer p.leave()
	t := p.peek()
	if t.is("-") || t.is("!") || t.is("+") || t.is("~") {
		first := p.at
		p.next()
		x := p.unary()
		return &node{kind: nodeUnary, text: t.text, args: []*node{x}, start: t.start, end: x.end, first: first, last: p.at}
	}
	x := p.operand()
	if p.err != nil || !p.accept("^") {
		return x
	}
	y := p.unary()
	return &node{kind: nodeBinary, text: "^", args: []*node{x, y}, start: x.start, end: y.end, first: p.outer(x), last: p.at}
}

func (p *parser) primary() *node {
	first, t := p.at, p.peek()
	n := &node{start: t.start, end: t.end, first: first, last: first + 1}
	switch {
	case t.kind == tokNumber:
		p.next()
		n.kind, n.text = nodeNumber, t.text
		if u := p.peek(); u.kind == tokIdent && u.text != "if" && !startsClause(u.text) {
			p.next()
			n.kind, n.unit, n.end, n.last = nodeEnergy, u.text, u.end, p.at
		}
	case t.kind == tokIdent && t.text == "new":
		p.next()
		p.typeName()
		if p.peek().is("(") || p.peek().is("{") {
			p.group()
		} else if p.err == nil && !p.toks[p.at-1].is("]") {
			return p.named(first) // new StringBuilder, the name of an object
		}
		return p.foreign(n, "an object creation")
	case t.kind == tokIdent:
		p.next()
		n.kind, n.text = nodeName, t.text
	case t.kind == tokQuoted:
		p.next()
		n.kind, n.text, n.quoted = nodeName, t.text, true
	case t.kind == tokBackslash && t.text == `\result`:
		p.next()
		n.kind, n.text = nodeName, t.text
	case t.kind == tokBackslash:
		p.next()
		if p.peek().is("(") {
			p.group()
		}
		return p.foreign(n, t.text)
	case t.kind == tokString:
		p.next()
		return p.foreign(n, "a string")
	case t.kind == tokInformal:
		p.next()
		return p.foreign(n, "an informal description")
	case t.is("("):
		return p.parenthesized()
	default:
		p.expected("a number, an energy, a name or \"(\"")
	}
	return n
}

// parenthesized parses (e), a quantified expression (\forall ...) or a cast.
func (p *parser) parenthesized() *node {
	first, open := p.at, p.peek()
	n := &node{start: open.start, end: open.end, first: first, last: first + 1}
	if t := p.toks[p.at+1]; t.kind == tokBackslash && quantifiers[t.text] {
		p.group()
		return p.foreign(n, t.text)
	}
	p.next()
	x := p.expression()
	if p.err != nil {
		return n
	}
	if x.kind == nodeName && p.peek().is("[") || p.peek().is("[") && x.kind == nodeField {
		for p.peek().is("[") { // (int[]) x
			p.group()
		}
	}
	p.expect(")")
	if p.err != nil {
		return n
	}
	if t := p.peek(); (x.kind == nodeName || x.kind == nodeElement || x.kind == nodeField || x.last != p.at-1) &&
		(t.kind == tokIdent && t.text != "if" && t.text != "instanceof" || t.kind == tokNumber || t.kind == tokString || t.is("(")) {
		p.unary()
		return p.foreign(n, "a cast")
	}
	y := *x
	y.start, y.end, y.paren = open.start, p.toks[p.at-1].end, true
	return &y
}

// quantifiers take a declaration and up to two more parts, separated by semicolons, in their parentheses.
var quantifiers = map[string]bool{
	`\forall`: true, `\exists`: true, `\sum`: true, `\product`: true, `\max`: true, `\min`: true, `\num_of`: true,
	`\choose`: true, `\let`: true, `\lblpos`: true, `\lblneg`: true, `\lbl`: true,
}

func (p *parser) postfix(n *node) *node {
	for p.err == nil {
		t := p.peek()
		switch {
		case t.is("."):
			p.next()
			name := p.peek()
			if name.kind != tokIdent && !name.is("*") {
				p.expected(`a name after "."`)
				return n
			}
			p.next()
			n = &node{kind: nodeField, text: name.text, args: []*node{n}, start: n.start, end: name.end, first: p.outer(n), last: p.at}
		case t.is("("):
			if n.paren || n.kind != nodeName && n.kind != nodeField {
				return n
			}
			first := p.outer(n)
			p.next()
			args := []*node{n}
			for p.err == nil && !p.peek().is(")") {
				if len(args) > 1 {
					if !p.accept(",") {
						p.expected(`"," or ")"`)
						break
					}
				}
				args = append(args, p.expression())
			}
			p.expect(")")
			n = &node{kind: nodeCall, args: args, start: n.start, end: p.toks[p.at-1].end, first: first, last: p.at}
		case t.is("["):
			if part := p.elementPart(); part != "" && (n.kind == nodeName || n.kind == nodeField || n.kind == nodeCall || n.kind == nodeElement) {
				n = &node{kind: nodeElement, text: part, args: []*node{n}, start: n.start, end: p.toks[p.at-1].end, first: p.outer(n), last: p.at}
				continue
			}
			p.group()
			n = p.foreign(n, "an array element")
		default:
			return n
		}
	}
	return n
}

// typeName skips a type: names, points, type arguments, brackets.
func (p *parser) typeName() {
	if p.peek().kind != tokIdent {
		p.expected("a type")
		return
	}
	p.next()
	angle := 0
	for {
		t := p.peek()
		switch {
		case t.is("<"):
			angle++
		case t.is(">") && angle > 0:
			angle--
		case t.is(">>") && angle > 1:
			angle -= 2
		case t.is("."), angle > 0 && (t.is(",") || t.is("?") || t.is("&")):
		case t.kind == tokIdent && (angle > 0 || p.toks[p.at-1].is(".")):
		case t.is("["):
			p.group()
			if p.err != nil {
				return
			}
			continue
		default:
			if angle > 0 {
				p.expected(`">"`)
			}
			return
		}
		p.next()
	}
}

// group skips a bracketed group, from its opening to its closing bracket.
func (p *parser) group() {
	open := p.peek()
	var closers []string
	for {
		t := p.peek()
		switch {
		case t.is("("):
			closers = append(closers, ")")
		case t.is("["):
			closers = append(closers, "]")
		case t.is("{"):
			closers = append(closers, "}")
		case t.is(")") || t.is("]") || t.is("}"):
			if closers[len(closers)-1] != t.text {
				p.expected(`"` + closers[len(closers)-1] + `"`)
				return
			}
			closers = closers[:len(closers)-1]
		case t.kind == tokEOF:
			p.fail(open.start, `no "%s" closes this "%s"`, closers[len(closers)-1], open.text)
			return
		case t.kind == tokBad:
			p.expected("an expression")
			return
		}
		p.next()
		if len(closers) == 0 {
			return
		}
	}
}
