// Package methodpattern matches methods by patterns as they are written in the configuration:
//
//	com.acme.Codec.encode                 every overload
//	com.acme.Codec.encode(byte[], int)    one of them; types by simple or full name
//	com.acme.Codec.<init>                 constructors, <clinit> the static initialiser
//	com.acme.Outer.Inner.run              nested classes, also Outer$Inner
//	com.acme.*.run, com.acme.**           * within one name, ** across dots
//	**.Codec.enc*
//
// A pattern without ** covers exactly as many names as it has. Generic types are erased; int... is int[].
package methodpattern

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/energylint/energylint/internal/classfile"
)

// Pattern matches methods. It is safe for concurrent use.
type Pattern struct {
	text    string
	literal string // beginning of the class name up to the first glob, dots for dollars and slashes
	whole   *regexp.Regexp
	exact   bool // no glob: literal is the entire name
	suffix  bool // the beginning of the class name may be missing
	params  []string
	any     bool // no parameter list: every overload
	matched atomic.Bool
}

// Compile parses a pattern. The error says what is wrong with it.
func Compile(text string) (*Pattern, error) {
	p := &Pattern{text: text, any: true}
	s := strings.TrimSpace(text)
	if form := otherForm(s); form != "" {
		return nil, fmt.Errorf("method pattern %q: %s", text, form)
	}
	if i := strings.IndexByte(s, '('); i >= 0 {
		if !strings.HasSuffix(s, ")") {
			return nil, fmt.Errorf("method pattern %q: the parameter list does not end with \")\"", text)
		}
		list, err := splitTypes(s[i+1 : len(s)-1])
		if err != nil {
			return nil, fmt.Errorf("method pattern %q: %w", text, err)
		}
		p.any, p.params, s = false, list, strings.TrimSpace(s[:i])
	}
	if strings.ContainsRune(s, '#') { // Javadoc's form, Codec#encode
		s = strings.Replace(s, "#", ".", 1)
	}
	if i := strings.LastIndexByte(s, '/'); i > strings.LastIndexByte(s, '.') { // that of a class file, a/Codec/encode
		s = s[:i] + "." + s[i+1:]
	}
	if i := strings.LastIndexByte(s, '.'); i >= 0 { // a method's name keeps its dollars: lambda$main$0
		s = normal(s[:i]) + s[i:]
	}
	if s == "" || strings.HasPrefix(s, ".") || strings.HasSuffix(s, ".") || strings.Contains(s, "..") {
		return nil, fmt.Errorf("method pattern %q: expected names between dots, as in com.acme.Codec.encode", text)
	}
	if !strings.Contains(s, ".") && !strings.Contains(s, "**") {
		return nil, fmt.Errorf("method pattern %q: expected a class and a method, as in com.acme.Codec.%s, or **.%s for every class", text, s, s)
	}
	for _, name := range strings.Split(s, ".") {
		if strings.ContainsAny(name, " \t()[]{},;:/\\?!\"'") || strings.Contains(name, "***") {
			return nil, fmt.Errorf("method pattern %q: %q is no name and no glob (* within a name, ** across dots)", text, name)
		}
		if strings.ContainsAny(name, "<>") && name != "<init>" && name != "<clinit>" {
			return nil, fmt.Errorf("method pattern %q: %q is no name; constructors are <init>, and types are written without type arguments", text, name)
		}
	}
	i := strings.IndexByte(s, '*')
	if i < 0 {
		p.exact, p.literal = true, s
		return p, nil
	}
	p.literal = s[:i]
	re, err := regexp.Compile("(?s)^(?:" + globRegexp(s) + ")$")
	if err != nil {
		return nil, fmt.Errorf("method pattern %q: %w", text, err)
	}
	p.whole = re
	return p, nil
}

