package platform

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

func TestTablesAreSound(t *testing.T) {
	selfCallers() // the table that is read when it is asked for
	for _, d := range defects {
		t.Error(d)
	}
	for table, traits := range map[string][]string{
		"classes.tsv": slices.Collect(maps.Keys(classTraits)), "methods.tsv": slices.Collect(maps.Keys(methodTraits)),
		"operations.tsv": slices.Collect(maps.Keys(operationTraits)), "packages.tsv": slices.Collect(maps.Keys(prefixes)),
	} {
		for _, trait := range traits {
			if !slices.Contains(asked[table], trait) {
				t.Errorf("%s: no code asks for the trait %s", table, trait)
			}
		}
	}
	for i, x := range Exceptions {
		if x.Class == "" {
			t.Errorf("exceptions.tsv has no %s", ExceptionKinds[i])
		}
	}
}

func TestParseTable(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"# text\na\tb\n1\t2\n1\t3 4\n", ""},
		{"a\tc\n1\t2\n", `x.tsv:1: the columns are ["a" "c"], want ["a" "b"]`},
		{"a\tb\textra\n", `x.tsv:1: the columns are ["a" "b" "extra"], want ["a" "b"]`},
		{"a\tb\n1\n", "x.tsv:2: 1 fields, want 2"},
		{"a\tb\n1\t2\n# text\n1\t2\n", "x.tsv:4: the same as line 2"},
		{"a\tb\n1\t\n", `x.tsv:2: column b is empty or has spaces to spare: "" (- is none)`},
		{"a\tb\n1\t2  3\n", `x.tsv:2: column b is empty or has spaces to spare: "2  3" (- is none)`},
		{"# nothing\n", "x.tsv: no header"},
	} {
		_, err := parseTable("x.tsv", test.text, []string{"a", "b"})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

func TestPatterns(t *testing.T) {
	var ps patterns
	for _, test := range []struct {
		pattern string
		adds    bool
	}{{"get", true}, {"get", false}, {"get(I)", false}, {"put(I)", true}, {"put(IJ)", true}, {"put", false}, {"add*", true}, {"add*", false}} {
		if got := ps.add(parsePattern(test.pattern)); got != test.adds {
			t.Errorf("adding %s: %v, want %v", test.pattern, got, test.adds)
		}
	}
	for method, want := range map[string]bool{
		"get(Ljava/lang/Object;)V": true, "getAll()V": false, "put(I)V": true, "put(IJ)V": true, "put(J)V": false, "put()V": false, "addAll()V": true, "ad()V": false,
	} {
		name, desc, _ := strings.Cut(method, "(")
		if ps.has(name, "("+desc) != want {
			t.Errorf("%s: %v, want %v", method, !want, want)
		}
	}
	for _, bad := range []string{"get(I", "(I)", "*(I)", ""} {
		if parsePattern(bad).wellFormed() {
			t.Errorf("%q is taken for a method", bad)
		}
	}
}

// member reads class.name(parameters)result.
func member(s string) classfile.Member {
	open := strings.IndexByte(s, '(')
	dot := strings.LastIndexByte(s[:open], '.')
	return classfile.Member{Class: s[:dot], Name: s[dot+1 : open], Desc: s[open:]}
}

// TestSilent: methods that may throw are not among those that never do.
func TestSilent(t *testing.T) {
	for name, want := range map[string]bool{
		"java/lang/Object.<init>()V": true, "java/lang/StringBuilder.append(I)Ljava/lang/StringBuilder;": true,
		"java/lang/Math.max(II)I": true, "java/util/ArrayList.add(Ljava/lang/Object;)Z": true, "java/util/Set.size()I": true,
		"java/lang/IllegalStateException.<init>(Ljava/lang/String;)V": true,

		"java/lang/Math.addExact(II)I": false, "java/lang/Math.floorMod(II)I": false, "java/lang/Math.maxExact(II)I": false,
		"java/lang/Integer.parseInt(Ljava/lang/String;)I": false, "java/lang/Integer.valueOf(Ljava/lang/String;)Ljava/lang/Integer;": false,
		"java/lang/String.charAt(I)C": false, "java/lang/String.substring(I)Ljava/lang/String;": false,
		"java/lang/StringBuilder.append([C)Ljava/lang/StringBuilder;": false, "java/lang/StringBuilder.<init>(I)V": false,
		"java/util/ArrayList.get(I)Ljava/lang/Object;": false, "java/util/ArrayList.add(ILjava/lang/Object;)V": false, "java/util/List.add(Ljava/lang/Object;)Z": false,
		"java/util/Map.put(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;": false, "java/util/Iterator.next()Ljava/lang/Object;": false,
		"java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;": false, "java/util/Optional.orElseThrow()Ljava/lang/Object;": false,
		"java/util/ArrayList.contains(Ljava/lang/Object;)Z": true, "java/util/ArrayList.containsAll(Ljava/util/Collection;)Z": false,
		"java/lang/Object.wait()V": false, "java/lang/Enum.valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;": false,
		"java/lang/String.valueOf([C)Ljava/lang/String;": false, "java/lang/Byte.toString(B)Ljava/lang/String;": true,
		"java/util/List.size()I": false, "java/util/Collection.isEmpty()Z": false, "java/util/List.iterator()Ljava/util/Iterator;": false,
		"java/util/Iterator.hasNext()Z": false, "java/util/Map$Entry.getKey()Ljava/lang/Object;": false,
		"java/lang/String.indexOf(II)I": true, "java/lang/String.indexOf(III)I": false, // which checks the range that it searches
		"java/lang/Character.toString(I)Ljava/lang/String;": false, "java/lang/Character.toString()Ljava/lang/String;": true,
	} {
		if Silent.Has(member(name)) != want {
			t.Errorf("%s: silent is %v, want %v", name, !want, want)
		}
	}
}
