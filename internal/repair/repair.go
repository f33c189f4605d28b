package repair

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/source"
)

// Kind is a kind of repair. Rules name theirs.
type Kind struct {
	Name  string // by which a finding's Site knows it
	Title string // what it does, as an imperative: "use the string itself"
	edit  func(p *place) error
}

var kinds = map[string]*Kind{}

// kind makes a kind known by its name.
func kind(name, title string, edit func(p *place) error) *Kind {
	k := &Kind{name, title, edit}
	kinds[name] = k
	return k
}

// File is a Java source file with the classes that were compiled from it.
type File struct {
	text       []byte
	root       *source.Node
	calls      []call
	compiled   map[lineCall]bool // of calls
	lines      []int             // offset of each line's first byte
	newline    string
	declared   map[string]bool           // names of variables that the file declares
	variables  map[string][]*source.Node // their declarations
	read       map[string]bool           // names of fields that instructions read
	conditions map[*source.Node]outcomes
	words      map[string]bool // all identifiers
	names      Names
	added      map[string]string // declarations of fields that repairs add, by name
}

// asciiEscape is a Unicode escape of a character that can be syntax: Java replaces it before it reads the text, the grammar does not.
var asciiEscape = compiled(`\\u+00(?:0[9a-dA-D]|[2-7])`)

// textEscape is one that means the same inside a literal: of no quotation mark, backslash, line end or digit of an octal escape (JLS 3.3, 3.10.7).
var textEscape = compiled(`^\\u+00(?:0[9bBcC]|2[013-6a-fA-F89]|3[89a-fA-F]|[46][0-9a-fA-F]|[57][0-9abd-fABD-F])`)

// commentEscape is one that means the same inside a comment: of nothing that may end it, and of no backslash.
var commentEscape = compiled(`^\\u+00(?:0[9bBcC]|2[0-9b-eB-E]|[3467][0-9a-fA-F]|5[0-9abd-fABD-F])`)

// syntaxEscape reports whether the text has a Unicode escape that may be more than a character of a literal or a comment.
func (f *File) syntaxEscape() bool {
	character := map[int]bool{} // starts of escapes in literals and comments that only stand for a character
	f.root.Walk(func(n *source.Node) bool {
		harmless := textEscape
		switch {
		case n.Comment():
			harmless = commentEscape
		case n.Type != "string_literal" && n.Type != "character_literal":
			return true
		}
		for _, at := range asciiEscape().FindAllIndex(f.text[n.Start:n.End], -1) {
			character[n.Start+at[0]] = harmless().Match(f.text[n.Start+at[0] : n.End])
		}
		return false
	})
	for _, at := range asciiEscape().FindAllIndex(f.text, -1) {
		if !character[at[0]] {
			return true
		}
	}
	return false
}

// generatedBy are comments above the first type by which generators tell people not to edit a source.
var generatedBy = compiled(`(?i)@generated\b|\bdo not (?:edit|modify|change)\b`)

// generatedHeader is a comment to the same effect at the start of the file.
var generatedHeader = compiled(`(?i)\b(?:auto-?)?generated (?:automatically )?(?:by|from|using)\b`)

// generated reports whether the source says that a program wrote it: in a comment above its first type, or by an annotation of a type.
func (f *File) generated() bool {
	for i, n := range f.root.Children {
		switch {
		case n.Comment():
			if generatedBy().MatchString(f.str(n)) || i == 0 && generatedHeader().MatchString(f.str(n)) {
				return true
			}
		case strings.HasSuffix(n.Type, "_declaration") && n.Type != "package_declaration" && n.Type != "import_declaration":
			for _, m := range n.Children {
				if m.Type == "modifiers" && slices.ContainsFunc(m.Children, func(a *source.Node) bool {
					name := a.Child("name")
					return name != nil && (f.str(name) == "Generated" || strings.HasSuffix(f.str(name), ".Generated"))
				}) {
					return true
				}
			}
			return false
		}
	}
	return false
}

// Names are names that a source file does not declare itself.
type Names struct {
	Field     func(name string) bool // a class of the file may have or inherit a field of the name
	Inherited func(name string) bool // a class of the file may inherit a member type of the simple name
	Package   func(name string) bool // the package of the file has a class of the simple name
}

