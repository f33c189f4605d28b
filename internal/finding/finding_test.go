package finding

import (
	"slices"
	"testing"
)

func TestFingerprintsSurviveLineShifts(t *testing.T) {
	at := func(rule, method, subject string, line int) Finding {
		return Finding{Rule: rule, Subject: subject, Location: Location{Class: "a/B", Method: method, Desc: "()V", File: "a/B.java", Line: line}}
	}
	before := []Finding{at("EL2001", "m", "map", 10), at("EL2001", "m", "map", 20), at("EL2001", "m", "other", 20), at("EL2001", "n", "map", 30), at("EL1001", "n", "map", 30)}
	prints := Fingerprints(before)
	if u := slices.Compact(slices.Sorted(slices.Values(prints))); len(u) != len(before) {
		t.Errorf("fingerprints collide: %v", prints)
	}
	var after []Finding
	for _, f := range before {
		f.Location.Line += 7
		after = append(after, f)
	}
	if got := Fingerprints(after); !slices.Equal(got, prints) {
		t.Errorf("after a shift of 7 lines: %v, before: %v", got, prints)
	}
	slices.Reverse(after)
	got := Fingerprints(after)
	slices.Reverse(got)
	if !slices.Equal(got, prints) {
		t.Errorf("in another order: %v, before: %v", got, prints)
	}
	after[0].Location.Method = "renamed"
	if slices.Contains(prints, Fingerprints(after)[0]) {
		t.Error("a renamed method keeps its fingerprint")
	}
}

func TestSignature(t *testing.T) {
	for _, c := range []struct {
		l         Location
		qualified string
		path      string
	}{
		{Location{Class: "com/acme/Codec", Method: "encode", Desc: "([BILjava/util/Map$Entry;)V"}, "com.acme.Codec.encode(byte[], int, Map$Entry)", "com/acme/Codec.java"},
		{Location{Class: "Codec$1", Method: "<init>", Desc: "()V", File: "src/Codec.kt"}, "Codec$1.<init>()", "src/Codec.kt"},
		{Location{Class: "a/B"}, "a.B", "a/B.java"},
		{Location{Class: "a/B", Method: "m"}, "a.B.m", "a/B.java"},
		{Location{Input: "x.jar"}, "", "x.jar"},
	} {
		if got := c.l.QualifiedSignature(); got != c.qualified {
			t.Errorf("QualifiedSignature(%+v) = %q, want %q", c.l, got, c.qualified)
		}
		if got := c.l.Path(); got != c.path {
			t.Errorf("Path(%+v) = %q, want %q", c.l, got, c.path)
		}
	}
}
