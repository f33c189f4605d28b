package profile

import "strconv"

// element is one of the tree that the metadata is.
type element struct {
	name       string
	attributes map[string]string
	children   []element
}

// readMetadata reads the classes.
func (c *chunk) readMetadata(at int) error {
	r, kind := c.event(at)
	if r.broken || kind != metadataType {
		return errBroken
	}
	r.number() // when
	r.number() // for how long
	r.number() // its number
	var texts []string
	for range r.count() {
		texts = append(texts, r.text().text)
	}
	root := r.element(texts, 0)
	if r.broken {
		return errBroken
	}
	for _, metadata := range root.children {
		for _, e := range metadata.children {
			id, err := strconv.ParseInt(e.attributes["id"], 10, 64)
			if e.name != "class" || err != nil {
				continue
			}
			t, ok := e.class()
			if !ok {
				return errBroken
			}
			c.classes[id], c.named[t.name] = t, id
		}
	}
	return nil
}

// class returns the class that an element describes; ok is false where a field has no class, and of a class with more fields than any has.
func (e element) class() (t *class, ok bool) {
	t = &class{name: e.attributes["name"]}
	for _, f := range e.children {
		if f.name != "field" {
			continue
		}
		of, err := strconv.ParseInt(f.attributes["class"], 10, 64)
		if err != nil {
			return nil, false
		}
		if len(t.fields) == maxFields {
			return nil, false
		}
		t.fields = append(t.fields, field{name: f.attributes["name"], class: of, constant: f.attributes["constantPool"] == "true", array: f.attributes["dimension"] == "1"})
	}
	return t, true
}

// reader reads the numbers and texts of a chunk; broken is set where it ends before they do.
type reader struct {
	data    []byte
	at      int
	passing bool // what is read is not kept: it is looked up later where it is
	broken  bool
}

func (r *reader) byte() byte {
	if r.at >= len(r.data) {
		r.broken = true
		return 0
	}
	r.at++
	return r.data[r.at-1]
}

func (r *reader) bytes(n int64) []byte {
	if n < 0 || n > int64(len(r.data)-r.at) {
		r.broken = true
		return nil
	}
	r.at += int(n)
	return r.data[r.at-int(n) : r.at]
}

// number reads seven bits from each byte, the lowest first, and eight from the ninth.
func (r *reader) number() int64 {
	var n uint64
	for shift := 0; shift < 56; shift += 7 {
		b := r.byte()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return int64(n)
		}
	}
	return int64(n | uint64(r.byte())<<56)
}

// count reads how many of something follow, each of which takes a byte at least.
func (r *reader) count() int {
	n := r.number()
	if n < 0 || n > int64(len(r.data)-r.at) {
		r.broken = true
		return 0
	}
	return int(n)
}

// text reads a text, or the number of the constant that it is.
func (r *reader) text() value {
	switch kind := r.byte(); kind {
	case 0, 1: // null, empty
	case 2:
		return value{number: r.number()}
	case 3, 5: // UTF-8, ISO 8859-1
		raw := r.bytes(r.number())
		if r.passing || len(raw) > maxText {
			return value{}
		}
		if kind == 3 {
			return value{text: string(raw)}
		}
		runes := make([]rune, len(raw))
		for i, b := range raw {
			runes[i] = rune(b)
		}
		return value{text: string(runes)}
	case 4:
		var runes []rune
		for range r.count() {
			if c := rune(r.number()); !r.passing && len(runes) < maxText {
				runes = append(runes, c)
			}
		}
		return value{text: string(runes)}
	default:
		r.broken = true
	}
	return value{}
}

// element reads an element of the metadata with those in it.
func (r *reader) element(texts []string, depth int) (e element) {
	text := func() string {
		if n := r.number(); n >= 0 && n < int64(len(texts)) {
			return texts[n]
		}
		r.broken = true
		return ""
	}
	if depth > maxNesting {
		r.broken = true
	}
	e = element{name: text(), attributes: map[string]string{}}
	for range r.count() {
		if r.broken {
			return e
		}
		key := text()
		e.attributes[key] = text()
	}
	for range r.count() {
		if r.broken {
			return e
		}
		e.children = append(e.children, r.element(texts, depth+1))
	}
	return e
}

// primitive reports whether a class of a recording has no fields, but a number or a text.
func primitive(name string) bool {
	switch name {
	case "boolean", "byte", "char", "short", "int", "long", "float", "double", "java.lang.String":
		return true
	}
	return false
}

// primitive reads a number or a text.
func (r *reader) primitive(name string) value {
	switch name {
	case "boolean", "byte":
		return value{number: int64(r.byte())}
	case "float":
		r.bytes(4)
	case "double":
		r.bytes(8)
	case "java.lang.String":
		return r.text()
	default:
		return value{number: r.number()}
	}
	return value{}
}
