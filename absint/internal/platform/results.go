package platform

import (
	"maps"
	"slices"
	"strconv"

	"github.com/energylint/energylint/internal/classfile"
)

// ResultRange is the range of the results of a method: of their values, or of the lengths of texts and arrays.
type ResultRange struct{ Least, Most float64 }

// resultRanges are the rows of results.tsv, by method.
var resultRanges = func() map[string]ResultRange {
	out := map[string]ResultRange{}
	for _, r := range readTable("results.tsv", "method", "least", "most") {
		least, err := strconv.ParseFloat(r.fields["least"], 64)
		most, err2 := strconv.ParseFloat(r.fields["most"], 64)
		method := r.fields["method"]
		if _, dup := out[method]; dup || err != nil || err2 != nil || least > most {
			r.fail("%s has a row already, or no range", method)
		}
		out[method] = ResultRange{least, most}
	}
	return out
}()

// Result returns the range of the results of a static method, or of one of a final class; ok is false if the API's documentation states none.
func Result(mem classfile.Member) (r ResultRange, ok bool) {
	r, ok = resultRanges[mem.Class+"."+mem.Name+mem.Desc]
	return r, ok
}

// WrittenLength returns the length of the longest text that stands for a number, character or truth value in a text, or for a boxed one,
// which may be null; ok is false for other types.
func WrittenLength(desc string) (n int64, ok bool) {
	class, argument, null := Wrapper(desc), desc, 0
	if boxed := ClassName(desc); boxed != "" && slices.Contains(slices.Collect(maps.Values(wrappers)), boxed) {
		class, argument, null = boxed, "", len("null")
	}
	r, ok := Result(classfile.Member{Class: class, Name: "toString", Desc: "(" + argument + ")" + Desc(StringClass)})
	return max(int64(r.Most), int64(null)), ok
}
