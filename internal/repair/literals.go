package repair

import (
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/source"
)

// literalText returns the text of a string literal or a sum of them; ok is false for other expressions, and for text blocks, whose blanks
// compilers strip.
func (f *File) literalText(n *source.Node) (text string, ok bool) {
	for _, o := range addends(strip(n)) {
		s := f.str(o)
		if o.Type != "string_literal" || strings.HasPrefix(s, `"""`) {
			return "", false
		}
		part, ok := unescape(s[1 : len(s)-1])
		if !ok {
			return "", false
		}
		text += part
	}
	return text, true
}

// escapes are the characters that Java writes by a backslash and a letter (JLS 3.10.7).
var escapes = map[byte]byte{'b': '\b', 's': ' ', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r', '"': '"', '\'': '\'', '\\': '\\'}

// unescape returns what a string literal means; ok is false where it has an escape of another form.
func unescape(s string) (text string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			return "", false
		}
		switch c, known := escapes[s[i]]; {
		case known:
			b.WriteByte(c)
		case s[i] == 'u':
			for i+1 < len(s) && s[i+1] == 'u' {
				i++
			}
			if i+4 >= len(s) {
				return "", false
			}
			n, err := strconv.ParseUint(s[i+1:i+5], 16, 32)
			if err != nil || n >= 0xD800 && n <= 0xDFFF {
				return "", false
			}
			b.WriteRune(rune(n))
			i += 4
		case s[i] >= '0' && s[i] <= '7':
			n := 1
			for n < 3 && i+n < len(s) && s[i+n] >= '0' && s[i+n] <= '7' && (n < 2 || s[i] <= '3') {
				n++
			}
			v, err := strconv.ParseUint(s[i:i+n], 8, 32)
			if err != nil {
				return "", false
			}
			b.WriteRune(rune(v))
			i += n - 1
		default:
			return "", false
		}
	}
	return b.String(), true
}
