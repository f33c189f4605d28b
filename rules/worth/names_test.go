package worth

import "testing"

func TestFirstWord(t *testing.T) {
	for name, want := range map[string]string{
		"parseHeader": "parse", "parse": "parse", "toString": "to", "UTF8Encode": "utf8", "do_it": "do", "_write": "write", "<init>": "<init>", "<clinit>": "<clinit>",
		"lambda$readAll$12": "read", "print$lambda$0": "print", "access$000": "access", "": "", "$": "",
	} {
		if got := FirstWord(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestTakesTime: the table has enough of every word, and an unknown one is as all methods.
func TestTakesTime(t *testing.T) {
	tables, err := read()
	if err != nil {
		t.Fatal(err)
	}
	all := tables.names[AnyWord]
	if len(tables.names) < 200 || all.methods < 100_000 {
		t.Fatalf("%d words, %g methods", len(tables.names), all.methods)
	}
	for word, c := range tables.names {
		if c.take < 0 || c.take > c.methods || c.methods < 30 {
			t.Errorf("%s: %g of %g methods take time", word, c.take, c.methods)
		}
	}
	rate := all.take / all.methods
	if got := TakesTime("qqqq"); got != rate {
		t.Errorf("an unknown name takes time at %g, all at %g", got, rate)
	}
	if escape, dump := TakesTime("escapeHTML"), TakesTime("dumpTree"); !(dump < rate && rate < escape) {
		t.Errorf("dump %g, all %g, escape %g", dump, rate, escape)
	}
}
