package models

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
)

const extended = `name = "own"
extends = "rpi5-nyholm"

[[component]]
name = "network"
unit = "byte"
base = { mean = 2e-6, sd = 1e-7 }
slope = { mean = 3e-9, sd = 1e-10 }
`

// A bundle is all of a model: without its files the model has the same energies.
func TestBundle(t *testing.T) {
	file := filepath.Join(t.TempDir(), "own.toml")
	if err := os.WriteFile(file, []byte(extended), 0o600); err != nil {
		t.Fatal(err)
	}
	own, err := ReadBundle(file, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	bundles := map[string]*Bundle{"own": own}
	for _, name := range Names() {
		if bundles[name], err = ShippedBundle(name); err != nil {
			t.Fatal(err)
		}
	}
	digests := map[string]bool{}
	for name, b := range bundles {
		again, err := ParseBundle(b.String())
		if err != nil {
			t.Fatal(err)
		}
		m, err := again.Model()
		if err != nil {
			t.Fatal(err)
		}
		want, err := ParseFile(file, nil, nil)
		if name != "own" {
			want, err = Load(name)
		}
		if err != nil {
			t.Fatal(err)
		}
		for id := range pattern.ID(pattern.Num) {
			c := pattern.Single(id, 2)
			if a, b := m.Price(c, m.Devices()[0]), want.Price(c, m.Devices()[0]); a != b {
				t.Fatalf("%s: %v costs %v, want %v", name, id, a, b)
			}
		}
		if digests[b.Digest()] {
			t.Errorf("%s has the digest of another model", name)
		}
		digests[b.Digest()] = true
	}
	if _, err := ParseBundle("{"); err == nil {
		t.Error("half a bundle is parsed")
	}
}

func TestPatternNames(t *testing.T) {
	m, err := Parse("own.toml", []byte(extended), nil)
	if err != nil {
		t.Fatal(err)
	}
	m = m.WithUnknownCall(1, "test")
	for range 2 { // assumptions of two methods may have one name
		if m, _, err = m.WithAssumedCall("it.next()", 1); err != nil {
			t.Fatal(err)
		}
	}
	names := map[string]pattern.ID{}
	for id := range pattern.ID(pattern.Num) {
		name := m.PatternName(id)
		if old, ok := names[name]; ok {
			t.Fatalf("%d and %d are named %q", id, old, name)
		}
		names[name] = id
		if n, ok := id.Entry(); !ok || n < len(m.entries) {
			if back, ok := m.PatternOf(name); !ok || back != id {
				t.Fatalf("%q is %d (%v), want %d", name, back, ok, id)
			}
		}
	}
	for _, want := range []string{"Addition, int, Load", "Component: network: base", "Component: network: per byte", "Call: without a price", "Call: assumed of it.next()"} {
		if _, ok := names[want]; !ok {
			t.Errorf("no pattern is named %q", want)
		}
	}
	if _, ok := m.PatternOf("Addition, house"); ok {
		t.Error("there is a pattern that there is not")
	}
}
