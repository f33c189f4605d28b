package library

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/models/formula"
)

// Methods of collections that visit all elements cost more for more of them: a model that does not grow was counted
// with an argument of another type, or with the receiver itself, which ends the method at its first instructions.
func TestCollectionsGrow(t *testing.T) {
	visiting := []string{"equals", "hashCode", "toString", "containsAll", "removeAll", "retainAll", "addAll", "putAll", "toArray", "removeIf", "replaceAll", "forEach", "disjoint", "sort", "shuffle"}
	small := []string{"java/util/EnumSet", "java/util/EnumMap"} // as many elements as the enum has constants: no size to grow with
	kinds := []string{"List", "Set", "Map", "Collection", "Deque", "Queue", "Vector", "Stack", "Collections"}
	found := 0
	for _, e := range shippedLibrary(t).Entries() {
		short, ok := strings.CutPrefix(e.Class, "java/util/")
		is := func(k string) bool { return strings.HasSuffix(short, k) }
		if !ok || strings.Contains(short, "/") && !strings.HasPrefix(short, "concurrent/") || !slices.Contains(visiting, e.Name) || !slices.ContainsFunc(kinds, is) || slices.Contains(small, e.Class) || is("BitSet") {
			continue
		}
		found++
		at := func(n float64) float64 {
			c, err := e.Counts(func(formula.Symbol) (float64, bool) { return n, true })
			if err != nil {
				t.Fatalf("%s.%s%s: %v", e.Class, e.Name, e.Descriptor, err)
			}
			return c.Total()
		}
		if !(at(1000) > at(10)+100) {
			t.Errorf("%s.%s%s: %v patterns of 10 elements, %v of 1000; counted as %s", e.Class, e.Name, e.Descriptor, at(10), at(1000), e.Basis)
		}
	}
	if found < 40 {
		t.Errorf("%d methods of collections", found)
	}
}

// An equals that was counted with an argument of another class ends after an instanceof.
func TestEqualsOfEqualObjects(t *testing.T) {
	ended := regexp.MustCompile(`(^|\D)\d executed instructions`)
	identity := []string{"java/lang/Object", "java/lang/Class", "java/util/Comparator", "java/lang/reflect/Type"}
	for _, e := range shippedLibrary(t).Entries() {
		if e.Name == "equals" && !slices.Contains(identity, e.Class) && ended.MatchString(e.Basis) {
			t.Errorf("%s.equals%s: %s", e.Class, e.Descriptor, e.Basis)
		}
	}
}

// TestBuildersGrow: each model of what makes the text of a builder longer says by how much, or that nothing is known. A receiver of which
// a model says nothing keeps its size.
func TestBuildersGrow(t *testing.T) {
	found := 0
	for _, e := range shippedLibrary(t).Entries() {
		if e.Class != "java/lang/StringBuilder" && e.Class != "java/lang/StringBuffer" || !regexp.MustCompile(`^(append|insert|replace|repeat|setLength|<init>)`).MatchString(e.Name) {
			continue
		}
		if found++; e.ReceiverSize == nil && !e.ReceiverUnknown {
			t.Errorf("%s.%s%s has no receiver_size", e.Class, e.Name, e.Descriptor)
		}
	}
	if found < 20 {
		t.Errorf("%d methods of builders", found)
	}
}
