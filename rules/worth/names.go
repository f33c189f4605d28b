package worth

import "strings"

// AnyWord stands for all methods in names.tsv.
const AnyWord = "*"

// nameWeight is how many methods the rate of all methods weighs, as prior of that of a word.
const nameWeight = 30

// nameCount is how many methods have a name that begins with a word, and how many of them take time.
type nameCount struct{ methods, take float64 }

// FirstWord is the first word of a method's name, in lower case: "parse" of parseHeader, and of the lambdas in it. Constructors and class
// initializers are words of their own; it is empty where there is no word.
func FirstWord(method string) string {
	if strings.HasPrefix(method, "<") {
		return method
	}
	method, _, _ = strings.Cut(strings.TrimPrefix(method, "lambda$"), "$")
	if ws := words(method); len(ws) > 0 {
		return ws[0]
	}
	return ""
}

// TakesTime is the probability that a method in code which runs takes 0.1% of a run and more, as far as its name tells: the mean of the
// posterior of names.tsv.
func TakesTime(method string) float64 {
	t, err := read()
	if err != nil {
		return 0 // a test holds that the tables can be read
	}
	all := t.names[AnyWord]
	rate := all.take / all.methods
	word := t.names[FirstWord(method)]
	return (word.take + nameWeight*rate) / (word.methods + nameWeight)
}
