package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/unit"
	"github.com/energylint/energylint/rules/evidence"
)

// compareReasons reports where the reasons why findings of methods are silent are not those that are wanted: a part of each, or none.
func compareReasons(t *testing.T, found, want map[string]string) {
	t.Helper()
	for method, why := range want {
		got, ok := found[method]
		if !ok || (why == "") != (got == "") || !strings.Contains(got, why) {
			t.Errorf("%s: %q (found %v), want %q", method, got, ok, why)
		}
	}
}

// TestNotWorth: what seldom runs, or does something that takes far longer each time, has no finding in compiled code.
func TestNotWorth(t *testing.T) {
	table := measuredTable(t, "OpenJDK 17", map[evidence.Key]float64{hashMap: 0.5})
	want := map[string]string{
		"ordinary": "", "files": "exists asks the file system", "filesInHelper": "length", "filesForSome": "", "startsProcess": "besides", "readsFile": "", "startsProcessForSome": "", "deprecated": "deprecated", "printUsage": "help",
		"few": "less than 100 ns", "demo": "",
		"parameters": "(parameter)", "callers": "", "prefixes": "(prefix)", "nested": "", "switched": "switch for debugging", "main": "",
		"WorthNames.toString": "for people", "WorthList.toString": "",
	}
	found := map[string]string{}
	for _, f := range runFixture(t, "worth", Options{Measurement: Measurement{Mode: evidence.C2, Table: table}}) {
		if f.Rule == "EL2001" {
			found[f.Location.Method] = f.Energy.Measured.Little
			found[f.Location.Class+"."+f.Location.Method] = f.Energy.Measured.Little
		}
	}
	compareReasons(t, found, want)
	for _, f := range runFixture(t, "worth", Options{}) {
		if f.Energy.Measured != nil {
			t.Errorf("%s is measured in the interpreter", f.Location.Method)
		}
	}
}

// TestSeldomPolling: a loop that sleeps for a second and more takes no energy worth a change.
func TestSeldomPolling(t *testing.T) {
	tables, err := evidence.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"sleeping": "", "caught": "", "plainField": "", "spinning": "", "deadline": "",
		"slowly": "less than 20 us in each second", "seldom": "less than 20 us in each second", "remaining": "less than 20 us in each second",
	}
	found := map[string]string{}
	for _, f := range runFixture(t, "el6001", Options{Measurement: Measurement{Mode: evidence.C2, Table: tables[evidence.DefaultName]}}) {
		found[f.Location.Method] = f.Energy.Measured.Little
	}
	compareReasons(t, found, want)
}

// TestSizedBuffers: a buffer saves in proportion to its bytes, and a small one nothing beside the file that it is for.
func TestSizedBuffers(t *testing.T) {
	tables, err := evidence.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	pair := evidence.Lookup(evidence.Key{Rule: "EL7015", Case: "ReadBuffer"})
	if text := fmt.Sprintf("new byte[%d]", measuredBuffer); pair == nil || strings.Count(pair.Source, text) != 2 {
		t.Fatalf("the evidence of EL7015 is not about buffers of %d bytes", measuredBuffer)
	}
	saved := map[string]float64{} // by the size in the message
	silent := map[string]bool{}
	for _, f := range runFixture(t, "el7015", Options{Measurement: Measurement{Mode: evidence.C2, Table: tables[evidence.DefaultName]}}) {
		if size := strings.Fields(f.Message)[3]; f.Rule == "EL7015" {
			saved[size], silent[size] = f.Energy.Measured.Amount, f.Energy.Measured.NoGain
		}
	}
	if !silent["512"] || !silent["1024"] || silent["2048"] || silent["4096"] || silent["8192"] {
		t.Errorf("silent are %v", silent)
	}
	for size, of := range map[string]float64{"4096": 2, "512": 16} { // chars have two bytes: 2048 of them are as 4096 bytes
		if got := saved["8192"] / saved[size]; math.Abs(got-of) > 1e-6*of {
			t.Errorf("8192 bytes save %g times as much as %s, want %g times", got, size, of)
		}
	}
	if saved["2048"] != saved["4096"] {
		t.Errorf("2048 chars save %g, 4096 bytes %g", saved["2048"], saved["4096"])
	}
}

// TestSourceLoops: what only calls repeat is worth less where the loop is in another source.
func TestSourceLoops(t *testing.T) {
	tables, err := evidence.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"isCode": "", "isName": "", "isNumber": "less than 500 ns", "known": "less than 50 ns"}
	found := map[string]string{}
	for _, f := range runFixture(t, "sourceloops", Options{Measurement: Measurement{Mode: evidence.C2, Table: tables[evidence.DefaultName]}}) {
		found[f.Location.Method] = f.Energy.Measured.Little
	}
	compareReasons(t, found, want)
}

