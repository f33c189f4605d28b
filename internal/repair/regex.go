package repair

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/source"
)

// Facts that PatternField asks for.
const (
	PlainText        = "replace does what replaceAll does"
	InitializesAlone = "no code of a class above runs before the initializer of the class"
	KeepsForm        = "a class initializer changes no serial version"
)

// PatternField compiles a constant regular expression once, in a field, or replaces replaceAll of plain text by replace. Text is the
// regular expression.
var PatternField = kind("PatternField", "compile the pattern once", func(p *place) error {
	if p.site.Facts[PlainText] {
		return p.plainReplace()
	}
	if !wellFormed(p.site.Text) {
		return refuse("the regular expression is no constant, or of a form that is not known to be valid")
	}
	name, args, of := p.site.Call.Name, arguments(p.node), p.node.Child("object")
	regex := 0
	if len(args) == 0 || of == nil {
		return refuse("the call is of another form")
	}
	switch text, ok := p.literalText(args[regex]); {
	case !ok:
		return refuse("the regular expression is not written as a literal at its use")
	case text != p.site.Text:
		return errOtherText
	}
	class := p.site.Call.Class == "java/util/regex/Pattern"
	field := func() (string, error) { return p.patternField(p.str(args[regex])) }
	switch {
	case loses(p.node, append(args, of)...):
		return errComment
	case class && name == "compile" && onlyCalls(p.node) != nil:
		return onlyCalls(p.node)
	case class && name == "compile" && len(args) == 1:
		f, err := field()
		if err == nil {
			p.replace(p.node.Start, p.node.End, f)
		}
		return err
	case class && name == "matches" && len(args) == 2:
		f, err := field()
		if err == nil {
			p.replace(p.node.Start, p.node.End, f+".matcher("+p.str(args[1])+").matches()")
		}
		return err
	case class:
		return refuse("the pattern has flags")
	}
	for _, a := range args[1:] {
		// The string is tested for null before the other arguments are evaluated.
		if !p.pure(a) {
			return refuse("an argument is an expression that may have an effect")
		}
		if strip(a).Type == "null_literal" {
			return refuse("null may be the argument of several methods of a Matcher")
		}
	}
	f, err := field()
	if err != nil {
		return err
	}
	rest := ""
	for _, a := range args[1:] {
		rest += ", " + p.str(a)
	}
	text := fmt.Sprintf("%s.matcher(%s).%s(%s)", f, p.str(of), name, strings.TrimPrefix(rest, ", "))
	if name == "split" {
		text = fmt.Sprintf("%s.split(%s%s)", f, p.str(of), rest)
	}
	p.replace(p.node.Start, p.node.End, text)
	return nil
})

var errOtherText = refuse("the text is not that of the compiled class: compile again")

// plainReplace gives replaceAll the name of the method that takes plain text.
func (p *place) plainReplace() error {
	if p.site.Call.Name != "replaceAll" || len(arguments(p.node)) != 2 {
		return refuse("the call is of another form")
	}
	if strings.ContainsFunc(p.site.Text, func(c rune) bool { return c > 0xFFFF || c >= 0xD800 && c <= 0xDFFF || c == 0xFFFD }) {
		return refuse("the text has characters outside of the basic plane")
	}
	if text, ok := p.literalText(arguments(p.node)[0]); ok && text != p.site.Text {
		return errOtherText
	}
	if err := p.plainArguments(); err != nil {
		return err
	}
	name := p.node.Child("name")
	p.replace(name.Start, name.End, "replace")
	return nil
}

// plainArguments writes the regular expression and the replacement as the plain texts that they stand for, where those are others.
func (p *place) plainArguments() error {
	for i, plain := range []func(string) (string, bool){PlainExpression, PlainReplacement} {
		a := arguments(p.node)[i]
		text, literal := p.literalText(a)
		switch meant, ok := plain(text); {
		case i == 0 && !literal && strings.ContainsRune(p.site.Text, '\\'):
			return refuse("the regular expression is not written as a literal at its use")
		case !literal:
		case !ok:
			return errOtherText
		case meant == text:
		case len(addends(strip(a))) > 1:
			return refuse("the text is written in several parts")
		case strings.ContainsFunc(meant, func(c rune) bool { return c < ' ' || c > '~' }):
			return refuse("the text has characters that a literal may write by escapes")
		default:
			p.replace(a.Start, a.End, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(meant)+`"`)
		}
	}
	return nil
}

