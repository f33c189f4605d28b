package tomlline

import (
	"bytes"
	"fmt"
	"strings"
)

// The limits of a TOML text. The decoder's work grows with the square of the parts of a key and of the depth of values, and
// nothing that people write comes near.
const (
	// MaxConfigKeys and MaxKeys are how many keys and tables a configuration and any other file have, those of inline tables
	// too.
	MaxConfigKeys = 20_000
	MaxKeys       = 200_000

	maxParts  = 16   // of a dotted key or a table's name
	maxNested = 32   // arrays and inline tables in each other
	maxKey    = 1024 // bytes of a key or a table's name
	maxCommas = 500_000
)

// Limit returns an *Error for a text that is too deep or too large to be decoded: where that is, and the limit. What is not
// TOML passes; the decoder says what is wrong.
func Limit(file string, data []byte, maxKeys int) error {
	s := limiter{text: data, line: 1, maxKeys: maxKeys}
	for s.at < len(s.text) {
		if text := s.next(); text != "" {
			return &Error{File: file, Line: s.line, Text: text}
		}
	}
	return nil
}

// limiter follows the structure of a TOML text: what is inside strings and comments is not part of it.
type limiter struct {
	text  []byte
	at    int
	line  int
	depth int // of arrays and inline tables
	start int // of the key or value at hand
	parts int // of the key at hand
	value bool
	keys  int
	items int

	maxKeys int
}

// next reads one character, string or comment, and returns which limit it exceeds.
func (s *limiter) next() string {
	c := s.text[s.at]
	switch c {
	case '"', '\'':
		s.quoted(c)
		return s.key()
	case '#':
		if i := bytes.IndexByte(s.text[s.at:], '\n'); i >= 0 {
			s.at += i
		} else {
			s.at = len(s.text)
		}
		return ""
	}
	s.at++
	switch c {
	case '\n':
		s.line++
		if s.depth == 0 {
			return s.begin(false)
		}
	case '=':
		s.keys++
		if s.keys > s.maxKeys {
			return fmt.Sprintf("more than %d keys", s.maxKeys)
		}
		return s.begin(true)
	case ',':
		if s.items++; s.items > maxCommas {
			return fmt.Sprintf("more than %d elements of lists", maxCommas)
		}
		return s.begin(false)
	case '.':
		s.parts++
	case '[', '{':
		if !s.value && s.depth == 0 { // the name of a table
			s.keys++
			if s.keys > s.maxKeys {
				return fmt.Sprintf("more than %d keys", s.maxKeys)
			}
			s.start = s.at
			return ""
		}
		if s.depth++; s.depth > maxNested {
			return fmt.Sprintf("lists and tables are nested more than %d deep", maxNested)
		}
		return s.begin(c == '[')
	case ']', '}':
		s.depth = max(0, s.depth-1)
	}
	return s.key()
}

// begin starts a key or a value.
func (s *limiter) begin(value bool) string {
	s.start, s.parts, s.value = s.at, 0, value
	return ""
}

// key checks the key at hand.
func (s *limiter) key() string {
	switch {
	case s.value || s.depth > 0 && s.parts == 0:
	case s.parts >= maxParts:
		return fmt.Sprintf("a key has more than %d parts", maxParts)
	case s.depth == 0 && s.at-s.start > maxKey:
		return fmt.Sprintf("a key is longer than %d bytes", maxKey)
	}
	return ""
}

// quoted skips a string of one or several lines.
func (s *limiter) quoted(quote byte) {
	end := []byte{quote}
	if triple := []byte(strings.Repeat(string(quote), 3)); bytes.HasPrefix(s.text[s.at:], triple) {
		end = triple
	}
	for s.at += len(end); s.at < len(s.text); s.at++ {
		switch {
		case bytes.HasPrefix(s.text[s.at:], end):
			s.at += len(end)
			return
		case s.text[s.at] == '\\' && quote == '"' && s.at+1 < len(s.text) && s.text[s.at+1] != '\n':
			s.at++
		case s.text[s.at] == '\n':
			if s.line++; len(end) == 1 { // no TOML; the next line is looked at for itself
				return
			}
		}
	}
}
