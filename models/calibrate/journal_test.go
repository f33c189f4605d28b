package calibrate

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestJournalCutShort shows that a line that was written in part, on a full disk, does not spoil the one after it.
func TestJournalCutShort(t *testing.T) {
	o := Options{Meter: &instructionMeter{}, Device: "d", Output: filepath.Join(t.TempDir(), "counts.tsv"), Now: time.Unix(0, 0).UTC()}
	open := func() *output {
		t.Helper()
		out, err := openOutput(o, "jvm")
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	out := open()
	m := measurement{iterations: 10, reading: 5, begin: time.Unix(1, 0), end: time.Unix(2, 0)}
	for _, name := range []string{"first", "second"} {
		if err := out.note(1, name, m); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(JournalOf(o.Output))
	if err != nil {
		t.Fatal(err)
	}
	for cut := len(data) - 1; cut > 0; cut-- {
		if err := os.WriteFile(JournalOf(o.Output), data[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		out := open()
		if out.measured(1, "second") {
			t.Fatalf("cut at %d: %q was measured", cut, data[:cut])
		}
		if err := out.note(1, "third", m); err != nil {
			t.Fatal(err)
		}
		if out = open(); !out.measured(1, "third") || len(out.journal) > 2 {
			t.Fatalf("cut at %d: the journal has %v", cut, out.journal)
		}
	}
}
