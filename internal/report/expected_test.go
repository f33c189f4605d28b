package report

import (
	"fmt"
	"testing"
)

func TestExpectedCalls(t *testing.T) {
	var many []string
	for i := range 11 {
		many = append(many, fmt.Sprintf("a/Class%c.run()V", 'A'+i))
	}
	for _, test := range []struct {
		name    string
		members []string
		all     bool
		want    string
	}{
		{"one", []string{"java/util/HashMap.get(Ljava/lang/Object;)Ljava/lang/Object;"}, false, "HashMap.get"},
		{"overloads are one", []string{"a/B.c()V", "a/B.c(I)V"}, false, "B.c"},
		{"a constructor", []string{"java/lang/StringBuilder.<init>()V"}, false, "new StringBuilder"},
		{"a nested class", []string{"java/util/Map$Entry.getKey()Ljava/lang/Object;"}, false, "Map$Entry.getKey"},
		{"no package", []string{"B.c()V"}, false, "B.c"},
		{"sorted by what is shown", []string{"a/Z.a()V", "b/A.a()V"}, false, "A.a, Z.a"},
		{"one too many is shown", many[:9], false, "ClassA.run, ClassB.run, ClassC.run, ClassD.run, ClassE.run, ClassF.run, ClassG.run, ClassH.run, ClassI.run"},
		{"shortened", many, false, "ClassA.run, ClassB.run, ClassC.run, ClassD.run, ClassE.run, ClassF.run, ClassG.run, ClassH.run and 3 more (--verbose shows all)"},
		{"all of them", many[:10], true, "ClassA.run, ClassB.run, ClassC.run, ClassD.run, ClassE.run, ClassF.run, ClassG.run, ClassH.run, ClassI.run, ClassJ.run"},
		{"no member", []string{"odd\x1b"}, false, oneLine("odd\x1b")},
	} {
		if got := expectedCalls(test.members, test.all); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
