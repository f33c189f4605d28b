package library

import (
	"errors"
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/tomlline"
	"github.com/energylint/energylint/models/formula"
)

// fileText is what a file of library models says.
type fileText struct {
	Methods []methodText `toml:"method"`
}

type methodText struct {
	Method       string         `toml:"method"`
	MadeBy       string         `toml:"made_by"`
	Also         []string       `toml:"also"`
	Case         string         `toml:"case"`
	Cost         []itemText     `toml:"cost"`
	Callbacks    []callbackText `toml:"callbacks"`
	Returns      string         `toml:"returns"`
	ResultSize   string         `toml:"result_size"`
	ReceiverSize string         `toml:"receiver_size"`
	Closed       bool           `toml:"closed"`
	Basis        string         `toml:"basis"`
}

type itemText struct {
	Pattern []string `toml:"pattern"`
	Count   string   `toml:"count"`
}

type callbackText struct {
	On     string `toml:"on"`
	Method string `toml:"method"`
	Count  string `toml:"count"`
}

func parse(file string, data []byte) ([]*Entry, error) {
	var text fileText
	if err := tomlline.Decode(file, data, &text); err != nil {
		return nil, err
	}
	lines := tomlline.NewIndex(data)
	var entries []*Entry
	var errs []error
	for i, m := range text.Methods {
		fail := func(key, format string, args ...any) {
			errs = append(errs, &tomlline.Error{File: file, Line: lines.Line("method", i, key), Text: fmt.Sprintf(format, args...)})
		}
		entries = append(entries, m.entries(file, lines.Line("method", i, ""), fail)...)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return entries, nil
}

// entries converts one [[method]] table: an entry for the method and one for each class that it is named for, too.
func (m *methodText) entries(file string, line int, fail func(key, format string, args ...any)) []*Entry {
	e := m.entry(fail)
	e.File, e.Line = file, line
	entries := []*Entry{e}
	for _, owner := range m.Also {
		other := *e
		other.Closed = false
		other.Case = Expected // whatever else implements it may cost more
		other.Basis = "as of " + strings.ReplaceAll(e.Class, "/", ".") + ": " + e.Basis
		other.Class = strings.ReplaceAll(owner, ".", "/")
		if !validClass(other.Class) {
			fail("also", "%q is not a class name", owner)
		}
		entries = append(entries, &other)
	}
	return entries
}

// entry converts one [[method]] table; fail records what is wrong with which key.
func (m *methodText) entry(fail func(key, format string, args ...any)) *Entry {
	e := &Entry{Basis: strings.TrimSpace(m.Basis), Closed: m.Closed}
	var err error
	if e.Class, e.Name, e.Descriptor, err = splitMethod(m.Method); err != nil {
		fail("method", "%v", err)
	}
	arguments := 255
	if e.Descriptor != "*" {
		arguments = countArguments(e.Descriptor)
	}
	if m.MadeBy != "" {
		arguments = m.function(e, fail)
	}
	count := func(key, text string) formula.Expr {
		x, err := formula.Parse(text)
		if err != nil {
			fail(key, "%v", err)
			return nil
		}
		for _, s := range formula.Symbols(x) {
			if m.MadeBy != "" {
				fail(key, "formula %q: the cost of a function that made_by makes has no sizes, expected a number", text)
			}
			if s.Argument >= arguments {
				fail(key, "formula %q: the method has %d arguments, so there is no %s", text, arguments, s)
			}
			if s.Argument == formula.Result && !(s.Measure == formula.CollectionSize && strings.Contains(e.Descriptor, ")Ljava/util/stream/")) {
				fail(key, "formula %q: result has no size before the call", text)
			}
		}
		return x
	}
	switch m.Case {
	case "worst":
	case "expected":
		e.Case = Expected
	default:
		fail("case", `unknown case %q: expected "worst" or "expected"`, m.Case)
	}
	if e.Basis == "" {
		fail("basis", "%s has no basis: say where the numbers come from", m.Method)
	}
	for _, item := range m.Cost {
		id, err := parsePattern(item.Pattern)
		if err != nil {
			fail("cost", "%v", err)
			continue
		}
		if x := count("cost", item.Count); x != nil {
			e.Cost = append(e.Cost, Item{id, x})
		}
	}
	for _, c := range m.Callbacks {
		on, result, ok := m.callbackOn(c.On)
		if !ok || on >= arguments {
			fail("callbacks", "callback on %q: expected this or one of the arguments", c.On)
			continue
		}
		class, method := callbackClass(c.Method)
		if open := strings.IndexByte(method, '('); open <= 0 || strings.HasPrefix(c.Method, ".") || countArguments(method[open:]) < 0 {
			fail("callbacks", "callback %q: expected a name and a descriptor, apply(Ljava/lang/Object;)Ljava/lang/Object;", c.Method)
			continue
		}
		if x := count("callbacks", c.Count); x != nil {
			e.Callbacks = append(e.Callbacks, Callback{on, result, class, method, x})
		}
	}
	for _, effect := range []struct {
		key, text string
		to        *formula.Expr
	}{
		{"returns", m.Returns, &e.Returns}, {"result_size", m.ResultSize, &e.ResultSize},
		{"receiver_size", m.ReceiverSize, &e.ReceiverSize},
	} {
		if effect.key == "receiver_size" && effect.text == "unknown" {
			e.ReceiverUnknown = true
			continue
		}
		if effect.text != "" {
			*effect.to = count(effect.key, effect.text)
		}
	}
	return e
}

// callbackOn reads what a callback is called on: this, an argument or, in the model of a function, what an argument returns and what
// the function is called with.
func (m *methodText) callbackOn(text string) (argument int, result, ok bool) {
	if m.MadeBy != "" && text == "element" {
		return Element, false, true
	}
	text, result = strings.CutSuffix(text, ".result")
	x, err := formula.Parse(text)
	s, ok := x.(formula.Symbol)
	return s.Argument, result, err == nil && ok && s.Measure == formula.Value && s.Argument != formula.Result && (!result || m.MadeBy != "")
}

// function makes the entry that of the function that MadeBy returns, and returns how many arguments that has.
func (m *methodText) function(e *Entry, fail func(key, format string, args ...any)) int {
	class, name, descriptor, err := splitMethod(m.MadeBy)
	switch {
	case err != nil:
		fail("made_by", "%v", err)
	case descriptor == "*" || e.Descriptor == "*":
		fail("made_by", "%s and the method that it makes need descriptors", m.MadeBy)
	case len(m.Also) > 0 || m.Returns+m.ResultSize+m.ReceiverSize != "":
		fail("made_by", "a function that made_by makes has no also and no sizes")
	default:
		parameters, _, _ := strings.Cut(descriptor, ")")
		e.Class, e.Name = class, name+parameters+")."+e.Name
		return countArguments(descriptor)
	}
	return 0
}

func parsePattern(names []string) (pattern.ID, error) {
	if len(names) != 3 {
		return 0, fmt.Errorf(`a pattern has three names, ["Array load", "int", "Load"], "-" where there is none, not %q`, names)
	}
	id, err := pattern.Parse(names[0], names[1], names[2])
	if err != nil {
		var known []string
		for _, o := range pattern.Operations() {
			known = append(known, o.String())
		}
		if near := tomlline.Nearest(names[0], known); near != "" && near != names[0] {
			err = fmt.Errorf("%w; did you mean %q?", err, near)
		}
		return 0, err
	}
	if id.Operation() == pattern.NoOperation {
		return 0, fmt.Errorf("a pattern needs an operation")
	}
	return id, nil
}

// splitMethod reads java.util.HashMap.get, java/util/HashMap.get(Ljava/lang/Object;)Ljava/lang/Object; or the
// first with (*) in place of the parameters.
func splitMethod(s string) (class, name, descriptor string, err error) {
	descriptor = "*"
	if open := strings.IndexByte(s, '('); open >= 0 {
		s, descriptor = s[:open], s[open:]
		if descriptor == "(*)" {
			descriptor = "*"
		} else if countArguments(descriptor) < 0 {
			return "", "", "", fmt.Errorf("%q is not a method descriptor: expected one such as (Ljava/lang/Object;I)V", descriptor)
		}
	}
	dot := strings.LastIndexByte(s, '.')
	if dot <= 0 || dot == len(s)-1 || !validClass(strings.ReplaceAll(s[:dot], ".", "/")) {
		return "", "", "", fmt.Errorf("%q is not a method: expected its class and name, java.util.HashMap.get", s)
	}
	return strings.ReplaceAll(s[:dot], ".", "/"), s[dot+1:], descriptor, nil
}

// validClass reports whether s is the name of a class, or of an array of one as Java writes it.
func validClass(s string) bool {
	s = strings.TrimSuffix(s, "[]")
	return s != "" && !strings.ContainsAny(s, ".;[( \t") && !strings.HasPrefix(s, "/") && !strings.HasSuffix(s, "/") && !strings.Contains(s, "//")
}

// countArguments returns the number of parameters of a method descriptor, -1 if it is none (JVMS 4.3.3).
func countArguments(d string) int {
	rest, ok := strings.CutPrefix(d, "(")
	if !ok {
		return -1
	}
	n := 0
	for !strings.HasPrefix(rest, ")") {
		if rest, ok = cutField(rest); !ok {
			return -1
		}
		n++
	}
	rest = rest[1:]
	if rest == "V" {
		return n
	}
	if rest, ok = cutField(rest); !ok || rest != "" {
		return -1
	}
	return n
}

// cutField returns what follows the field descriptor that s begins with.
func cutField(s string) (string, bool) {
	s = strings.TrimLeft(s, "[")
	if s == "" {
		return "", false
	}
	switch s[0] {
	case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z':
		return s[1:], true
	case 'L':
		if end := strings.IndexByte(s, ';'); end > 1 {
			return s[end+1:], true
		}
	}
	return "", false
}

// callbackClass splits the class off a callback's method that names one: java/util/Collection.iterator()Ljava/util/Iterator;.
func callbackClass(text string) (class, method string) {
	name, _, _ := strings.Cut(text, "(")
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return "", text
	}
	return strings.ReplaceAll(name[:dot], ".", "/"), text[dot+1:]
}
