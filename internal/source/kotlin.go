package source

import "strings"

// readKotlin finds the functions and loops of a Kotlin file by brackets and keywords. Functions have no class:
// they are matched with class files by name and lines, since one file becomes several classes.
func readKotlin(text []byte) *syntax {
	toks, comments := scan(text, true)
	r := kotlinReader{newJavaReader(toks)}
	r.out.comments = comments
	r.file()
	return r.out
}

type kotlinReader struct{ javaReader }

var kotlinModifiers = map[string]bool{
	"public": true, "private": true, "protected": true, "internal": true, "open": true, "abstract": true, "final": true,
	"override": true, "inline": true, "suspend": true, "tailrec": true, "operator": true, "infix": true, "external": true,
	"actual": true, "expect": true, "lateinit": true, "noinline": true, "crossinline": true, "data": true, "sealed": true,
	"enum": true, "inner": true, "annotation": true, "companion": true, "const": true, "value": true,
}

func (r *kotlinReader) file() {
	var do []int // depths of braces that a do opened
	depth := 0
	for r.at = 0; r.more(); r.at++ {
		i := r.at
		t := r.toks[i]
		switch t.text {
		case "{":
			depth++
			if r.text(i-1) == "do" {
				do = append(do, depth)
			}
		case "}":
			if n := len(do); n > 0 && do[n-1] == depth {
				do = do[:n-1]
				if r.text(i+1) == "while" {
					r.at++
				}
			}
			depth--
		}
		if !t.word {
			continue
		}
		switch t.text {
		case "package":
			if r.out.pkg == "" && depth == 0 {
				r.out.pkg = r.dotted(i + 1)
			}
		case "fun":
			r.function(i)
		case "constructor", "init":
			if next := r.text(i + 1); t.text == "init" && next == "{" || t.text == "constructor" && next == "(" {
				r.constructor(i)
			}
		case "for", "while", "do":
			if next := r.text(i + 1); next == "(" || t.text == "do" && next == "{" {
				start := i
				if r.text(i-1) == "@" && r.word(i-2) { // label@ for
					start = i - 2
				}
				r.out.loops = append(r.out.loops, loop{r.start(start), r.start(i)})
			}
		}
	}
}

func (r *kotlinReader) dotted(i int) string {
	var b strings.Builder
	for ; r.word(i); i += 2 {
		b.WriteString(r.text(i))
		if r.text(i+1) != "." {
			break
		}
		b.WriteByte('.')
	}
	return b.String()
}

// first goes back over the modifiers and annotations before the token.
func (r *kotlinReader) first(i int) int {
	for i > 0 {
		switch {
		case kotlinModifiers[r.text(i-1)]:
			i--
		case r.word(i-1) && r.text(i-2) == "@":
			i -= 2
		case r.text(i-1) == ")":
			j := int(r.partner[i-1])
			for j--; r.word(j) && r.text(j-1) == "."; j -= 2 {
			}
			if !r.word(j) || r.text(j-1) != "@" {
				return i
			}
			i = j - 1
		default:
			return i
		}
	}
	return i
}

// function notes the function whose keyword is at i; its body is read by the caller.
func (r *kotlinReader) function(i int) {
	j := i + 1
	if r.text(j) == "<" {
		j = r.angles(j)
	}
	name := ""
	for end := j + maxTypeTokens; j < end && (r.word(j) || r.text(j) == "." || r.text(j) == "?" || r.text(j) == "<"); {
		if r.text(j) == "<" { // a receiver's type arguments
			j = r.angles(j)
			continue
		}
		if r.word(j) {
			name = r.text(j)
		}
		j++
	}
	if r.text(j) != "(" {
		return // a type or a lambda: fun interface, fun (x)
	}
	if name == "" {
		name = lambda
	}
	r.note(i, j, name)
}

func (r *kotlinReader) constructor(i int) {
	if r.text(i) == "init" {
		close := r.closing(i + 1)
		r.out.decls = append(r.out.decls, decl{name: initBlock, start: r.start(i), body: r.start(i + 1), end: r.end(close)})
		return
	}
	r.note(i, i+1, "<init>")
}

// note adds the declaration whose keyword is at i and whose parameters open at j.
func (r *kotlinReader) note(i, j int, name string) {
	close := r.closing(j)
	d := decl{name: name, params: r.kotlinParams(j+1, close), start: r.start(r.first(i))}
	k := close + 1
	// The body is a block, or an expression behind "=", or missing: the next declaration or brace ends it.
	for ; r.more() && k < len(r.toks); k++ {
		t := r.text(k)
		if t == "{" {
			d.body, d.end = r.start(k), r.end(r.closing(k))
			break
		}
		if t == "(" || t == "[" {
			k = r.closing(k)
			continue
		}
		if t == "=" || t == "}" || t == "fun" || kotlinDeclares[t] {
			d.body, d.end = r.start(k), r.end(k-1)
			if t == "=" {
				d.end = r.expressionEnd(k)
			} else {
				d.body = d.end
			}
			break
		}
	}
	if d.end == 0 {
		d.body, d.end = r.end(close), r.end(close)
	}
	d.body = max(d.start, d.body)
	d.end = max(d.body, d.end)
	r.out.decls = append(r.out.decls, d)
}

var kotlinDeclares = map[string]bool{"val": true, "var": true, "class": true, "interface": true, "object": true, "typealias": true}

// expressionEnd is the offset behind an expression body that starts at the "=": up to a declaration or a brace that
// closes what is around.
func (r *kotlinReader) expressionEnd(k int) int {
	for k++; k < len(r.toks); k++ {
		switch t := r.text(k); {
		case t == "(" || t == "[" || t == "{":
			k = r.closing(k)
		case t == "}" || t == "fun" || t == "constructor" || kotlinDeclares[t] && t != "object" || kotlinModifiers[t] && !r.word(k-1) && t != "value":
			return r.end(k - 1)
		}
	}
	return r.end(k - 1)
}

// kotlinParams reads name: Type pairs.
func (r *kotlinReader) kotlinParams(from, to int) []param {
	var ps []param
	depth := 0
	for i := from; i < to; i++ {
		switch t := r.text(i); {
		case t == "(" || t == "[" || t == "{":
			i = r.closing(i)
		case t == "<":
			depth++
		case t == ">":
			depth--
		case t == ":" && depth == 0 && r.word(i-1):
			ps = append(ps, param{r.dotted(i + 1), r.text(i - 1)})
		}
	}
	return ps
}
