package classfile

import (
	"slices"
	"strings"
	"testing"
)

func TestTypeArguments(t *testing.T) {
	for _, test := range []struct {
		generic string
		want    []string
	}{
		{"Ljava/util/List<Ljava/lang/String;>;", []string{"Ljava/lang/String;"}},
		{"Ljava/util/Map<TK;+Ljava/util/List<-TV;>;>;", []string{"TK;", "+Ljava/util/List<-TV;>;"}},
		{"Ljava/util/Map<*[I>;", []string{"*", "[I"}},
		{"Ljava/util/Map<[TK;-[[Lp/A$B;>;", []string{"[TK;", "-[[Lp/A$B;"}},
		{"Ljava/lang/String;", nil},
		{"Ljava/util/List<Ljava/lang/String;", nil},
		{"Ljava/util/List<Ljava/lang/String>;", nil},
		{"Ljava/util/List<[>;", nil},
		{"", nil},
	} {
		if got := TypeArguments(test.generic); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.generic, got, test.want)
		}
	}
}

func TestTypeBound(t *testing.T) {
	const declared = "<K:Ljava/lang/Object;V::Ljava/util/List<TK;>;:Ljava/io/Closeable;W:TV;>(TK;TV;)V"
	for _, test := range []struct{ signature, variable, want string }{
		{declared, "K", "Ljava/lang/Object;"},
		{declared, "V", "Ljava/util/List<TK;>;"},
		{declared, "W", "TV;"},
		{declared, "X", ""},
		{"(TK;)V", "K", ""},
		{"<K>", "K", ""},
		{"<K:", "K", ""},
		{"<K:Ljava/lang/Object", "K", ""},
		{"", "K", ""},
	} {
		if got := TypeBound(test.signature, test.variable); got != test.want {
			t.Errorf("%s of %s: %q, want %q", test.variable, test.signature, got, test.want)
		}
	}
}

func TestGenericSupertypes(t *testing.T) {
	for _, test := range []struct {
		signature string
		want      []string
	}{
		{"<T::Ljava/util/List<TK;>;K:Ljava/lang/Object;>Ljava/util/ArrayList<TT;>;Ljava/util/function/Supplier<[TK;>;", []string{"Ljava/util/ArrayList<TT;>;", "Ljava/util/function/Supplier<[TK;>;"}},
		{"Ljava/lang/Object;Ljava/lang/Comparable<Lp/A;>;", []string{"Ljava/lang/Object;", "Ljava/lang/Comparable<Lp/A;>;"}},
		{"<T:", nil},
		{"", nil},
	} {
		if got := genericSupertypes(test.signature); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.signature, got, test.want)
		}
	}
}

func TestErasedClass(t *testing.T) {
	for generic, want := range map[string]string{
		"Ljava/lang/String;":                           "java/lang/String",
		"Ljava/util/Map<TK;Ljava/util/List<TV;>;>;":    "java/util/Map",
		"Lp/Outer<Lp/A;>.Inner<TT;>;":                  "p/Outer$Inner",
		"Lp/Outer<Lp/A<TB;>;>.Middle.Inner;":           "p/Outer$Middle$Inner",
		"Ljava/util/Map$Entry<+Ljava/lang/Object;[I>;": "java/util/Map$Entry",
	} {
		if got := ErasedClass(generic); got != want {
			t.Errorf("%s: %q, want %q", generic, got, want)
		}
	}
}

func TestTypeVariables(t *testing.T) {
	for signature, want := range map[string][]string{
		"<K:Ljava/lang/Object;V::Ljava/util/List<TK;>;:Ljava/io/Closeable;W:TV;>(TK;TV;)V": {"K", "V", "W"},
		"<E:Ljava/lang/Object;>Ljava/lang/Object;Ljava/util/List<TE;>;":                    {"E"},
		"(TK;)V": nil,
		"<K>":    nil,
		"<K:":    nil,
		"":       nil,
	} {
		if got := TypeVariables(signature); !slices.Equal(got, want) {
			t.Errorf("variables of %s: %q, want %q", signature, got, want)
		}
	}
}

// FuzzSignature: a signature is any text; what is returned of it is a part of it.
func FuzzSignature(f *testing.F) {
	f.Add("<K:Ljava/lang/Object;V::Ljava/util/List<TK;>;>(Ljava/util/Map<TK;+[TV;>;*)V", "V")
	f.Add("<K:[", "K")
	f.Fuzz(func(t *testing.T, signature, variable string) {
		for _, part := range slices.Concat(TypeArguments(signature), TypeVariables(signature), []string{TypeBound(signature, variable)}) {
			if !strings.Contains(signature, part) {
				t.Errorf("%q is no part of %q", part, signature)
			}
		}
	})
}