// metacharacters are those that a regular expression does not take for themselves.
const metacharacters = `.$|()[]{}^?*+\`

// PlainExpression returns the text that a regular expression stands for, where it is no more than characters and quoted punctuation.
func PlainExpression(regex string) (text string, ok bool) {
	var b strings.Builder
	quoted := false
	for _, c := range regex {
		switch {
		case quoted && (c >= 0x80 || c == '_' || c <= ' ' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'):
			return "", false
		case quoted || !strings.ContainsRune(metacharacters, c):
			b.WriteRune(c)
			quoted = false
		case c == '\\':
			quoted = true
		default:
			return "", false
		}
	}
	return b.String(), regex != "" && !quoted
}

// PlainReplacement returns the text that a replacement of a Matcher stands for, where it names no group.
func PlainReplacement(replacement string) (text string, ok bool) {
	var b strings.Builder
	quoted := false
	for _, c := range replacement {
		switch {
		case quoted || c != '\\' && c != '$':
			b.WriteRune(c)
			quoted = false
		case c == '\\':
			quoted = true
		default:
			return "", false
		}
	}
	return b.String(), !quoted
}

// compiled returns a function that compiles an expression when it is first called: most runs of the program repair nothing.
func compiled(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// validPattern are regular expressions of parts that java.util.regex and this program's check read alike.
var validPattern = compiled(`^(?:[^\\\[\](){}*+?|^$#&\x00-\x1f\x{D800}-\x{FFFF}]|\\[dDsSwWbB\\.\[\](){}*+?|^$/\-:,;'"=@#&!tnr]|\[\^?(?:[^\\\[\]^&\-\x00-\x1f]|\\[dDsSwW\\.\[\](){}*+?|^$/\-:,;'"=@#&!tnr]|[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9])+-?\]|\((?:\?:)?|\)|\{[0-9]{1,3}(?:,(?:[0-9]{1,3})?)?\}|[*+?|^$&#])+$`)

// repeatsNothing are repetitions of what is no character: they mean something else in java.util.regex.
var repeatsNothing = compiled(`(?:[\^$|(]|\\[bB])[*+?{]`)

// javaOnly are parts of regular expressions that java.util.regex has and this program's check does not, and what is checked in their place: flags
// at the start, lookaheads, line breaks, properties, and possessive quantifiers.
var javaOnly = []struct {
	part func() *regexp.Regexp
	as   string
}{
	{compiled(`^\(\?[ims]{1,3}\)`), ""},
	{compiled(`\(\?[=!]`), "(?:"},
	{compiled(`\\[pP]\{(?:L[ulo]?|M[n]?|N[d]?|P|S|Z|Lower|Upper|ASCII|Alpha|Digit|Alnum|Punct|Graph|Print|Blank|Cntrl|XDigit|Space|InCombiningDiacriticalMarks)\}`), `\d`},
	{compiled(`([*+?}])\+`), "$1"},
}

// repeatsQuantifier are repetitions of what has a possessive or reluctant quantifier.
var repeatsQuantifier = compiled(`[*+?}](?:\+[*+?{]|\?\+)`)

// wellFormed reports whether java.util.regex certainly accepts a regular expression.
func wellFormed(expr string) bool {
	if expr == "" {
		return false
	}
	expr = strings.ReplaceAll(expr, `\\`, `\-`) // two backslashes begin no escape of what follows; this is another character that stands for itself
	if repeatsQuantifier().MatchString(expr) {
		return false
	}
	for _, j := range javaOnly {
		expr = j.part().ReplaceAllString(expr, j.as)
	}
	if !validPattern().MatchString(expr) || repeatsNothing().MatchString(strings.ReplaceAll(expr, "(?:", "(")) {
		return false
	}
	_, err := syntax.Parse(expr, syntax.Perl)
	return err == nil
}

// patternField adds a field with a pattern to the class around the expression, and returns its name. It is the first of the class:
// no other initializer runs before its own.
func (p *place) patternField(regex string) (string, error) {
	body, err := p.fieldsOf(p.node)
	if err != nil {
		return "", err
	}
	typ, err := p.importOf("java.util.regex", "Pattern")
	if err != nil {
		return "", err
	}
	if strings.Contains(regex, "\n") {
		return "", refuse("the regular expression is written over several lines")
	}
	declaration := func(name string) string {
		return "private static final " + typ + " " + name + " = " + typ + ".compile(" + regex + ");"
	}
	name := ""
	for i := 1; name == ""; i++ {
		if i > 1000 {
			return "", refuse("there is no name left for a field")
		}
		n := "PATTERN"
		if i > 1 {
			n = fmt.Sprint("PATTERN_", i)
		}
		if declared, used := p.added[n]; used && declared == declaration(n) || !used && !p.words[n] && !p.names.Field(n) {
			name = n
		}
	}
	p.added[name] = declaration(name)
	at, indent := p.behindBrace(body), p.indentation(body.Start)+"    "
	if c := body.NamedChildren(); len(c) > 0 && p.line(c[0].Start) > p.line(body.Start) {
		indent = p.indentation(c[0].Start)
	}
	p.replace(at, at, p.newline+indent+declaration(name))
	return name, nil
}

// fieldsOf returns the body of the class to which a static field for an expression can be added.
func (p *place) fieldsOf(n *source.Node) (*source.Node, error) {
	for ; n != nil; n = n.Parent {
		switch n.Type {
		case "class_body":
			class := n.Parent
			if class.Type != "class_declaration" {
				return nil, refuse("the class has no name")
			}
			switch {
			case class.Parent.Type != "program" && !p.staticNested(class) && p.site.Version < java16:
				return nil, refuse("an inner class has no static fields before Java 16")
			case !p.site.Facts[InitializesAlone]:
				return nil, refuse("code of an interface or class above may run before the field is set")
			case !p.site.Facts[KeepsForm]:
				return nil, refuse("a class initializer would change the serial version of the class")
			}
			if c := n.NamedChildren(); len(c) > 0 && p.line(c[0].Start) == p.line(n.Start) {
				return nil, refuse("the class is written in one line")
			}
			return n, nil
		case "enum_body", "interface_body", "annotation_type_body", "record_declaration":
			return nil, refuse("the expression is not in a class")
		}
	}
	return nil, refuse("the expression is not in a class")
}

// java16 is the version of class files since which every class may have static members.
const java16 = 60

// staticNested reports whether a class is a static member of classes that are.
func (f *File) staticNested(class *source.Node) bool {
	if class.Parent.Type != "class_body" || class.Parent.Parent.Type != "class_declaration" {
		return false
	}
	for _, c := range class.Children {
		if c.Type == "modifiers" && slices.Contains(strings.Fields(f.str(c)), "static") {
			outer := class.Parent.Parent
			return outer.Parent.Type == "program" || f.staticNested(outer)
		}
	}
	return false
}
