package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// comparison counts the methods of an input by how two reports differ on them, and keeps the first differences.
type comparison struct {
	show                               int
	same, reasons, values, gone, added int
	differences                        []string // of values, then of nothing but reasons
	reasonTexts                        []string
}

// identity names a method: a class may be in a program more than once, and then n counts its copies.
type identity struct {
	class, name, desc string
	n                 int
}

func (k identity) String() string {
	text := k.class + "." + k.name + k.desc
	if k.n > 0 {
		text += fmt.Sprintf(" (copy %d)", k.n+1)
	}
	return text
}

// compare compares two reports. It reads both at once, and holds only methods that one report has and the other has not
// come to: none, where the order is the same.
func (c *comparison) compare(where string, base, head io.Reader) error {
	sides := [2]*report{newReport(base), newReport(head)}
	waiting := [2]map[identity]json.RawMessage{{}, {}}
	for done := [2]bool{}; !done[0] || !done[1]; {
		for i, r := range sides {
			if done[i] {
				continue
			}
			k, data, err := r.next()
			if errors.Is(err, io.EOF) {
				done[i] = true
				continue
			} else if err != nil {
				return fmt.Errorf("the report of the %s revision: %w", []string{"first", "second"}[i], err)
			}
			other, ok := waiting[1-i][k]
			if !ok {
				waiting[i][k] = data
				continue
			}
			delete(waiting[1-i], k)
			if i == 0 {
				c.method(where, k.String(), data, other)
			} else {
				c.method(where, k.String(), other, data)
			}
		}
	}
	c.heads(where, sides[0].head, sides[1].head)
	c.rest(where, waiting)
	return nil
}

// heads compares what reports say of all methods together.
func (c *comparison) heads(where string, base, head map[string]json.RawMessage) {
	b, _ := json.Marshal(base)
	h, _ := json.Marshal(head)
	if !bytes.Equal(b, h) {
		c.method(where, "the report's head", b, h)
	}
}

// rest counts the methods that only one report has.
func (c *comparison) rest(where string, waiting [2]map[identity]json.RawMessage) {
	c.gone += len(waiting[0])
	c.added += len(waiting[1])
	for i, text := range []string{"is only in the first revision's report", "is only in the second revision's report"} {
		for _, k := range slices.SortedFunc(maps.Keys(waiting[i]), func(a, b identity) int { return cmp.Compare(a.String(), b.String()) }) {
			c.note(&c.differences, where, k.String(), text)
		}
	}
}

// failed counts a program of which at least one revision had no report.
func (c *comparison) failed(where string, failures [2]string) {
	if failures[0] == failures[1] {
		c.same++
		return
	}
	c.values++
	c.note(&c.differences, where, "energylint methods", fmt.Sprintf("%s -> %s", orWorks(failures[0]), orWorks(failures[1])))
}

func orWorks(failure string) string {
	if failure == "" {
		return "writes a report"
	}
	return failure
}

// method compares what two reports say of one method.
func (c *comparison) method(where, name string, base, head json.RawMessage) {
	if bytes.Equal(base, head) {
		c.same++
		return
	}
	var x, y any
	if decode(base, &x) != nil || decode(head, &y) != nil { // they were decoded before
		c.values++
		c.note(&c.differences, where, name, "is no JSON")
		return
	}
	d := difference{}
	d.compare("", x, y)
	switch {
	case len(d.values) > 0:
		c.values++
		c.note(&c.differences, where, name, d.values...)
	case len(d.reasons) > 0:
		c.reasons++
		c.note(&c.reasonTexts, where, name, d.reasons...)
	default: // the order of fields, white space
		c.same++
	}
}

// maxLines is how many differences of one method are printed.
const maxLines = 6

func (c *comparison) note(to *[]string, where, name string, lines ...string) {
	if len(*to) >= c.show {
		return
	}
	if where != "" {
		name = where + ": " + name
	}
	if len(lines) > maxLines {
		lines = append(lines[:maxLines:maxLines], fmt.Sprintf("and %d more", len(lines)-maxLines))
	}
	*to = append(*to, name+"\n    "+strings.Join(lines, "\n    "))
}

// decode decodes JSON with its numbers as they are written.
func decode(data []byte, to *any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return d.Decode(to)
}

// difference lists the fields in which two methods differ.
type difference struct{ values, reasons []string }

