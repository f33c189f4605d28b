package code

import "strings"

// ReplaceName replaces the first occurrence of a word by another name.
func ReplaceName(text, word, name string) (string, bool) {
	for from := 0; word != ""; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			break
		}
		i += from
		before, after := text[:i], text[i+len(word):]
		if !endsInName(before) && !startsWithName(after) {
			return before + name + after, true
		}
		from = i + len(word)
	}
	return "", false
}

func endsInName(s string) bool { return s != "" && (s[len(s)-1] == '.' || IsNameByte(s[len(s)-1])) }

func startsWithName(s string) bool { return s != "" && IsNameByte(s[0]) }

// IsNameByte reports whether a byte is of a name, not between names.
func IsNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// ExtremeWord returns the first word of the name of an upper (up) or lower bound.
func ExtremeWord(up bool) string {
	if up {
		return "largest "
	}
	return "smallest "
}

// IsExtremeName reports whether a name begins with a word of ExtremeWord.
func IsExtremeName(name string) bool {
	return strings.HasPrefix(name, ExtremeWord(true)) || strings.HasPrefix(name, ExtremeWord(false))
}
