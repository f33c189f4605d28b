package config

import (
	"strconv"
	"strings"
)

// lineTable says on which line each key of a TOML file stands: "model.name", "budget[0]", "budget[0].energy". The
// TOML library tells positions of syntax errors only.
type lineTable map[string]int

// line returns the line of a key, or of the innermost table that contains it and has a line.
func (t lineTable) line(key string) int {
	for {
		if n, ok := t[key]; ok {
			return n
		}
		i := strings.LastIndexAny(key, ".[")
		if i < 0 {
			return 0
		}
		key = key[:i]
	}
}

// findLines scans a file that is valid TOML. Keys inside inline tables and arrays have no line of their own.
func findLines(text string) lineTable {
	s := &scanner{text: text, line: 1}
	t := lineTable{}
	counts := map[string]int{}
	// expand adds the index of the current element to names of arrays of tables inside a path.
	expand := func(parts []string) string {
		path := ""
		for _, p := range parts {
			path = join(path, p)
			if n, ok := counts[path]; ok {
				path += "[" + strconv.Itoa(n-1) + "]"
			}
		}
		return path
	}
	set := func(key string, line int) {
		if _, ok := t[key]; !ok {
			t[key] = line
		}
	}
	table := ""
	for s.blank(); s.at < len(s.text); s.blank() {
		line := s.line
		switch {
		case strings.HasPrefix(s.text[s.at:], "[["):
			s.at += 2
			parts := s.key(']')
			s.at += 2
			plain := join(expand(parts[:len(parts)-1]), parts[len(parts)-1])
			counts[plain]++
			table = plain + "[" + strconv.Itoa(counts[plain]-1) + "]"
			set(plain, line)
			set(table, line)
		case s.text[s.at] == '[':
			s.at++
			table = expand(s.key(']'))
			s.at++
			set(table, line)
		default:
			parts := s.key('=')
			s.at++
			key := table
			for _, p := range parts {
				key = join(key, p)
				set(key, line)
			}
			s.value()
		}
	}
	return t
}

type scanner struct {
	text string
	at   int
	line int
}

// blank skips white space, newlines and comments.
func (s *scanner) blank() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case '\n':
			s.line++
			s.at++
		case ' ', '\t', '\r':
			s.at++
		case '#':
			s.comment()
		default:
			return
		}
	}
}

func (s *scanner) comment() {
	for s.at < len(s.text) && s.text[s.at] != '\n' {
		s.at++
	}
}

// key reads a dotted key up to the end character.
func (s *scanner) key(end byte) []string {
	parts := []string{""}
	last := func(x string) { parts[len(parts)-1] += x }
	for s.at < len(s.text) && s.text[s.at] != end && s.text[s.at] != '\n' {
		switch c := s.text[s.at]; c {
		case '.':
			parts = append(parts, "")
			s.at++
		case '"', '\'':
			from := s.at
			s.quoted()
			x := s.text[from:s.at]
			if u, err := strconv.Unquote(x); err == nil && c == '"' {
				last(u)
			} else {
				last(strings.Trim(x, x[:1]))
			}
		case ' ', '\t':
			s.at++
		default:
			last(string(c))
			s.at++
		}
	}
	return parts
}

// quoted skips a string of any of TOML's four kinds.
func (s *scanner) quoted() {
	q := s.text[s.at : s.at+1]
	if triple := strings.Repeat(q, 3); strings.HasPrefix(s.text[s.at:], triple) {
		q = triple
	}
	for s.at += len(q); s.at < len(s.text); s.at++ {
		switch {
		case strings.HasPrefix(s.text[s.at:], q):
			s.at += len(q)
			for len(q) == 3 && s.at < len(s.text) && s.text[s.at] == q[0] { // up to two quotes end a text
				s.at++
			}
			return
		case s.text[s.at] == '\\' && q[0] == '"':
			s.at++
			if s.at < len(s.text) && s.text[s.at] == '\n' {
				s.line++
			}
		case s.text[s.at] == '\n':
			s.line++
		}
	}
}

// value skips a value and stops at the end of its line.
func (s *scanner) value() {
	for depth := 0; s.at < len(s.text); {
		switch s.text[s.at] {
		case '"', '\'':
			s.quoted()
			continue
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '#':
			s.comment()
			continue
		case '\n':
			if depth <= 0 {
				return
			}
			s.line++
		}
		s.at++
	}
}