// compare compares two JSON values. field is where they stand, with the numbers of list elements.
func (d *difference) compare(field string, x, y any) {
	if reflect.DeepEqual(x, y) {
		return
	}
	switch x := x.(type) {
	case map[string]any:
		if y, ok := y.(map[string]any); ok {
			d.objects(field, x, y)
			return
		}
	case []any:
		if y, ok := y.([]any); ok && len(x) == len(y) && !isReason(field) {
			for i := range x {
				d.compare(fmt.Sprintf("%s[%d]", field, i), x[i], y[i])
			}
			return
		}
	}
	line := shorten(field, x, y)
	if isReason(field) && isEmpty(x) == isEmpty(y) {
		d.reasons = append(d.reasons, line)
	} else {
		d.values = append(d.values, line)
	}
}

func (d *difference) objects(field string, x, y map[string]any) {
	names := maps.Clone(x)
	maps.Copy(names, y)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		d.compare(strings.TrimPrefix(field+"."+name, "."), x[name], y[name])
	}
}

// isReason reports whether a field has texts that explain why there is no bound. Their presence and the number of
// other entries are values; what they say is not.
func isReason(field string) bool {
	return field == "reasons" || strings.HasPrefix(field, "loops[") && strings.HasSuffix(field, "].reason")
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case string:
		return v == ""
	}
	return v == nil
}

// maxText is how much of a value is printed.
const maxText = 120

// shorten writes two values of a field, long ones from shortly before the place where they begin to differ.
func shorten(field string, x, y any) string {
	a, b := text(x), text(y)
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := 0
	if max(len(a), len(b)) > maxText {
		from = max(0, i-20)
	}
	return fmt.Sprintf("%s: %s -> %s", field, part(a, from), part(b, from))
}

func part(s string, from int) string {
	to := min(len(s), from+maxText)
	out := s[min(from, to):to]
	if from > 0 {
		out = "..." + out
	}
	if to < len(s) {
		out += "..."
	}
	return strings.ToValidUTF8(out, "?")
}

func text(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}

// report reads a report method by method.
type report struct {
	d        *json.Decoder
	head     map[string]json.RawMessage // all but the methods
	seen     map[identity]int
	begun    bool
	inMethod bool
}

func newReport(r io.Reader) *report {
	return &report{d: json.NewDecoder(bufio.NewReaderSize(r, 1<<20)), head: map[string]json.RawMessage{}, seen: map[identity]int{}}
}

// next returns the next method, and io.EOF behind the last one: then head is complete.
func (r *report) next() (identity, json.RawMessage, error) {
	if !r.begun {
		r.begun = true
		if err := r.expect('{'); err != nil {
			return identity{}, nil, err
		}
	}
	for {
		if r.inMethod {
			if r.d.More() {
				return r.method()
			}
			r.inMethod = false
			if err := r.expect(']'); err != nil {
				return identity{}, nil, err
			}
		}
		if !r.d.More() {
			if err := r.expect('}'); err != nil {
				return identity{}, nil, err
			}
			return identity{}, nil, io.EOF
		}
		name, err := r.d.Token()
		if err != nil {
			return identity{}, nil, unexpected(err)
		}
		if name == "methods" {
			r.inMethod = true
			if err := r.expect('['); err != nil {
				return identity{}, nil, err
			}
			continue
		}
		var value json.RawMessage
		if err := r.d.Decode(&value); err != nil {
			return identity{}, nil, unexpected(err)
		}
		r.head[fmt.Sprint(name)] = value
	}
}

func (r *report) method() (identity, json.RawMessage, error) {
	var data json.RawMessage
	if err := r.d.Decode(&data); err != nil {
		return identity{}, nil, unexpected(err)
	}
	var m struct{ Class, Name, Descriptor string }
	if err := json.Unmarshal(data, &m); err != nil {
		return identity{}, nil, err
	}
	k := identity{m.Class, m.Name, m.Descriptor, 0}
	n := r.seen[k]
	r.seen[k]++
	k.n = n
	return k, data, nil
}

func (r *report) expect(want json.Delim) error {
	got, err := r.d.Token()
	if err != nil {
		return unexpected(err)
	}
	if got != want {
		return fmt.Errorf("expected %v, not %v, at byte %d", want, got, r.d.InputOffset())
	}
	return nil
}

// unexpected is the error of a report that ends too early: io.EOF is that of one which is complete.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