// TestFewByName: what is about things that names tell there are few of has no finding in compiled code, unless it saves much.
func TestFewByName(t *testing.T) {
	tables, err := evidence.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"searched": "the search goes over", "searchedMany": "", "pieces": "pieces of a text", "limited": "pieces of a text", "words": "",
		"padded": "fills a text up", "escaped": "fills a text up", "listeners": "(listener)", "bytes": "",
		"arrayType": "(dimension)", "arguments": "(parameter)", "numbers": "",
		"enlarge": "makes what it fills", "shift": "", "rows": "",
	}
	found := map[string]string{}
	for _, f := range runFixture(t, "worth", Options{Measurement: Measurement{Mode: evidence.C2, Table: tables[evidence.DefaultName]}}) {
		if slices.Contains([]string{"EL1001", "EL2002", "EL5002"}, f.Rule) {
			found[f.Location.Method] = f.Energy.Measured.Little
		}
	}
	compareReasons(t, found, want)
}

// TestSeldom: what runs or is made only where something went wrong, or once, what is beside work that takes long, and copies that fill what the
// method makes have no finding in compiled code.
func TestSeldom(t *testing.T) {
	tables, err := evidence.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	const beside = "takes more than 20 times as long"
	want := map[string]string{
		"thrown": "about what went wrong", "thrownByBuilder": "about what went wrong", "told": "about what went wrong", "toldOthers": "", "toldAndReturned": "",
		"builderOfOthers": "", "handled": "after an exception", "finallyHandled": "", "onTheWay": "on the way to an exception", "getMessage": "in the class of an exception",
		"<clinit>": "run once", "lambda$static$0": "run once", "initially": "called only by code that is run once", "sharedSum": "", "loader": "run once, to set", "later": "", "names": "run once, to set", "ownNames": "",
		"hash": "run once, to set", "learn": "run once, to set", "supply": "run once, to set", "everyHundred": "", "handle": "", "whileMissing": "",
		"described": "called only by code that is run only on the way to an exception",
		"stored":    beside + ": store.keep asks the file system", "taken": "", "copies": "", "parsed": beside + ": LocalDate.parse parses a date", "inBranch": beside, "behindBranch": "",
		"validators": "", "validatorsOfOthers": beside + ": Pattern.compile compiles a regular expression",
		"tokens": "pieces of a text", "tokensOfWords": "", "digits": "digits of a number", "digitsOfLong": "digits of a number", "bits": "", "dividedElsewhere": "",
		"<init>": "makes what it fills", "reuse": "", "replace": "",
	}
	found := map[string]string{}
	for _, f := range runFixture(t, "worth", Options{Measurement: Measurement{Mode: evidence.C2, Table: tables[evidence.DefaultName]}}) {
		found[f.Location.Method] = f.Energy.Measured.Little
	}
	compareReasons(t, found, want)
}

// TestExceptions: a class is one of exceptions also where a class above it is only known by name.
func TestExceptions(t *testing.T) {
	parsed := []*classfile.Class{
		{Name: "a/Failure", Super: "lib/ParseException"}, {Name: "a/Plain", Super: "java/lang/Object"}, {Name: "a/Other", Super: "lib/Base"},
		{Name: "a/Below", Super: "a/Failure"}, {Name: "a/NoException", Super: "java/lang/Object"},
	}
	p := unit.NewProgram(callgraph.New(parsed, nil, 1), nil, 1)
	e, err := NewEngine(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"a/Failure": true, "a/Below": true, "lib/IoError": true, "java/io/IOException": true, "a/Plain": false, "a/Other": false, "a/NoException": false, "lib/Base": false,
	} {
		if e.isException(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// TestShortArrays: to add the few elements of an array one by one saves nothing in compiled code.
func TestShortArrays(t *testing.T) {
	tables, err := evidence.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"varargs": "the arguments of a call", "parameter": "", "rest": "the part of the array", "restOfRows": "the part of the array", "constant": "in the source", "field": "in the source",
		"rows": "", "sized": "", "taken": "", "ofList": "",
	}
	found := map[string]string{}
	for _, f := range runFixture(t, "el2016", Options{Measurement: Measurement{Mode: evidence.C2, Table: tables[evidence.DefaultName]}}) {
		found[f.Location.Method] = f.Energy.Measured.Little
	}
	compareReasons(t, found, want)
}

// TestKnownSizes: a change that is about few elements, as the code shows, is priced for those.
func TestKnownSizes(t *testing.T) {
	tables, err := evidence.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	silent := map[string]bool{}
	for _, fixture := range []string{"el2002", "el5002"} {
		for _, f := range runFixture(t, fixture, Options{Measurement: Measurement{Mode: evidence.C2, Table: tables[evidence.DefaultName]}}) {
			silent[f.Location.Method] = f.Energy.Measured.NoGain
		}
	}
	for method, want := range map[string]bool{"toFront": true, "delete": false, "amongNumbers": true, "amongTexts": false} {
		if got, found := silent[method]; !found || got != want {
			t.Errorf("%s: no gain %v (found %v), want %v", method, got, found, want)
		}
	}
}
