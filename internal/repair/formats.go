package repair

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/source"
)

// OnlyAppended is a fact that Concatenate asks for where all parts are constants: the text is appended to a builder, which sees no identity.
const OnlyAppended = "the text is only appended to a builder"

// Concatenate joins the arguments of String.format by +. Parts are the arguments, by the class of the box that is made of a number; NonNull
// says that one is made. Text is the format.
var Concatenate = kind("Concatenate", "concatenate the parts", func(p *place) error {
	args := arguments(p.node)
	format := p.node.Child("object")
	switch p.site.Call.Desc {
	case "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;":
		if len(args) == 0 {
			return refuse("the format is no literal")
		}
		format, args = args[0], args[1:]
	case "([Ljava/lang/Object;)Ljava/lang/String;": // "%s".formatted(s)
	default:
		return refuse("a format with a locale may be written by a formatter of its own")
	}
	if format == nil || format.Type != "string_literal" {
		return refuse("the format is no literal")
	}
	texts, letters, err := p.formatParts(format)
	if err != nil {
		return err
	}
	if err := p.joinable(args, letters); err != nil {
		return err
	}
	if err := onlyCalls(p.node); err != nil {
		return err
	}
	switch {
	case loses(p.node, args...):
		return errComment
	case !p.site.Facts[OnlyAppended] && !slices.ContainsFunc(p.site.Parts, func(o finding.Operand) bool { return !o.Constant }):
		return errConstant
	case len(args) == 0 && texts[0] == "":
		return refuse("the format is empty")
	}
	separator, err := p.lineSeparator(texts)
	if err != nil {
		return err
	}
	text := p.joined(format, args, texts, separator)
	if !standsAlone(p.node) {
		text = "(" + text + ")"
	}
	p.replace(p.node.Start, p.node.End, text)
	return nil
})

// formatParts returns the texts of a format between its conversions, as the literal writes them, and the letters of those.
func (p *place) formatParts(format *source.Node) (texts []string, letters []byte, err error) {
	written := p.str(format)
	if value, ok := p.literalText(format); !ok || value != p.site.Text || strings.Contains(written, `\u`) || strings.Count(written, "%") != strings.Count(value, "%") {
		return nil, nil, refuse("the format is not that of the compiled class, or is written with escapes of characters by number or as a text block")
	}
	text := ""
	for rest := written[1 : len(written)-1]; ; {
		before, after, found := strings.Cut(rest, "%")
		text += before
		if !found {
			return append(texts, text), letters, nil
		}
		switch letter := after[:min(1, len(after))]; letter {
		case "%":
			text += "%"
		case "n":
			text += lineEnd
		case "s", "c", "b":
			texts, letters, text = append(texts, text), append(letters, letter[0]), ""
		case "d":
			return nil, nil, refuse("%%d writes the digits of the language that the system is set to")
		default:
			return nil, nil, refuse("the format has %%%s", letter)
		}
		rest = after[1:]
	}
}

// lineEnd stands for %n in the texts of a format. No source in UTF-8 has that byte.
const lineEnd = "\xff"

// java7 is the version of class files since which System.lineSeparator is there, which Formatter calls for %n.
const java7 = 51

// lineSeparator returns the expression for %n, where the texts of a format have any.
func (p *place) lineSeparator(texts []string) (string, error) {
	switch {
	case !slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, lineEnd) }):
		return "", nil
	case p.site.Version < java7:
		return "", refuse("the class is compiled for a Java before 7, which has no System.lineSeparator for %%n")
	}
	system, err := p.implicit("System")
	return system + ".lineSeparator()", err
}

// joinable returns why concatenation may make another text of the arguments of a format; nil where it makes the same.
func (p *place) joinable(args []*source.Node, letters []byte) error {
	if len(args) != len(letters) || len(args) != len(p.site.Parts) {
		return refuse("the format has %d conversions for %d arguments", len(letters), len(args))
	}
	for i, part := range p.site.Parts {
		switch {
		case typedByContext(args[i]):
			return errByContext
		case args[i].Type == "null_literal" || !appendable[part.Type]:
			return refuse("concatenation may do something else with an argument that is neither a string nor a number")
		case letters[i] == 'b' && !part.NonNull:
			return refuse("%%b writes false for null")
		}
	}
	return nil
}

