package rules

import (
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/randprog"
	"github.com/energylint/energylint/internal/unit"
)

// TestIsClassWithoutJDK: the embedded hierarchy answers for classes of the JDK where the program is read without one.
func TestIsClassWithoutJDK(t *testing.T) {
	files, err := randprog.Assemble("class p/Own < java/util/ArrayList\nclass p/Below < p/Own\nclass p/Foreign < x/Unknown : java/util/SortedMap\nclass p/Plain\n")
	if err != nil {
		t.Fatal(err)
	}
	var classes []*classfile.Class
	for _, data := range files[1:] {
		c, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		classes = append(classes, c)
	}
	p := unit.NewProgram(callgraph.New(classes, nil, 1), nil, 1)
	e, err := NewEngine(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, class string
		want        bool
	}{
		{"java/util/List", "java/util/List", true},
		{"java/util/ArrayList", "java/util/Collection", true},
		{"java/util/Collection", "java/util/ArrayList", false},
		{"java/util/TreeMap", "java/util/SortedMap", true},
		{"java/util/LinkedList", "java/util/AbstractSequentialList", true},
		{"java/util/ArrayList", "java/util/AbstractSequentialList", false},
		{"java/util/concurrent/LinkedBlockingDeque", "java/util/Collection", true},
		{"java/util/jar/Attributes", "java/util/Map", true},
		{"java/sql/CallableStatement", "java/sql/Statement", true},
		{"p/Own", "java/util/List", true},
		{"p/Below", "java/lang/Iterable", true},
		{"p/Below", "java/util/LinkedList", false},
		{"p/Foreign", "java/util/Map", true},
		{"p/Foreign", "java/util/List", false},
		{"p/Plain", "java/util/Map", false},
		{"x/Unknown", "java/util/Map", false},
	} {
		if got := e.IsClass(test.name, test.class); got != test.want {
			t.Errorf("IsClass(%s, %s) = %v", test.name, test.class, got)
		}
	}
	if ns := p.Notifications(); len(ns) > 0 {
		t.Errorf("notifications: %v", ns)
	}
}
