package source

// open is an open bracket inside code.
type open struct {
	text string
	new  bool // the arguments of an object creation: a brace behind them is a class body
	do   bool // the block of a do statement: the while behind it is no loop
}

// code reads statements and expressions up to the token that ends them: the brace that closes the one at the
// cursor ("}"), the semicolon that ends a field (";"), or the parenthesis that closes arguments already open (")").
// The cursor is then behind it. Local and anonymous classes and lambdas become declarations, loops are noted.
func (r *javaReader) code(class, end string) {
	if r.depth++; r.depth > maxNesting {
		for r.more() && r.cur() != end {
			r.at++
		}
		r.depth--
		return
	}
	defer func() { r.depth-- }()
	var stack []open
	if end == ")" {
		stack = append(stack, open{text: "("})
	}
	newType := false // between new and its arguments
	doDepths := []int{}
	for r.more() {
		i := r.at
		t := r.cur()
		if name, ok := r.typeKeyword(i); ok {
			r.typeDecl(class+"$", name)
			continue
		}
		switch t {
		case "new":
			newType = true
		case "(", "[", "{":
			if t == "{" && r.text(i-1) == "->" && (len(stack) > 0 || end != "}") && !r.switchRule(i-1) {
				r.lambda(class, i-1)
				continue
			}
			if t == "[" || t == "{" {
				stack = append(stack, open{text: t, do: t == "{" && r.text(i-1) == "do"})
				if t == "{" {
					newType = false
				}
				break
			}
			stack = append(stack, open{text: t, new: newType})
			newType = false
		case ")", "]", "}":
			if len(stack) == 0 { // the field's class ends without a semicolon
				return
			}
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			r.at++
			if top.new && t == ")" && r.cur() == "{" {
				r.typeBody(class+"$", false, nil)
			}
			if len(stack) == 0 && end != ";" {
				return
			}
			if top.do && r.cur() == "while" {
				r.at++
			}
			continue
		case ";":
			if len(stack) == 0 && end == ";" {
				r.at++
				return
			}
			newType = false
			if n := len(doDepths); n > 0 && doDepths[n-1] == len(stack) && r.text(i+1) == "while" {
				doDepths = doDepths[:n-1]
				r.at++ // its while
			}
		case "for", "while", "do":
			if !r.toks[i].word || r.text(i-1) == "." {
				break
			}
			if t == "do" && r.text(i+1) != "{" {
				doDepths = append(doDepths, len(stack))
			}
			r.out.loops = append(r.out.loops, loop{start: r.start(r.labels(i)), keyword: r.start(i)})
		}
		r.at++
	}
}

// labels returns the index of the first label before the statement at i, or i.
func (r *javaReader) labels(i int) int {
	for r.text(i-1) == ":" && r.word(i-2) && r.text(i-2) != "default" {
		switch r.text(i - 3) {
		case "{", "}", ";", ":", ")", "else", "do", "->":
			i -= 2
		default:
			return i
		}
	}
	return i
}

// switchRule reports whether the arrow at i belongs to a case, not to a lambda.
func (r *javaReader) switchRule(i int) bool {
	depth := 0
	for i--; i >= 0; i-- {
		switch r.text(i) {
		case ")", "]":
			depth++
		case "(", "[":
			if depth--; depth < 0 {
				return false
			}
		case "case", "default":
			if depth == 0 {
				return true
			}
		case "{", "}", ";":
			if depth == 0 {
				return false
			}
		case "->", "=", "return":
			if depth == 0 {
				return false
			}
		}
	}
	return false
}

// lambda reads a lambda whose arrow is at the index and whose block starts at the cursor.
func (r *javaReader) lambda(class string, arrow int) {
	first := arrow - 1
	if r.text(first) == ")" {
		first = int(r.partner[first])
	}
	r.body(decl{class: class, name: lambda, start: r.start(max(first, 0))})
}
