package spec

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error is a mistake in a specification, at a byte offset of the parsed text.
type Error struct {
	Offset int
	Msg    string
}

func (e *Error) Error() string { return fmt.Sprintf("%s (at character %d)", e.Msg, e.Offset+1) }

func errorAt(offset int, format string, args ...any) *Error {
	return &Error{offset, fmt.Sprintf(format, args...)}
}

type tokenKind uint8

const (
	tokEOF       tokenKind = iota
	tokIdent               // n, size, requires
	tokNumber              // 10_000, 1.5e-3, 0xff
	tokString              // "..." or '...'
	tokBackslash           // \result, \forall
	tokOp                  // + <= ==> ( ;
	tokInformal            // (* ... *), JML's informal description
	tokQuoted              // `...`, a name that is no Java name; text is the name
	tokBad                 // cannot start any token; text says why
)

type token struct {
	kind       tokenKind
	text       string
	start, end int
}

func (t token) is(op string) bool { return t.kind == tokOp && t.text == op }

// describe names the token in an error message.
func (t token) describe() string {
	switch t.kind {
	case tokEOF:
		return "the end"
	case tokBad:
		return t.text
	}
	if len(t.text) > 24 {
		return fmt.Sprintf("%q...", strings.ToValidUTF8(t.text[:24], ""))
	}
	return `"` + t.text + `"`
}

// operators, longest first, so that the first that fits is the token.
var operators = []string{
	"<=!=>", "<==>", ">>>=", "==>", "<==", ">>>", "...", "<:=",
	"<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "->", "::", "++", "--", "<:", "{|", "|}", "..",
	"+", "-", "*", "/", "%", "<", ">", "!", "(", ")", "[", "]", "{", "}", ",", ";", ":", "?", "&", "|", "^", "~", ".", "=", "@",
}

// lex splits text into tokens, the last one of kind tokEOF. Comments are skipped. It never fails: what is no
// token becomes tokBad, so that text which nobody has to understand may contain anything.
func lex(text string) []token {
	toks := make([]token, 0, len(text)/4+2)
	add := func(kind tokenKind, start, end int) {
		toks = append(toks, token{kind, text[start:end], start, end})
	}
	for i := 0; i < len(text); {
		rest := text[i:]
		c := rest[0]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			i++
		case strings.HasPrefix(rest, "//"):
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				i += n
			} else {
				i = len(text)
			}
		case strings.HasPrefix(rest, "/*"):
			if n := strings.Index(rest[2:], "*/"); n >= 0 {
				i += n + 4
			} else {
				toks = append(toks, token{tokBad, "a comment without end", i, len(text)})
				i = len(text)
			}
		case strings.HasPrefix(rest, "(*") && strings.Contains(rest[2:], "*)"):
			end := i + 2 + strings.Index(rest[2:], "*)") + 2
			add(tokInformal, i, end)
			i = end
		case c >= '0' && c <= '9' || c == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
			n := numberLen(rest)
			add(tokNumber, i, i+n)
			i += n
		case c == '"' || c == '\'':
			n := quotedLen(rest)
			if n == 0 {
				toks = append(toks, token{tokBad, "a string without end", i, i + 1})
				i++
				continue
			}
			add(tokString, i, i+n)
			i += n
		case c == '`':
			name, n := unquoteName(rest)
			if n == 0 {
				toks = append(toks, token{tokBad, "a name without a closing `", i, i + 1})
				i++
				continue
			}
			toks = append(toks, token{tokQuoted, name, i, i + n})
			i += n
		case c == '\\':
			n := 1 + identLen(rest[1:])
			if n == 1 {
				toks = append(toks, token{tokBad, `a lone "\"`, i, i + 1})
			} else {
				add(tokBackslash, i, i+n)
			}
			i += n
		default:
			if n := identLen(rest); n > 0 {
				add(tokIdent, i, i+n)
				i += n
				continue
			}
			n := 0
			for _, op := range operators {
				if strings.HasPrefix(rest, op) {
					n = len(op)
					break
				}
			}
			if n > 0 {
				add(tokOp, i, i+n)
				i += n
				continue
			}
			r, n := utf8.DecodeRuneInString(rest)
			if unicode.IsSpace(r) {
				i += n
				continue
			}
			toks = append(toks, token{tokBad, badCharacter(r), i, i + n})
			i += n
		}
	}
	return append(toks, token{tokEOF, "", len(text), len(text)})
}

// badCharacter describes a character that starts no token, and what to do where a formula was copied with it.
func badCharacter(r rune) string {
	text := fmt.Sprintf("the character %q", r)
	switch r {
	case '…':
		text += ": the formula is abbreviated, and methods --format json, or --verbose, prints it whole"
	case '≤':
		text += ": leave it out, the formula begins behind it"
	}
	return text
}

// identLen returns the length of the Java identifier that s starts with (JLS 3.8), 0 where there is none.
func identLen(s string) int {
	for i, r := range s {
		if r == '_' || r == '$' || unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r) {
			continue
		}
		return i
	}
	return len(s)
}

// numberLen returns the length of the number that s starts with: digits and underscores, a fraction, an exponent,
// a hexadecimal or binary prefix. A suffix (L, f, d) that no letter follows belongs to it.
func numberLen(s string) int {
	isDigit := func(c byte) bool { return c >= '0' && c <= '9' || c == '_' }
	i := 0
	if len(s) > 2 && s[0] == '0' && strings.IndexByte("xXbB", s[1]) >= 0 {
		for i = 2; i < len(s) && (isDigit(s[i]) || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'f'); i++ {
		}
	} else {
		for i < len(s) && isDigit(s[i]) {
			i++
		}
		if i < len(s) && s[i] == '.' && !strings.HasPrefix(s[i:], "..") && (i+1 == len(s) || identLen(s[i+1:]) == 0) {
			for i++; i < len(s) && isDigit(s[i]); i++ {
			}
		}
		if i < len(s) && s[i]|0x20 == 'e' {
			j := i + 1
			if j < len(s) && (s[j] == '+' || s[j] == '-') {
				j++
			}
			if j < len(s) && s[j] >= '0' && s[j] <= '9' {
				for i = j; i < len(s) && isDigit(s[i]); i++ {
				}
			}
		}
	}
	if i < len(s) && strings.IndexByte("lLfFdD", s[i]) >= 0 && identLen(s[i:]) == 1 {
		i++
	}
	return i
}

// quotedLen returns the length of the string or character literal that s starts with, 0 where it does not end on
// its line.
func quotedLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\n':
			return 0
		case s[0]:
			return i + 1
		}
	}
	return 0
}
