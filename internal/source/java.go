package source

import (
	"slices"
	"strings"
)

// readJava is the reader without a grammar: it follows brackets and keywords, and knows just enough Java to find
// declarations and loops. It reads every file, also one with syntax that is newer than it.
func readJava(text []byte) *syntax {
	toks, comments := scan(text, false)
	r := newJavaReader(toks)
	r.out.comments = comments
	r.unit()
	return r.out
}

type javaReader struct {
	toks    []tok
	partner []int32 // of a bracket: the index of the one that belongs to it, -1 where there is none
	at      int
	depth   int
	out     *syntax
}

func newJavaReader(toks []tok) javaReader {
	return javaReader{toks: toks, partner: partners(toks), out: &syntax{}}
}

// partners pairs brackets, whatever their kind: in wrong code any bracket closes the last one that is open.
func partners(toks []tok) []int32 {
	partner := make([]int32, len(toks))
	var open []int32
	for i, t := range toks {
		partner[i] = -1
		switch t.text {
		case "(", "[", "{":
			open = append(open, int32(i))
		case ")", "]", "}":
			if n := len(open); n > 0 {
				partner[i], partner[open[n-1]] = open[n-1], int32(i)
				open = open[:n-1]
			}
		}
	}
	return partner
}

// maxTypeTokens bounds how far a type's arguments or a name are followed, so that no text is read again and again.
const maxTypeTokens = 1000

// maxNesting bounds recursion; deeper code is skipped by brackets.
const maxNesting = 500

func (r *javaReader) text(i int) string {
	if i < 0 || i >= len(r.toks) {
		return ""
	}
	return r.toks[i].text
}

func (r *javaReader) cur() string { return r.text(r.at) }
func (r *javaReader) more() bool  { return r.at < len(r.toks) }
func (r *javaReader) word(i int) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].word
}

// start and end are offsets in the file of the token i, or of the file's end.
func (r *javaReader) start(i int) int {
	if i >= len(r.toks) {
		return r.end(len(r.toks) - 1)
	}
	return r.toks[i].start
}

func (r *javaReader) end(i int) int {
	if i = min(i, len(r.toks)-1); i < 0 {
		return 0
	}
	return r.toks[i].end
}

func (r *javaReader) unit() {
	if i := r.at; r.cur() == "package" || r.cur() == "@" {
		r.modifiers()
		if r.cur() != "package" {
			r.at = i
		} else {
			var b strings.Builder
			for r.at++; r.more() && r.cur() != ";"; r.at++ {
				b.WriteString(r.cur())
			}
			r.out.pkg = b.String()
		}
	}
	for r.more() {
		at := r.at
		switch r.cur() {
		case "import":
			for r.more() && r.cur() != ";" {
				r.at++
			}
		case ";", "}":
			r.at++
		default:
			r.member("", nil)
		}
		if r.at == at {
			r.at++
		}
	}
}

// closing returns the index of the bracket that closes the one at i, or the end of the file.
func (r *javaReader) closing(i int) int {
	for ; i < len(r.toks); i++ {
		switch r.toks[i].text {
		case "(", "[", "{":
			if p := r.partner[i]; p >= 0 {
				return int(p)
			}
			return len(r.toks)
		case ")", "]", "}":
			return i
		}
	}
	return len(r.toks)
}

// angles returns the index behind the type arguments or parameters that start at i.
func (r *javaReader) angles(i int) int {
	depth := 0
	for end := min(len(r.toks), i+maxTypeTokens); i < end; i++ {
		switch r.toks[i].text {
		case "<":
			depth++
		case ">":
			if depth--; depth <= 0 {
				return i + 1
			}
		case "(", "{", ";":
			if r.toks[i].text == "(" && r.toks[i-1].word { // an annotation's arguments
				i = r.closing(i)
				continue
			}
			return i
		}
	}
	return i
}

var javaModifiers = map[string]bool{
	"public": true, "protected": true, "private": true, "static": true, "abstract": true, "final": true, "native": true,
	"synchronized": true, "transient": true, "volatile": true, "strictfp": true, "default": true, "sealed": true,
}

// modifiers skips modifiers and annotations; static reports whether one is static.
func (r *javaReader) modifiers() (static bool) {
	for r.more() {
		switch {
		case r.cur() == "@" && r.text(r.at+1) != "interface":
			for r.at += 2; r.cur() == "."; r.at += 2 {
			}
			if r.cur() == "(" {
				r.at = r.closing(r.at) + 1
			}
		case javaModifiers[r.cur()]:
			if r.cur() == "sealed" && !r.word(r.at+1) {
				return static
			}
			static = static || r.cur() == "static"
			r.at++
		case r.cur() == "non" && r.text(r.at+1) == "-" && r.text(r.at+2) == "sealed":
			r.at += 3
		default:
			return static
		}
	}
	return static
}

// typeKeyword reports whether a type declaration starts at i, and where its name is.
func (r *javaReader) typeKeyword(i int) (name int, ok bool) {
	if r.text(i-1) == "." || !r.word(i) && r.text(i) != "@" {
		return 0, false
	}
	switch r.text(i) {
	case "@":
		return i + 2, r.text(i+1) == "interface" && r.word(i+2)
	case "class", "interface", "enum":
		return i + 1, r.word(i + 1)
	case "record":
		return i + 1, r.word(i+1) && (r.text(i+2) == "(" || r.text(i+2) == "<")
	}
	return 0, false
}

