package source

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/energylint/energylint/internal/spec"
)

// syntax is what a reader finds in one file: the same for the tree-sitter reader and for the fallback.
type syntax struct {
	pkg      string
	decls    []decl
	loops    []loop
	comments []span
}

// span is a range of bytes.
type span struct{ start, end int }

// decl is a method, a constructor, an initialiser, or a lambda with a block.
type decl struct {
	class  string // binary name without the package, Outer$Inner; anonymous classes end in "$"
	name   string // <init>, <clinit>; initBlock and lambda for what has no name
	params []param
	start  int // first token, modifiers included
	body   int // the brace of the body, or what ends a declaration without one
	end    int // behind the last token
}

// Names of declarations without one.
const (
	initBlock = "{}" // instance initialisers: part of every constructor
	lambda    = "->"
)

// param is a parameter: its erased simple type (List, int[], Entry) and its name.
type param struct{ typ, name string }

// loop is a loop statement: its first token (a label) and its keyword.
type loop struct{ start, keyword int }

// file is a source file that has been read.
type file struct {
	path    string
	text    []byte
	lines   []int // offset of each line's first byte
	err     error
	methods []*method
	// orphans are problems that belong to no method.
	orphans []spec.Problem
	// unmarked are budgets in comments that are no specifications.
	unmarked []spec.Problem
	pkg      string

	lastColumn columnAt
}

// method is a declaration with what is specified of it.
type method struct {
	decl
	first, last int // lines
	head        int // line of the body's beginning
	spec        spec.MethodSpec
	problems    []spec.Problem
	matched     atomic.Bool // a class file has the method
}

func (f *file) line(offset int) int {
	return sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset })
}

// column counts characters, from 1. Behind the last offset that it was asked for in the same line it goes on from there.
func (f *file) column(offset int) int {
	from, column := f.lines[f.line(offset)-1], 1
	if l := f.lastColumn; l.offset >= from && l.offset <= offset && l.column > 0 {
		from, column = l.offset, l.column
	}
	column += utf8.RuneCount(f.text[from:offset])
	f.lastColumn = columnAt{offset, column}
	return column
}

// columnAt is the column of an offset.
type columnAt struct{ offset, column int }

