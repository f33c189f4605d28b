package driver

import (
	"path"
	"regexp"

	"github.com/energylint/energylint/internal/finding"
)

// specialized is what Scala's compiler adds to the names of classes and methods that it copies for types of numbers: apply$mcII$sp.
var specialized = regexp.MustCompile(`\$m[A-Z]*c[A-Z]*\$sp`)

// copyKey is what findings have in common that are of one place in a source.
type copyKey struct {
	rule, file, class, method, message, suppressed string
	line                                           int
}

// withoutCopies returns findings without those that are of code which a compiler copied: the methods that Scala specializes for types of
// numbers, and the lambdas that Kotlin inlines more than once into one function (maxOf). Of those it keeps the one that saves most, at the place
// of the first. Java's compiler copies finally blocks only; two calls in one of its lines are two places.
func withoutCopies(fs []finding.Finding) []finding.Finding {
	at := map[copyKey]int{}
	out := fs[:0]
	for _, f := range fs {
		l := f.Location
		if ext := path.Ext(l.File); l.Line == 0 || ext == "" || ext == ".java" {
			out = append(out, f)
			continue
		}
		key := copyKey{f.Rule, l.File, specialized.ReplaceAllString(l.Class, ""), specialized.ReplaceAllString(l.Method, ""), f.Message, f.SuppressedBy, l.Line}
		first, ok := at[key]
		switch {
		case !ok:
			at[key] = len(out)
			out = append(out, f)
		case f.Energy != nil && out[first].Energy != nil && f.Energy.Saving.Mean > out[first].Energy.Saving.Mean:
			out[first].Energy = f.Energy
		}
	}
	return out
}
