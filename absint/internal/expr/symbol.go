package expr

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Symbols and the paths that identify them. Sound because equal keys mean equal paths: SymbolKey is injective.

// Symbol is a quantity that the caller of a method determines: an int parameter, the length of an array reachable from a
// parameter, a field.
type Symbol struct {
	Path     string  // identity: "p0", "len(p1)", "len(p0.C:data:[B)"
	Name     string  // source notation: n, names.length, this.data.length
	Min, Max float64 // the range of its type
}

// SymbolKey returns the key of the symbol with a path. It quotes paths that could be read as a part of an expression: a
// field may be named a*b (JVMS 4.2.2).
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

// quoted returns strconv.Quote(s), with a fast path for printable ASCII.
func quoted(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == '"' || s[i] == '\\' {
			return strconv.Quote(s)
		}
	}
	return `"` + s + `"`
}

// SortSymbols sorts s by path, in place, and returns it without duplicates.
func SortSymbols(s []Symbol) []Symbol {
	slices.SortFunc(s, func(a, b Symbol) int { return cmp.Compare(a.Path, b.Path) })
	return slices.CompactFunc(s, func(a, b Symbol) bool { return a.Path == b.Path })
}

// EntrySuffix ends the path of a field that the method stores to: the symbol is what it has on entry.
const EntrySuffix = "@entry"

// OnEntry reports whether a symbol is what a field has on entry to the method, which it may not have when another method calls that.
func OnEntry(s Symbol) bool { return strings.HasSuffix(s.Path, EntrySuffix) }

// SplitPath splits the path of a symbol into the parameter at its root and the fields that follow, and reports whether
// the symbol is a length. ok is false if the root is a class.
func SplitPath(path string) (param int, fields string, isLength, ok bool) {
	path, isLength = strings.CutPrefix(path, "len(")
	if isLength {
		path = strings.TrimSuffix(path, ")")
	}
	root, fields, _ := strings.Cut(path, ".")
	param, err := strconv.Atoi(strings.TrimPrefix(root, "p"))
	return param, fields, isLength, err == nil && param >= 0
}