// CompileSuffix parses a pattern whose package, or the beginning of it, may be missing, as people write on a command line:
// Codec.encode matches com.acme.Codec.encode. Params and errors are those of Compile.
func CompileSuffix(text string) (*Pattern, error) {
	p, err := Compile(text)
	if err != nil {
		return nil, err
	}
	p.suffix = true
	if !p.exact {
		p.literal = ""
		p.whole, err = regexp.Compile(`(?s)^(?:.*\.)?` + strings.TrimPrefix(p.whole.String(), "(?s)^"))
	}
	return p, err
}

// globRegexp translates * to a part of a name and ** to parts of several names.
func globRegexp(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "**"):
			b.WriteString(".*")
			i++
		case s[i] == '*':
			b.WriteString(`[^.]*`)
		default:
			b.WriteString(regexp.QuoteMeta(s[i : i+1]))
		}
	}
	return b.String()
}

// normal writes a class name with dots only, so that Outer$Inner, Outer.Inner and their internal form are one.
// A dollar at the beginning or the end of a name belongs to the name.
func normal(s string) string {
	if strings.IndexByte(s, '/') < 0 && strings.IndexByte(s, '$') < 0 {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if c == '/' || c == '$' && i > 0 && i < len(b)-1 && b[i-1] != '.' && b[i-1] != '/' && b[i+1] != '.' && b[i+1] != '$' && b[i-1] != '$' {
			b[i] = '.'
		}
	}
	return string(b)
}

// splitTypes splits a parameter list at its commas and erases type arguments.
func splitTypes(s string) ([]string, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, nil
	}
	var types []string
	var b strings.Builder
	depth := 0
	flush := func() error {
		t := strings.ReplaceAll(strings.Join(strings.Fields(b.String()), ""), "...", "[]")
		words := strings.Fields(b.String())
		b.Reset()
		if n := len(words); n > 1 && !strings.ContainsAny(words[n-1][:1], "[.") {
			return fmt.Errorf("%q is more than a type: parameters have no names here, as in encode(byte[], int)", strings.Join(words, " "))
		}
		if base := strings.TrimRight(t, "[]"); base == "" || strings.ContainsAny(base, "()[]<>;:") {
			return fmt.Errorf("%q is no parameter type, as in encode(byte[], int)", t)
		}
		types = append(types, normal(t))
		return nil
	}
	for _, r := range s {
		switch {
		case r == '<':
			depth++
		case r == '>':
			depth--
			if depth < 0 {
				return nil, fmt.Errorf("\">\" without \"<\" in the parameter list")
			}
		case depth > 0:
		case r == ',':
			if err := flush(); err != nil {
				return nil, err
			}
		default:
			b.WriteRune(r)
		}
	}
	if depth > 0 {
		return nil, fmt.Errorf("\"<\" without \">\" in the parameter list")
	}
	return types, flush()
}

// String returns the pattern as it was written.
func (p *Pattern) String() string { return p.text }

// Params returns the types of the parameter list as they are written, dots for dollars; known is false where the
// pattern has none and means every overload.
func (p *Pattern) Params() (types []string, known bool) { return slices.Clone(p.params), !p.any }

// Match reports whether the method is meant, by the internal name of its class, its name and its descriptor, and
// remembers that the pattern matched something.
func (p *Pattern) Match(class, name, desc string) bool {
	if !p.match(class, name, desc) {
		return false
	}
	if !p.matched.Load() { // a plain load does not bounce the cache line between threads
		p.matched.Store(true)
	}
	return true
}

// Matched reports whether Match ever returned true.
func (p *Pattern) Matched() bool { return p.matched.Load() }

func (p *Pattern) match(class, name, desc string) bool {
	if p.exact {
		// Compare from behind and without building the name: nearly every method fails here at once.
		rest, ok := strings.CutSuffix(p.literal, name)
		if !ok || !strings.HasSuffix(rest, ".") || !p.classFits(rest[:len(rest)-1], class) {
			return false
		}
	} else {
		if !prefixFits(p.literal, class) || !p.whole.MatchString(normal(class)+"."+name) {
			return false
		}
	}
	return p.any || p.paramsMatch(desc)
}

