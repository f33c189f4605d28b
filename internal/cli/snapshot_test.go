package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
)

// The model of a snapshot prices the counts of a snapshot as the analysis did, without the files that it was made from.
func TestSnapshotModel(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "own.toml")
	text := "name = \"own\"\nextends = \"rpi5-nyholm\"\n[[component]]\nname = \"network\"\nunit = \"byte\"\nbase = { mean = 2e-6, sd = 1e-7 }\n"
	if err := os.WriteFile(own, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{}, {"--model", "hotspot-xint-instructions"}, {"--model", own},
		{"--unknown-calls", "10 uJ", "--assume", "names.size()<=20", "--assume", "*.run()<=3 uJ", "--assume", "*.next()<=100 nJ"},
	} {
		file := filepath.Join(dir, "x.snapshot")
		var errors bytes.Buffer
		args = append([]string{"snapshot", "--jdk", "none", "--cache", "none", "-o", file, "../../testdata/fixtures/driver/classes", "../../testdata/fixtures/calls/classes"}, args...)
		if code := Main(args, nil, io.Discard, &errors); code != ExitOK {
			t.Fatalf("%v: exit %d: %s", args, code, &errors)
		}
		if err := os.Rename(own, own+".away"); err != nil {
			t.Fatal(err)
		}
		s, err := snapshotFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := snapshotModel(&s.Settings)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(own+".away", own); err != nil {
			t.Fatal(err)
		}
		priced := 0
		for _, x := range s.Methods {
			if x.Path == nil {
				continue
			}
			c, err := m.CountsOf(x.Path)
			if err != nil {
				t.Fatal(err)
			}
			price := m.Price(c, x.Device)
			if priced++; result.Joules(price.Mean) != x.Worst.Mean {
				t.Errorf("%v: %s costs %v on %q for %v, want %v", args[8:], x.Key(), price.Mean, x.Device, x.Path, x.Worst.Mean)
			}
		}
		if priced < 10 {
			t.Errorf("%v: %d methods are priced", args, priced)
		}
	}
}
