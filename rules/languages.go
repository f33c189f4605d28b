package rules

import (
	_ "embed"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
)

//go:embed languages.tsv
var languagesText string

// languages are the words that take the place of Java's in messages, by the extension of the source file.
var languages = func() map[string]*strings.Replacer {
	words := map[string][]string{}
	for r := range rows(languagesText) {
		words[r[0]] = append(words[r[0]], r[1], r[2])
	}
	out := map[string]*strings.Replacer{}
	for language, pairs := range words {
		out[language] = strings.NewReplacer(pairs...)
	}
	return out
}()

// quotation is a string of the program in a message.
var quotation = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\]|\\.)*"`) })

// worded returns a message about a class in the words of the language that its source is written in. What stands between quotes is of the
// program and stays as it is.
func worded(c *classfile.Class, message string) string {
	language := strings.TrimPrefix(path.Ext(c.SourceFile()), ".")
	if isKotlin(c) {
		language = "kt"
	}
	replacer := languages[language]
	if replacer == nil {
		return message
	}
	var out strings.Builder
	for message != "" {
		quoted := quotation().FindStringIndex(message)
		if quoted == nil {
			quoted = []int{len(message), len(message)}
		}
		out.WriteString(replacer.Replace(message[:quoted[0]]))
		out.WriteString(message[quoted[0]:quoted[1]])
		message = message[quoted[1]:]
	}
	return out.String()
}