// MayMatchIn reports whether a method of the class with the internal name may be meant, of whose methods nothing is known.
func (p *Pattern) MayMatchIn(class string) bool {
	text, _, _ := strings.Cut(p.text, "(")
	text = strings.TrimSpace(text)
	name := strings.ReplaceAll(text[strings.LastIndexAny(text, ".#/")+1:], "*", "") // each glob matches the empty text
	if p.exact {
		return p.classFits(strings.TrimSuffix(p.literal, "."+name), class)
	}
	return p.whole.MatchString(normal(class) + "." + name)
}

// classFits compares a normal name without globs with an internal one, or with its end.
func (p *Pattern) classFits(want, class string) bool {
	if more := len(class) - len(want); more > 0 && p.suffix && (class[more-1] == '/' || class[more-1] == '$') {
		class = class[more:]
	}
	return len(want) == len(class) && sameClass(want, class)
}

// sameClass compares a normal name with an internal one of the same length.
func sameClass(want, class string) bool {
	for i := range len(want) {
		if want[i] != class[i] && (want[i] != '.' || class[i] != '/' && class[i] != '$') {
			return false
		}
	}
	return true
}

// prefixFits is a cheap necessary condition: the names agree as far as both go.
func prefixFits(literal, class string) bool {
	n := min(len(literal), len(class))
	return sameClass(literal[:n], class[:n])
}

func (p *Pattern) paramsMatch(desc string) bool {
	i, ok := 0, true
	classfile.EachParam(desc, func(t string) {
		if ok = ok && i < len(p.params) && sameType(p.params[i], t); ok {
			i++
		}
	})
	return ok && i == len(p.params)
}

// sameType compares a type as written, full or simple, with a descriptor.
func sameType(want, desc string) bool {
	have := normal(classfile.JavaType(desc))
	return want == "*" || have == want || strings.HasSuffix(have, want) && have[len(have)-len(want)-1] == '.'
}

// CompileSymbol compiles a pattern of symbols, as in *.size(): * stands for any characters but dots and ** for any.
func CompileSymbol(text string) (*Symbol, error) {
	s := unspaced(strings.TrimSpace(text))
	if s == "" || strings.ContainsAny(s, "\t<>=;") {
		return nil, fmt.Errorf("symbol %q: expected the name of a size or a call, as in n, names.size(), *.size() or it.next()", text)
	}
	re, err := regexp.Compile("(?s)^(?:" + globRegexp(s) + ")$")
	if err != nil {
		return nil, fmt.Errorf("symbol %q: %w", text, err)
	}
	return &Symbol{text: s, re: re}, nil
}

// unspaced leaves out the spaces between the parameters of a call.
func unspaced(s string) string { return strings.ReplaceAll(s, ", ", ",") }

// Symbol matches the names of sizes and calls. It is safe for concurrent use.
type Symbol struct {
	text    string
	re      *regexp.Regexp
	matched atomic.Bool
}

// String returns the pattern as it was written.
func (s *Symbol) String() string { return s.text }

// MayBeCall reports whether the pattern can match the name of a call, such as it.next().
func (s *Symbol) MayBeCall() bool { return strings.ContainsAny(s.text, "(*") }

// Match reports whether the symbol is meant, and remembers that it was. A first * covers a whole path too: *.size()
// is the size of this.cache.names as well.
func (s *Symbol) Match(symbol string) bool {
	ok := s.Fits(symbol)
	if ok && !s.matched.Load() {
		s.matched.Store(true)
	}
	return ok
}

// Fits is Match without remembering.
func (s *Symbol) Fits(symbol string) bool {
	symbol = unspaced(symbol)
	if s.text == symbol || s.re.MatchString(symbol) {
		return true
	}
	return strings.HasPrefix(s.text, "*.") && strings.HasSuffix(symbol, s.text[1:]) && strings.IndexByte(s.text[1:], '*') < 0
}

// Matched reports whether Match ever returned true.
func (s *Symbol) Matched() bool { return s.matched.Load() }
