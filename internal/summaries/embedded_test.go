package summaries

import (
	"testing"
	"testing/fstest"
)

// TestChoose: of the embedded databases, the one counts that the digest names; the last release's is stale where it is
// not that, and one of another format never counts.
func TestChoose(t *testing.T) {
	file := func(engine, source string) (*fstest.MapFile, string) {
		data, err := Encode(nil, engine, source)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Open(data)
		if err != nil {
			t.Fatal(err)
		}
		return &fstest.MapFile{Data: data}, d.Digest
	}
	released, releasedSum := file(Engine(), "released")
	current, currentSum := file(Engine(), "current")
	older, olderSum := file("format 1", "older")
	damaged := &fstest.MapFile{Data: released.Data[:20]}
	if releasedSum == currentSum {
		t.Fatal("different databases have one digest")
	}
	for _, test := range []struct {
		name              string
		released, current *fstest.MapFile
		digest            string
		source            string // empty for an error
		stale             bool
	}{
		{"release", released, nil, releasedSum, "released", false},
		{"release, leftover", released, current, releasedSum, "released", false},
		{"development", released, current, currentSum, "current", false},
		{"clone", released, nil, currentSum, "released", true},
		{"current is damaged", released, damaged, currentSum, "released", true},
		{"current is of another change", released, current, "ab", "released", true},
		{"current is of another format", released, older, olderSum, "released", true},
		{"release is of another format", older, current, currentSum, "current", false},
		{"release is of another format, clone", older, nil, currentSum, "", false},
		{"release is of another format, with its digest", older, nil, olderSum, "", false},
		{"another change's current is no release", older, current, "ab", "", false},
		{"nothing", nil, nil, currentSum, "", false},
	} {
		dir := fstest.MapFS{DigestFile: {Data: []byte(Digest{"x", test.digest}.String())}}
		if test.released != nil {
			dir[ReleasedFile] = test.released
		}
		if test.current != nil {
			dir[CurrentFile] = test.current
		}
		got, err := choose(dir)
		switch {
		case (err != nil) != (test.source == ""):
			t.Errorf("%s: error %v", test.name, err)
		case err == nil && (got.Source != test.source || got.Stale != test.stale):
			t.Errorf("%s: got that of %s, stale %t", test.name, got.Source, got.Stale)
		}
	}
	for _, test := range []struct {
		name    string
		instead Digest
		source  string
		stale   bool
	}{
		{"of another update", Digest{"ab", currentSum}, "current", false},
		{"of an update for a digest of before", Digest{"cd", currentSum}, "released", true},
		{"of another database", Digest{"ab", olderSum}, "released", true},
	} {
		dir := fstest.MapFS{
			DigestFile: {Data: []byte(Digest{"x", "ab"}.String())}, InsteadFile: {Data: []byte(test.instead.String())},
			ReleasedFile: released, CurrentFile: current,
		}
		if got, err := choose(dir); err != nil || got.Source != test.source || got.Stale != test.stale {
			t.Errorf("%s: got %+v, %v", test.name, got, err)
		}
	}
	if _, err := choose(fstest.MapFS{ReleasedFile: released}); err == nil {
		t.Error("no error without a digest")
	}
}

// TestDigest: a digest is read as it is written, with the line ends of any system.
func TestDigest(t *testing.T) {
	want := Digest{"OpenJDK 17.0.1", "0123"}
	for _, text := range []string{want.String(), "OpenJDK 17.0.1\r\n0123\r\n", "OpenJDK 17.0.1\n0123"} {
		if got := ParseDigest(text); got != want {
			t.Errorf("%q: got %+v", text, got)
		}
	}
}
