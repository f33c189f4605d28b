package baseline

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/samplereport"
)

func TestRoundTrip(t *testing.T) {
	fs := samplereport.Report().Findings
	for i := range fs {
		fs[i].Baseline = ""
	}
	path := filepath.Join(t.TempDir(), "baseline.json")
	if err := From(fs).WriteFile(path); err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(fs)
	if err := From(fs).WriteFile(path); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(path); !bytes.Equal(first, again) {
		t.Errorf("the order of findings changes the file:\n%s\n%s", first, again)
	}
	b, err := Read(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Entries) != len(fs)-1 {
		t.Errorf("%d entries of %d findings, one of them suppressed", len(b.Entries), len(fs))
	}
	for i := range fs {
		fs[i].Location.Line += 5 // lines may move
	}
	fs = append(fs, finding.Finding{Rule: "EL5001", Level: finding.Note, Location: finding.Location{Class: "a/B"}})
	fs = slices.DeleteFunc(fs, func(f finding.Finding) bool { return f.Rule == "EL2001" })
	if absent := b.Mark(fs); absent != 1 {
		t.Errorf("absent %d, want 1: EL2001", absent)
	}
	for _, f := range fs {
		want := "unchanged"
		if f.Rule == "EL5001" || f.Suppressed != "" {
			want = "new"
		}
		if f.Baseline != want {
			t.Errorf("%s in %s is %q, want %q", f.Rule, f.Location.QualifiedSignature(), f.Baseline, want)
		}
	}
	if !strings.Contains(string(first), `"class": "com.acme.Codec",`+"\n"+`   "method": "encode(byte[], int)"`) {
		t.Errorf("the file does not name methods:\n%s", first)
	}
}

func TestEmpty(t *testing.T) {
	var b bytes.Buffer
	if err := From(nil).Encode(&b); err != nil {
		t.Fatal(err)
	}
	got, err := Parse(b.Bytes(), "b")
	if err != nil || len(got.Entries) != 0 {
		t.Errorf("%v, %v from %s", got, err, b.Bytes())
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"", "b.json: line 1: not a baseline: EOF"},
		{"{\n\"schema\": 1}", "b.json: line 2: not a baseline"},
		{"{\n\n\"schema\": x}", "b.json: line 3: not a baseline"},
		{`{"schema": "energylint/baseline/1", "finding": []}`, `unknown field "finding"`},
		{`{"schema": "energylint/baseline/9"}`, `the schema is "energylint/baseline/9", this version reads`},
		{`{"schema": "energylint/baseline/1", "findings": [{"rule": "EL1", "class": "a.B"}]}`, "finding 1 (EL1 in a.B) has no fingerprint"},
		{`{"schema": "energylint/baseline/1"} {}`, "text behind the end"},
	} {
		if _, err := Parse([]byte(c.data), "b.json"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Parse(%q): %v, want %q", c.data, err, c.want)
		}
	}
	if _, err := Read(nil, filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a missing file is read")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"schema": "energylint/baseline/1", "findings": [{"rule": "EL2001", "class": "a.B", "fingerprint": "00ff"}]}`))
	f.Add([]byte(`{"schema": 1}`))
	f.Add([]byte("{\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Parse(data, "b.json")
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := b.Encode(&out); err != nil {
			t.Fatal(err)
		}
		again, err := Parse(out.Bytes(), "b.json")
		if err != nil || len(again.Entries) != len(b.Entries) {
			t.Errorf("%s reads back as %v, %v", out.Bytes(), again, err)
		}
	})
}
