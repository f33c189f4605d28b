//go:build linux

package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// TestMutants analyses some mutants of the fixtures. `make attack` goes on with classes of the corpus.
func TestMutants(t *testing.T) {
	var out bytes.Buffer
	m, err := newMutation("../../testdata/fixtures/programs/classes", t.TempDir(), &out)
	if err != nil {
		t.Fatal(err)
	}
	if failures, err := m.run(2*batch, 1); err != nil || failures > 0 {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// TestLayout checks that every byte behind the magic number belongs to one field, and that mutants are of all sorts: some
// still parse and some do not.
func TestLayout(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/fixtures/programs/classes/*.class")
	if err != nil || len(paths) == 0 {
		t.Fatal("no fixtures", err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	parsed, all := 0, 0
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		l, err := layoutOf(data)
		if err != nil {
			t.Fatal(err)
		}
		at := 4
		for _, f := range l.fields {
			if f.at != at {
				t.Fatalf("%s: field at %d behind one that ends at %d", p, f.at, at)
			}
			at += f.size
		}
		if at != len(data) {
			t.Fatalf("%s: %d of %d bytes", p, at, len(data))
		}
		for range 20 {
			all++
			mutant := mutate(l, r)
			if _, err := classfile.Parse(mutant); err == nil && !bytes.Equal(mutant, data) {
				parsed++
			}
		}
	}
	if parsed < all/4 || parsed > all*9/10 {
		t.Errorf("%d of %d mutants parse", parsed, all)
	}
}