func lineStarts(text []byte) []int {
	lines := []int{0}
	for i, c := range text {
		if c == '\n' {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// attach parses the JML comments of a file and gives their clauses to the loop or the declaration that they stand
// before.
func (f *file) attach(s *syntax) {
	f.pkg = s.pkg
	f.lines = lineStarts(f.text)
	sort.SliceStable(s.decls, func(i, j int) bool { return s.decls[i].start < s.decls[j].start })
	for _, d := range s.decls {
		f.methods = append(f.methods, &method{decl: d, first: f.line(d.start), head: f.line(d.body), last: f.line(max(d.start, d.end-1))})
	}
	loops := map[int]loop{}
	for _, l := range s.loops {
		loops[l.start] = l
	}
	around := sweep{methods: f.methods}
	// Comments before the same token are one specification.
	for i := 0; i < len(s.comments); {
		next := skipBlank(f.text, s.comments[i].end)
		var frags []spec.Fragment
		for ; i < len(s.comments) && s.comments[i].start < next; i++ {
			frags = append(frags, f.fragments(s.comments[i])...)
		}
		if len(frags) == 0 {
			continue
		}
		clauses, problems := spec.ParseClauses(f.path, frags)
		if l, ok := loops[next]; ok {
			m := around.enclosing(next)
			loopSpec, more := spec.LoopFromClauses(f.line(l.keyword), clauses)
			if m == nil {
				f.orphans = append(append(f.orphans, problems...), more...)
				continue
			}
			m.problems = append(append(m.problems, problems...), more...)
			if len(clauses) > len(more) {
				m.spec.Loops = append(m.spec.Loops, loopSpec)
			}
			continue
		}
		if m := around.declaredAt(next); m != nil {
			ms, more := spec.MethodFromClauses(clauses)
			m.spec.Merge(ms)
			m.problems = append(append(m.problems, problems...), more...)
			continue
		}
		for _, c := range clauses {
			if c.Kind != spec.Also && c.Kind != spec.Assume {
				problems = append(problems, spec.Problem{Origin: c.Origin, Message: c.Keyword + " stands before neither a method nor a loop, so it has no effect"})
			}
		}
		f.orphans = append(f.orphans, problems...)
	}
}

// sweep finds the declarations around offsets that come in ascending order.
type sweep struct {
	methods []*method // by their starts
	next    int
	open    []*method // that start before the offset, without those that ended before others started
}

func (s *sweep) to(offset int) {
	for ; s.next < len(s.methods) && s.methods[s.next].start <= offset; s.next++ {
		s.close(s.methods[s.next].start)
		s.open = append(s.open, s.methods[s.next])
	}
	s.close(offset)
}

func (s *sweep) close(offset int) {
	for len(s.open) > 0 && s.open[len(s.open)-1].end < offset {
		s.open = s.open[:len(s.open)-1]
	}
}

// enclosing is the innermost declaration whose body contains the offset.
func (s *sweep) enclosing(offset int) *method {
	s.to(offset)
	for _, m := range slices.Backward(s.open) {
		if m.body <= offset && offset < m.end {
			return m
		}
	}
	return nil
}

// declaredAt is the declaration in whose header the token at the offset stands.
func (s *sweep) declaredAt(offset int) *method {
	s.to(offset)
	for _, m := range slices.Backward(s.open) {
		if m.start <= offset && offset <= m.body && m.name != lambda {
			return m
		}
	}
	return nil
}

// skipBlank returns the offset of the first token at or behind the offset: what is no white space and no comment.
func skipBlank(text []byte, at int) int {
	for at < len(text) {
		switch c := text[at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			at++
		case bytes.HasPrefix(text[at:], []byte("//")):
			at += lineCommentLen(text[at:])
		case bytes.HasPrefix(text[at:], []byte("/*")):
			at += blockCommentLen(text[at:])
		default:
			return at
		}
	}
	return at
}

func lineCommentLen(text []byte) int {
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

func blockCommentLen(text []byte) int {
	if n := bytes.Index(text[2:], []byte("*/")); n >= 0 {
		return n + 4
	}
	return len(text)
}

// fragments returns the lines of a JML comment without its markers, none for other comments (JML reference manual
// 4.4): //@ and /*@ ... @*/, with keys as in //+ENERGY@. A comment with other required keys, or with -ENERGY, is
// for other tools.
func (f *file) fragments(c span) []spec.Fragment {
	text := string(f.text[c.start:c.end])
	body := text[2:]
	if strings.HasPrefix(text, "/*") {
		body = strings.TrimSuffix(body, "*/")
	}
	at, keyed, ok := jmlMarker(body)
	if !ok || strings.HasPrefix(strings.TrimLeft(body[at:], " \t"), "+") {
		f.findUnmarked(c)
	}
	if !ok {
		return nil
	}
	var frags []spec.Fragment
	offset := c.start + 2 + at
	rest := body[at:]
	if strings.HasPrefix(text, "/*") {
		// The end may be written @*/, and the last line's @ is then no text.
		rest = strings.TrimRight(rest, "@")
	}
	for n := 0; ; n++ {
		line, more, found := strings.Cut(rest, "\n")
		skip := 0
		if n > 0 { // further lines may begin with @, after white space
			trimmed := strings.TrimLeft(line, " \t")
			skip = len(line) - len(strings.TrimLeft(trimmed, "@"))
		}
		if t := line[skip:]; strings.TrimSpace(t) != "" {
			frags = append(frags, spec.Fragment{Text: strings.TrimSuffix(t, "\r"), Line: f.line(offset + skip), Col: f.column(offset + skip), Keyed: keyed})
		}
		if !found {
			return frags
		}
		offset += len(line) + 1
		rest = more
	}
}

// jmlMarker reads what follows // or /*: the keys and the @s. at is where the text begins.
func jmlMarker(body string) (at int, keyed, ok bool) {
	required := false
	for at < len(body) && (body[at] == '+' || body[at] == '-') {
		sign := body[at]
		end := at + 1
		for end < len(body) && (body[end] == '_' || body[end] >= '0' && body[end] <= '9' || body[end]|0x20 >= 'a' && body[end]|0x20 <= 'z') {
			end++
		}
		energy := strings.EqualFold(body[at+1:end], "ENERGY")
		switch {
		case end == at+1:
			return 0, false, false
		case sign == '-' && energy:
			return 0, false, false
		case sign == '+':
			required = true
			keyed = keyed || energy
		}
		at = end
	}
	if at >= len(body) || body[at] != '@' || required && !keyed {
		return 0, false, false
	}
	for at < len(body) && body[at] == '@' {
		at++
	}
	return at, keyed, true
}
