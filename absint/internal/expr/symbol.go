package expr

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Symbol is a quantity that the caller of a method determines: an int parameter, the length of an array that can
// be reached from a parameter, a field.
type Symbol struct {
	Path     string  // identity: "p0", "len(p1)", "len(p0.C:data:[B)"
	Name     string  // as the developer would write it: n, names.length, this.data.length
	Min, Max float64 // what its type allows
}

// SymbolKey quotes paths that could be read as a part of an expression: a field may be called a*b (JVMS 4.2.2).
func SymbolKey(path string) string {
	inner, isLength := strings.CutPrefix(path, "len(")
	if isLength {
		inner = strings.TrimSuffix(inner, ")")
	}
	if strings.ContainsAny(inner, "*+,()\"") {
		return "s:" + quoted(path)
	}
	return "s:" + path
}

// quoted is strconv.Quote, which looks at each character much longer than most paths need.
func quoted(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == '"' || s[i] == '\\' {
			return strconv.Quote(s)
		}
	}
	return `"` + s + `"`
}

func SortSymbols(s []Symbol) []Symbol {
	slices.SortFunc(s, func(a, b Symbol) int { return cmp.Compare(a.Path, b.Path) })
	return slices.CompactFunc(s, func(a, b Symbol) bool { return a.Path == b.Path })
}

// SplitPath takes the path of a symbol apart: the parameter that it starts from, the fields behind, and whether it is the
// length of what is there. ok is false where it starts from a class.
func SplitPath(path string) (param int, fields string, isLength, ok bool) {
	path, isLength = strings.CutPrefix(path, "len(")
	if isLength {
		path = strings.TrimSuffix(path, ")")
	}
	root, fields, _ := strings.Cut(path, ".")
	param, err := strconv.Atoi(strings.TrimPrefix(root, "p"))
	return param, fields, isLength, err == nil && param >= 0
}