// NewFile reads a source file and the calls in its classes. The error is why no repair in the file is certain.
func NewFile(text []byte, classes []*classfile.Class, names Names) (*File, error) {
	switch {
	case !utf8.Valid(text):
		return nil, errors.New("the source is not in UTF-8")
	case bytes.Contains(bytes.ReplaceAll(text, []byte("\r\n"), nil), []byte("\r")):
		return nil, errors.New("lines of the source end in a carriage return alone")
	}
	root, err := source.Tree(text)
	if err != nil {
		return nil, fmt.Errorf("the source cannot be read: %w", err)
	}
	calls, read := readCalls(classes)
	f := &File{text: text, root: root, calls: calls, read: read, compiled: map[lineCall]bool{}, lines: []int{0}, newline: "\n", declared: map[string]bool{}, variables: map[string][]*source.Node{}, conditions: map[*source.Node]outcomes{}, words: map[string]bool{}, names: names, added: map[string]string{}}
	if f.syntaxEscape() {
		return nil, errors.New("the source has Unicode escapes of ASCII characters outside of literals and comments, or of quotation marks, backslashes or digits")
	}
	if f.generated() {
		return nil, errors.New("the source is generated: a repair would be lost")
	}
	for _, c := range f.calls {
		f.compiled[lineCall{c.line, c.called.Name}] = true
	}
	for i, c := range text {
		if c == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	if len(f.lines) > 1 && f.lines[1] > 1 && text[f.lines[1]-2] == '\r' {
		f.newline = "\r\n"
	}
	root.Walk(func(n *source.Node) bool {
		if n.Type == "identifier" || n.Type == "type_identifier" {
			f.words[f.str(n)] = true
			if n.Field == "name" && declaresVariable[n.Parent.Type] || n.Parent.Type == "inferred_parameters" || n.Parent.Type == "lambda_expression" && n.Field == "parameters" {
				f.declared[f.str(n)] = true
				f.variables[f.str(n)] = append(f.variables[f.str(n)], n.Parent)
			}
		}
		return true
	})
	return f, nil
}

// declaresVariable are nodes whose name is that of a variable.
var declaresVariable = map[string]bool{
	"variable_declarator": true, "formal_parameter": true, "catch_formal_parameter": true, "enhanced_for_statement": true, "resource": true,
	"instanceof_expression": true,
}

// Fix returns the repair of a finding, or why there is none that is certain.
func (f *File) Fix(x *finding.Finding) (*finding.Fix, error) {
	k := kinds[x.Site.Repair]
	if k == nil {
		return nil, fmt.Errorf("there is no repair of the name %s", x.Site.Repair)
	}
	if x.Site.Refusal != "" {
		return nil, errors.New(x.Site.Refusal)
	}
	n, err := f.expression(x)
	if err != nil {
		return nil, err
	}
	p := &place{File: f, site: x.Site, node: n}
	if err := k.edit(p); err != nil {
		return nil, err
	}
	start, end := around(n, member(n), p.edits)
	if err := f.apart(member(n), start, end); err != nil {
		return nil, err
	}
	slices.SortStableFunc(p.edits, func(a, b finding.Edit) int { return a.Start - b.Start })
	return f.fix(k.Title, p.edits), nil
}

// place is the expression that a repair is to change.
type place struct {
	*File
	site  *finding.Site
	node  *source.Node
	edits []finding.Edit
}

// replace replaces a range of the text.
func (p *place) replace(start, end int, text string) {
	p.edits = append(p.edits, p.edit(start, end, text))
}

// str returns the text of a node.
func (f *File) str(n *source.Node) string { return string(f.text[n.Start:n.End]) }

// refuse is a reason why a repair is not certain.
func refuse(format string, args ...any) error { return fmt.Errorf(format, args...) }

// indentation returns the blanks at the beginning of the line of an offset.
func (f *File) indentation(offset int) string {
	rest := string(f.text[f.lines[f.line(offset)-1]:offset])
	return rest[:len(rest)-len(strings.TrimLeft(rest, " \t"))]
}
