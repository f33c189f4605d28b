package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestLibraryCalls: what library calls run on elements of the program's classes, and the functions that they are given, are in
// their price.
func TestLibraryCalls(t *testing.T) {
	const order = 2 * 1000 // by the comparator of the program, which a collection that is made elsewhere may have
	const n = 16           // of every size: elements are compared on log2(n) + 1 levels, log2(2*n) + 1 where they are added
	iterationsOf(t, "libcalls", n, []iterationTest{
		{"hashes", n * 1000, ""},
		{"hashesDeep", n * 1000, ""},
		{"hashesRows", n * n * 1000, ""},
		{"hashesCubes", n * n * n * 1000, ""},
		{"equates", n * 2000, ""},
		{"equatesDeep", n * 2000, ""},
		{"equatesRows", n * n * 2000, ""},
		{"mismatch", n * 2000, ""},
		{"compares", n * 3000, ""},
		{"comparesBy", n * 2 * 1000, ""},
		{"text", n * 4000, ""},
		{"sorts", n * 5 * 3000, ""},
		{"sortsInParallel", n * 5 * 3000, ""},
		{"sortsAny", n * 5 * 3000, ""},
		{"comparesAny", n * 3000, ""},
		{"searches", 5 * 3000, ""},
		{"addsAll", n * 6 * 3000, ""},
		{"addsAllBy", n * 6 * 2 * 1000, ""},
		{"addsAllToTree", n * 6 * 3000, ""},
		{"tree", n * 5 * 3000, ""},
		{"putsAll", n * 6 * 3000, ""},
		{"head", 5 * (3000 + order), ""},
		{"part", 5 * (3000 + order), ""},
		{"takes", 2 * 5 * 3000, ""},
		{"offers", 5 * (3000 + order), ""},
		{"removes", 2 * 5 * 3000, ""},
		{"scans", n * 2000, ""},
		{"scansLinked", n * 2000, ""},
		{"scansDeque", n * 2000, ""},
		{"addsToScanned", n * 2000, ""},
		{"scansSet", n * 2000, ""},
		{"removesElement", n * 2000, ""},
		{"scansValues", n * 2000, ""},
		{"scansValuesOf", n * 2000, ""},
		{"removesPair", 2000, ""},
		{"replacesPair", 2000, ""},
		{"property", 1000 + 2000, ""},
		{"formats", 2 * 400_000, ""},
		{"formatted", 400_000, ""},
		{"formatsAll", n * 400_000, ""},
		{"formatsItself", 500_000, ""},
		{"prints", 400_000, ""},
		{"printsLine", 4000, ""},
		{"message", 400_000, ""},
		{"logsText", 400_000, ""},
		{"textOr", 4000, ""},
		{"fails", 4000, ""},
		{"hash", 2 * (1000 + 2000), ""},
		{"setOf", 3 * (1000 + 2000), ""},
		{"setOfAll", n * (1000 + 2000), ""},
		{"mapOf", 1000 + 2000, ""},
		{"addsTwo", 2 * (1000 + 2000), ""},
		{"addsArray", n * (1000 + 2000), ""},
		{"addsTwoInOrder", 2 * 5 * 3000, ""},
		{"addsTwoToList", 0, ""},
		{"logs", 200_000, ""},
		{"logsGiven", 0, "s.get()"},
		{"takesWhile", n * 1000, ""},
		{"dropsWhile", n * 1000, ""},
		{"reduces", (n + 1) * 1000, ""},
		{"tees", 2 * (n + 1) * 1000, ""},
		{"collectsOf", (n + 1) * 1000, ""},
		{"fills", n * 1000, ""},
		{"half", n / 2 * 1000, ""},
		{"more", n * 1000, ""},
	})
	iterationsOf(t, "libcallsown", n, []iterationTest{
		{"adds", 1000, ""},
		{"takesOwn", 2000, ""},
		{"asks", 3000, ""},
		{"headOfOwn", 1000 + 5*(3000+1000), ""},
		{"addsEach", 0, "q.addAll(Collection)"},
		{"writes", 0, "o.writeObject(Object)"},
		{"collectsInOrder", 0, "s.collect(Collector)"},
		{"filters", 0, "f.listFiles(FileFilter)"},
		{"joins", 2 * 4000, ""},
		{"logsExplained", 300_000, ""},
		{"logsTold", 200_000, ""},
	})
	iterationsOf(t, "libcallskotlin", n, []iterationTest{
		{"closes", 5000, ""},
		{"scans", n * 2000, ""},
		{"hashes", 2 * (1000 + 2000), ""},
		{"looksUp", 1000 + 2000, ""},
		{"unites", n * (1000 + 2000), ""},
		{"copiesOnce", 2 * n * (1000 + 2000), ""},
		{"takesOut", n * 2000, ""},
		{"takesOutAll", n * n * 2000, ""},
		{"takesOutHashed", n * (1000 + 2000), ""},
		{"takesOutAny", n * n * 2000, ""},
		{"subtracts", n*n*2000 + 2*n*(1000+2000), ""},
		{"copiesMap", n * (1000 + 2000), ""},
		{"copiesMapOnce", n * (1000 + 2000), ""},
	})
	iterationsOf(t, "libcallssequences", n, []iterationTest{
		{"scans", 0, "CollectionsKt.contains(Iterable, Object)"},
		{"scansList", n * 2000, ""},
		{"hashes", 0, "CollectionsKt.toHashSet(Iterable)"},
		{"hashesList", n * (1000 + 2000), ""},
	})
	iterationsOf(t, "kotlinlists", n, []iterationTest{
		{"reads", 10000, ""},
		{"readsOwn", 10000, ""},
		{"goesOver", n * 10000, "l.iterator()"},
		{"looksFor", 0, "l.contains(Object)"},
		{"copies", 0, "CollectionsKt.drop(Iterable, int)"},
		{"takesLast", 0, "CollectionsKt.last(List)"},
		{"counts", 0, "CollectionsKt.count(Iterable)"},
		{"keeps", 0, "CollectionsKt.toList(Iterable)List.size()"},
	})
	iterationsOf(t, "kotliniterators", n, []iterationTest{
		{"nextNumber", 3000 + 1000 + 500, ""}, // an iterator that may be that of a list, too
		{"moreRows", 700, "r.iterator()"},
		{"nextRow", 3000 + 1000 + 500, "r.iterator()"},
		{"moreCells", 700, "c.iterator()"},
		{"nextCell", 3000 + 1000 + 500, "c.iterator()"},
	})
	iterationsOf(t, "kotlinsteps", n, []iterationTest{
		{"moreSteps", 2000, "s.done()s.setNext(Object)"},
		{"nextStep", 2000, "s.done()s.setNext(Object)"},
	})
	// A comparator is called n * (log2(n) + 1) times, of which the formula rounds the logarithm up.
	iterationsOf(t, "kotlinsorts", n, []iterationTest{
		{"sorts", n * 5 * 1000, ""},
		{"sortsDown", n * 5 * 1000, ""},
		{"sortsBy", n * 6 * 2 * 500, ""},
		{"sortsByDown", n * 6 * 2 * 500, ""},
		{"sortsWith", n * 6 * 2 * 500, ""},
		{"sorted", n * 5 * 1000, ""},
		{"sortedDown", n * 5 * 1000, ""},
		{"sortedBy", n * 6 * 2 * 500, ""},
		{"sortedByDown", n * 6 * 2 * 500, ""},
		{"sortedSet", n * 6 * 2 * 500, ""},
		{"sortsArray", n * 5 * 1000, ""},
		{"sortsArrayBy", n * 6 * 2 * 500, ""},
		{"sortedArrayBy", n * 6 * 2 * 500, ""},
		{"sortedArray", n * 5 * 1000, ""},
		{"sortsPart", n * 5 * 1000, ""},
		{"sortsGeneric", n * 5 * 1000, ""},
		{"largest", n * 1000, ""},
		{"smallest", n * 1000, ""},
		{"largestWith", (n - 1) * 2 * 500, ""},
		{"smallestWith", (n - 1) * 2 * 500, ""},
		{"reversed", n * 6 * 1000, ""},
		{"reversedBy", n * 6 * 2 * 500, ""},
		{"joins", n * 4000, ""},
		{"joinsNames", n * 4000, ""},
		{"joinsArray", n * 4000, ""},
		{"removes", n * 500, ""},
		{"retains", n * 500, ""},
	})
}

