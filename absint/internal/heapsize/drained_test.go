package heapsize_test

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/internal/classfile"
)

// TestDrained: what a queue has next ends a loop as isEmpty() does, unless a class of the program may say otherwise, and entries and
// numbers are taken as elements and bytes are.
func TestDrained(t *testing.T) {
	all := absinttest.Fixture(t, "drained")
	honest := slices.DeleteFunc(slices.Clone(all), func(c *classfile.Class) bool { return c.Name == "Drained$Lying" })
	for _, program := range []struct {
		classes []*classfile.Class
		bounds  map[string]string
	}{
		{honest, map[string]string{
			"peeked": "q.size()", "kept": "q.size()", "entries": "m.size()", "lastEntries": "m.size()", "numbers": "remaining(b)",
			"removed": "l.size()", "removedFromSet": "s.size()", "removedLast": "q.size()",
			"otherQueue": "", "sometimes": "", "putBack": "", "delayed": "", "absent": "", "entriesPutBack": "", "entriesMerged": "",
			"entriesPutByView": "", "entriesElsewhere": "", "sameNumber": "", "rewound": "",
			"removedAndAdded": "", "removedElsewhere": "", "notRemoved": "", "removedByKey": "",
			"whileEmpty": "", "untilZero": "", "untilEnd": "reads(in)",
		}},
		{all, map[string]string{"lying": "", "peeked": ""}},
	} {
		a, methods := absinttest.AnalyzerOf(program.classes), absinttest.MethodsOf(program.classes)
		for name, want := range program.bounds {
			m := methods["Drained."+name]
			if m == nil {
				t.Fatalf("no method %s", name)
			}
			if got := absinttest.LoopsOf(t, a, m)[0].Bound; got != want {
				t.Errorf("%s: bound %q, by hand %q", name, got, want)
			}
		}
	}
}

// TestKotlinWorklists: functions of Kotlin's library that only read a collection add nothing to it, unless they run code of the program
// that does.
func TestKotlinWorklists(t *testing.T) {
	for topic, bounds := range map[string]map[string]string{
		"kotlinworklists": {
			"breadthFirst": "graph.size() + queue.size()", "takeAll": "queue.size()", "takeLastOnes": "list.size()", "takeCheapest": "jobs.size()",
			"takeWhileIn": "list.size()", "putBack": "", "takeBeside": "",
			"takeByDefault": "", "takeUntilNull": "queue.size()", "takeBackUntilNull": "", "takeUntilNullElement": "queue.size()", "takeIfAny": "queue.size()",
			"fields": "text.length()", "samePlace": "", "placesOf": "",
		},
		"kotlinworklistsown": {"takeGrowing": "", "takeAll": ""},
	} {
		classes := absinttest.Fixture(t, topic)
		a, methods := absinttest.AnalyzerOf(classes), absinttest.MethodsOf(classes)
		for name, want := range bounds {
			m := methods[map[string]string{"kotlinworklists": "WorklistsKt.", "kotlinworklistsown": "WorklistsOwnKt."}[topic]+name]
			if m == nil {
				t.Fatalf("no method %s", name)
			}
			if got := absinttest.LoopsOf(t, a, m)[0].Bound; got != want {
				t.Errorf("%s: bound %q, by hand %q", name, got, want)
			}
		}
	}
}

// TestFirsts: a loop that removes what a new iterator returns runs once for each element, if remove finds it: an object of an immutable class, in a
// collection whose order no class of the program defines.
func TestFirsts(t *testing.T) {
	classes := absinttest.Fixture(t, "firsts")
	for _, program := range []struct {
		classes []*classfile.Class
		bounds  map[string]string
	}{
		{classes, map[string]string{
			"ofMap": "m.size()", "ofSet": "s.size()", "ofHashMap": "m.size()",
			"anyKey": "", "lists": "", "unboxed": "", "ofOther": "", "values": "", "once": "", "sometimes": "", "changed": "", "putBack": "", "putByOther": "",
		}},
		{slices.Concat(classes, absinttest.Fixture(t, "bridges")), map[string]string{"ofMap": "", "ofSet": "", "ofHashMap": "m.size()"}},
	} {
		a, methods := absinttest.AnalyzerOf(program.classes), absinttest.MethodsOf(program.classes)
		for name, want := range program.bounds {
			if got := absinttest.LoopsOf(t, a, methods["Firsts."+name])[0].Bound; got != want {
				t.Errorf("%s: bound %q, by hand %q", name, got, want)
			}
		}
	}
}