// declaredText reports whether an expression whose value is a string is one for the compiler, too: not a variable of class Object, say.
func (f *File) declaredText(n *source.Node) bool {
	n = strip(n)
	switch n.Type {
	case "string_literal", "method_invocation":
		return true
	case "cast_expression":
		return f.str(n.Child("type")) == "String"
	case "identifier":
		return f.declaredType(n) == "String"
	}
	return isSum(n)
}

// joined returns the concatenation of the texts of a format, in which an expression takes the place of line ends, and its arguments. It breaks
// lines where they did.
func (p *place) joined(format *source.Node, args []*source.Node, texts []string, separator string) string {
	var b strings.Builder
	written := func(text string) string {
		var parts []string
		for i, t := range strings.Split(text, lineEnd) {
			if i > 0 {
				parts = append(parts, separator)
			}
			if t != "" {
				parts = append(parts, `"`+t+`"`)
			}
		}
		return strings.Join(parts, " + ")
	}
	isText := func(i int) bool {
		return i < len(args) && p.site.Parts[i].Type == stringType && p.declaredText(args[i])
	}
	if len(args) == 0 {
		return written(texts[0])
	}
	added := texts[1] == "" && (len(args) == 1 || !isText(0) && !isText(1)) // without a text, the first + is none, adds numbers, or joins no objects
	switch {
	case texts[0] != "":
		b.WriteString(written(texts[0]))
	case added:
		b.WriteString(`""`)
	}
	last := format
	for i, a := range args {
		plus := " + "
		if between := string(p.text[last.End:a.Start]); strings.Contains(between, "\n") && b.Len() > 0 {
			plus = p.newline + between[strings.LastIndexByte(between, '\n')+1:] + "+ "
		}
		if b.Len() > 0 {
			b.WriteString(plus)
		}
		if primaries[a.Type] || literals[a.Type] {
			b.WriteString(p.str(a))
		} else {
			b.WriteString("(" + p.str(a) + ")")
		}
		if texts[i+1] != "" {
			b.WriteString(" + " + written(texts[i+1]))
		}
		last = a
	}
	return b.String()
}

// numericEscape is an escape in a literal that names a character by its number: it may be any, and a digit behind it may belong to it.
var numericEscape = compiled(`\\[u0-7]`)

// LogParts gives a logger a text with placeholders and the parts of the concatenation that it got. Parts are the operands that are no
// constants.
var LogParts = kind("LogParts", "give the parts to the logger", func(p *place) error {
	args := arguments(p.node)
	switch {
	case p.site.Call.Class != "org/slf4j/Logger":
		return refuse("the logger may have no placeholders, or other ones")
	case p.site.Call.Desc != "(Ljava/lang/String;)V" || len(args) != 1:
		return refuse("the call has more than the text")
	case !isSum(args[0]):
		return refuse("the text is no concatenation")
	}
	operands, types, err := p.operandTypes(args[0])
	if err != nil {
		return err
	}
	text, values := "", []string{}
	for i, o := range operands {
		inside := p.str(o)
		switch {
		case o.Type == "string_literal" && !strings.HasPrefix(inside, `"""`):
			if strings.ContainsAny(inside, "{}") || strings.Contains(inside, `\\`) || numericEscape().MatchString(inside) {
				return refuse("the text has braces or backslashes, which a logger may take for a placeholder, or characters that are written as numbers")
			}
			text += inside[1 : len(inside)-1]
		case literals[o.Type]:
			return refuse("an operand is a literal that is no string")
		case typedByContext(o):
			return errByContext
		case !appendable[types[i]]:
			return refuse("the logger may do something else with an operand that is neither a string nor a number")
		default:
			text, values = text+"{}", append(values, p.str(strip(o)))
		}
	}
	if loses(args[0], operands...) {
		return errComment
	}
	p.replace(args[0].Start, args[0].End, `"`+text+`", `+strings.Join(values, ", "))
	return nil
})