// iterationTest is a method with the iterations of the loop in its program's work, a tenth more at most, and a call symbol that it has.
type iterationTest struct {
	method     string
	iterations float64
	lacking    string
}

// iterationsOf compares the energies of methods of a topic with that of the loop in its work, where every size is n.
func iterationsOf(t *testing.T, topic string, n float64, tests []iterationTest) {
	t.Helper()
	e, methods := withJDK(t, topic, func(_ *classfile.Method, symbol string) (float64, string, bool) {
		if strings.Contains(symbol, "(") && !strings.HasSuffix(symbol, ".size()") && !strings.HasPrefix(symbol, "argument of") && !strings.HasPrefix(symbol, "elements(") {
			return 0, "test", true
		}
		return n, "test", true
	})
	jdk, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	e.Analyzer.External = jdk
	counted := methods["counted"]
	iteration := e.Evaluate([]*classfile.Method{counted}).Worst(counted, confidence).Energy.Mean / 2000
	for _, test := range tests {
		checkIterations(t, e, methods[test.method], test.iterations, iteration, test.lacking)
	}
}

// TestLibraryCallsOfOwn: where a library call runs code of the program that its model does not cover, it has no price.
func TestLibraryCallsOfOwn(t *testing.T) {
	jdk, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ topic, method, why string }{
		{"libcalls", "prime", ""},
		{"libcalls", "splits", "the call of java.lang.Iterable.spliterator"},
		{"libcallsown", "primeDrawn", "it may call LibCallsOwn$Drawn.next(int), which its model does not cover"},
		{"libcallsown", "primeDrawnByNew", "it may call LibCallsOwn$Drawn.next(int), which its model does not cover"},
		{"libcallsown", "readsOwn", "it may call LibCallsOwn$Source.read"},
		{"libcallsown", "copies", "it may call LibCallsOwn$Source.read"},
		{"libcallsown", "wraps", "it may call LibCallsOwn$Source.read"},
		{"libcallsown", "lists", "it may call LibCallsOwn$Words.hasMoreElements()"},
		{"libcallsown", "collectsByName", ""},
		{"libcallsown", "asksClock", "it may call LibCallsOwn$Stopped.instant()"},
		{"libcallsown", "shifts", "it may call LibCallsOwn$Shift."},
		{"libcallsown", "setsTime", "it may call LibCallsOwn$Dated.getTime()"},
		{"libcallsown", "retains", "it may call LibCallsOwn$Kept.contains"},
		{"libcallssequences", "collects", "no model prices it"},
		{"libcalls", "replaces", "which is not tracked between iterations"},
		{"libcalls", "called", ""},
		{"libcalls", "unsized", "a condition on a size that is not known here"},
	} {
		e, methods := withJDK(t, test.topic, nil)
		e.Analyzer.External = jdk
		m := methods[test.method]
		w := e.Evaluate(roots(m)).Worst(m, confidence)
		why := ""
		for _, r := range w.Outcome.Reasons {
			why += r.Text + "; "
		}
		if test.why == "" && why != "" || !strings.Contains(why, test.why) {
			t.Errorf("%s: no price because %q, want %q", test.method, why, test.why)
		}
	}
}
