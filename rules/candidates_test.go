package rules

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/unit"
)

// A name with a class may need parameters and a descriptor.
func TestGroupHas(t *testing.T) {
	table := newTable(nil, []*Rule{{Needs: Needs{Calls: [][]string{{"java/util/Objects.requireNonNull", "a/B.c(I)V"}}, Parameters: 2}}})
	for _, test := range []struct {
		member classfile.Member
		want   bool
	}{
		{classfile.Member{Class: "java/util/Objects", Name: "requireNonNull", Desc: "(Ljava/lang/Object;)Ljava/lang/Object;"}, false},
		{classfile.Member{Class: "java/util/Objects", Name: "requireNonNull", Desc: "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;"}, true},
		{classfile.Member{Class: "java/util/Other", Name: "requireNonNull", Desc: "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;"}, false},
		{classfile.Member{Class: "a/B", Name: "c", Desc: "(II)V"}, false},
	} {
		if got := table.names[test.member.Name].of(nil, test.member) != (groups{}); got != test.want {
			t.Errorf("%v: %v, want %v", test.member, got, test.want)
		}
	}
}

// hashedTypes are the types in which a HashMap or a HashSet is asked for a key: those above them, but for these, which have no such
// methods.
func TestHashedTypes(t *testing.T) {
	others := []string{"java/lang/Object", "java/lang/Iterable", "java/lang/Cloneable", "java/io/Serializable"}
	e, err := NewEngine(unit.NewProgram(callgraph.New(nil, nil, 1), nil, 1), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, c := range []string{"java/util/HashMap", "java/util/HashSet"} {
		want = append(append(want, c), e.jdk().Supers(c)...)
	}
	want = slices.DeleteFunc(want, func(c string) bool { return slices.Contains(others, c) })
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(hashedTypes)); !slices.Equal(got, slices.Compact(want)) {
		t.Errorf("%q, want %q", got, want)
	}
}