// member reads one member of the class, or a top-level type.
func (r *javaReader) member(class string, record []param) {
	first := r.at
	static := r.modifiers()
	if name, ok := r.typeKeyword(r.at); ok {
		r.typeDecl(class, name)
		return
	}
	if r.cur() == "{" {
		name := initBlock
		if static {
			name = "<clinit>"
		}
		r.body(decl{class: class, name: name, start: r.start(first)})
		return
	}
	if r.cur() == "<" {
		r.at = r.angles(r.at)
	}
	if r.word(r.at) && (r.text(r.at+1) == "(" || r.text(r.at+1) == "{") {
		d := decl{class: class, name: "<init>", start: r.start(first), params: record}
		if r.at++; r.cur() == "(" {
			close := r.closing(r.at)
			d.params = r.params(r.at+1, close)
			r.at = close + 1
		}
		r.header()
		r.body(d)
		return
	}
	// A method has a name before its first parenthesis; a field ends or is initialised before one.
	for r.more() {
		switch r.cur() {
		case "(":
			d := decl{class: class, name: r.text(r.at - 1), start: r.start(first)}
			close := r.closing(r.at)
			d.params = r.params(r.at+1, close)
			r.at = close + 1
			r.header()
			r.body(d)
			return
		case "=", ";", "}", "{":
			r.code(class, ";")
			return
		case "<":
			r.at = r.angles(r.at)
		case "@":
			r.modifiers()
		default:
			r.at++
		}
	}
}

// header goes to the brace or semicolon that ends a method's header.
func (r *javaReader) header() {
	for r.more() && r.cur() != "{" && r.cur() != ";" && r.cur() != "}" {
		if r.cur() == "@" || r.cur() == "default" && r.text(r.at+1) != "{" {
			r.modifiers()
			continue
		}
		r.at++
	}
	// The default of an annotation's element may be an array in braces.
	if r.text(r.at-1) == "default" && r.cur() == "{" {
		r.at = r.closing(r.at) + 1
	}
}

func (r *javaReader) body(d decl) {
	d.body = r.start(r.at)
	i := len(r.out.decls)
	r.out.decls = append(r.out.decls, d)
	if r.cur() == "{" {
		r.code(d.class, "}")
	} else if r.cur() == ";" {
		r.at++
	}
	r.out.decls[i].end = max(d.body, r.end(r.at-1)) // a stray bracket may have ended the header
}

// params reads a parameter list between two token indices.
func (r *javaReader) params(from, to int) []param {
	var ps []param
	for i := from; i < to; {
		end, depth := i, 0
		for ; end < to; end++ {
			switch r.text(end) {
			case "(":
				end = r.closing(end)
				continue
			case "<":
				depth++
			case ">":
				depth--
			}
			if depth == 0 && r.text(end) == "," {
				break
			}
		}
		if p, ok := r.param(i, end); ok {
			ps = append(ps, p)
		}
		i = end + 1
	}
	return ps
}

func (r *javaReader) param(from, to int) (param, bool) {
	last, dims, dots := "", 0, 0
	var words []string
	for i := from; i < to; i++ {
		switch t := r.text(i); {
		case t == "@":
			for i++; r.text(i+1) == "." && i+2 < to; i += 2 {
			}
			if r.text(i+1) == "(" {
				i = r.closing(i + 1)
			}
		case t == "<":
			i = r.angles(i) - 1
		case t == "[":
			dims++
		case t == ".":
			if dots++; dots == 3 { // int... is int[]
				dims++
			}
			continue
		case r.word(i) && t != "final":
			words = append(words, t)
			if r.text(i-1) == "." && len(words) > 1 && dots < 3 { // a qualified name: keep its last part
				words = slices.Delete(words, len(words)-2, len(words)-1)
			}
		}
		dots = dots * btoi(r.text(i) == ".")
	}
	if len(words) < 2 {
		return param{}, false
	}
	last = words[len(words)-1]
	return param{words[len(words)-2] + strings.Repeat("[]", dims), last}, last != "this"
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// typeDecl reads a type declaration whose name is at the index.
func (r *javaReader) typeDecl(outer string, name int) {
	class := r.text(name)
	if outer != "" {
		class = outer + "$" + class
	}
	enum := r.text(name-1) == "enum"
	r.at = name + 1
	if r.cur() == "<" {
		r.at = r.angles(r.at)
	}
	var record []param
	if r.cur() == "(" {
		close := r.closing(r.at)
		record = r.params(r.at+1, close)
		r.at = close + 1
	}
	for r.more() && r.cur() != "{" && r.cur() != ";" && r.cur() != "}" {
		r.at++
	}
	r.typeBody(class, enum, record)
}

func (r *javaReader) typeBody(class string, enum bool, record []param) {
	if r.cur() != "{" {
		return
	}
	if r.depth++; r.depth > maxNesting {
		r.at = r.closing(r.at) + 1
		r.depth--
		return
	}
	r.at++
	if enum {
		r.constants(class)
	}
	for r.more() && r.cur() != "}" {
		at := r.at
		if r.cur() == ";" {
			r.at++
			continue
		}
		r.member(class, record)
		if r.at == at {
			r.at++
		}
	}
	r.at++
	r.depth--
}

// constants reads an enum's constants up to the semicolon behind them, or the end of the enum.
func (r *javaReader) constants(class string) {
	for r.more() && r.cur() != ";" && r.cur() != "}" {
		switch r.cur() {
		case "@":
			r.modifiers()
		case "(":
			r.at++
			r.code(class, ")")
		case "{":
			r.typeBody(class+"$", false, nil)
		default:
			r.at++
		}
	}
}
