package source

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// tok is a token of Java or Kotlin: an identifier or keyword, a literal (text is its first character), or one
// character of punctuation, with -> in one piece.
type tok struct {
	text       string
	start, end int
	word       bool
}

// scan splits a source file into tokens and comments. It never fails: an unclosed literal ends with its line.
func scan(text []byte, kotlin bool) (toks []tok, comments []span) {
	for at := 0; at < len(text); {
		c := text[at]
		rest := text[at:]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			at++
		case bytes.HasPrefix(rest, []byte("//")):
			n := lineCommentLen(rest)
			comments = append(comments, span{at, at + n})
			at += n
		case bytes.HasPrefix(rest, []byte("/*")):
			n := blockCommentLen(rest)
			comments = append(comments, span{at, at + n})
			at += n
		case c == '"' || c == '\'' || c == '`' && kotlin:
			n := literalLen(rest, kotlin)
			t := tok{text: string(c), start: at, end: at + n}
			if c == '`' && n > 2 { // a name in quotes
				t.text, t.word = string(rest[1:n-1]), true
			}
			toks = append(toks, t)
			at += n
		case bytes.HasPrefix(rest, []byte("->")):
			toks = append(toks, tok{text: "->", start: at, end: at + 2})
			at += 2
		default:
			n := wordLen(rest)
			word := n > 0
			if !word {
				_, n = utf8.DecodeRune(rest)
			}
			toks = append(toks, tok{text: string(rest[:n]), start: at, end: at + n, word: word && (c < '0' || c > '9')})
			at += n
		}
	}
	return toks, comments
}

// wordLen is the length of an identifier or a number.
func wordLen(text []byte) int {
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRune(text[n:])
		if r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		n += size
	}
	return n
}

// literalLen is the length of a string, a character or a text block.
func literalLen(text []byte, kotlin bool) int {
	if q := []byte(`"""`); bytes.HasPrefix(text, q) {
		for i := 3; i < len(text); i++ {
			if text[i] == '\\' && !kotlin {
				i++
			} else if bytes.HasPrefix(text[i:], q) {
				for i += 3; i < len(text) && text[i] == '"' && kotlin; i++ {
				}
				return i
			}
		}
		return len(text)
	}
	for i := 1; i < len(text) && text[i] != '\n'; i++ {
		switch {
		case text[i] == '\\':
			i++
		case kotlin && text[0] == '"' && bytes.HasPrefix(text[i:], []byte("${")):
			i += templateLen(text[i:]) - 1
		case text[i] == text[0]:
			return i + 1
		}
	}
	return max(1, lineCommentLen(text))
}

// templateLen is the length of a Kotlin template, ${...}, whose expression may contain braces and strings. It ends
// with its line at the latest.
func templateLen(text []byte) int {
	depth := 0
	for i := 1; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			// No recursion into templates of templates: input must not decide how deep this goes.
			end := bytes.IndexAny(text[i+1:], string(text[i])+"\n")
			if end < 0 || text[i+1+end] == '\n' {
				return lineCommentLen(text)
			}
			i += end + 1
		}
	}
	return lineCommentLen(text)
}
