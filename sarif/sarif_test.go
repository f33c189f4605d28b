package sarif

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gosarif "github.com/owenrumney/go-sarif/v2/sarif"
	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/multitool"
	"github.com/energylint/energylint/internal/samplereport"
	"github.com/energylint/energylint/internal/tier"
)

var update = flag.Bool("update", false, "write the golden files")

func write(t testing.TB, r *finding.Report, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var checkout = Options{Repository: &Repository{URI: "https://github.com/acme/codec", Revision: "9b1c7f0c9b1c7f0c9b1c7f0c9b1c7f0c9b1c7f0c", Branch: "main"}}

func TestGolden(t *testing.T) {
	got := write(t, samplereport.Report(), checkout)
	golden := filepath.Join("testdata", "sample.sarif")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("differs from %s (run with -update and read the difference):\n%s", golden, got)
	}
	if again := write(t, samplereport.Report(), checkout); !bytes.Equal(got, again) {
		t.Error("two runs differ")
	}
}

func TestValidator(t *testing.T) {
	tier.Slow(t, tier.JVM)
	bare := &finding.Report{Findings: []finding.Finding{{Rule: "EL9999", Message: "odd"}}}
	odd := samplereport.Report()
	for i, file := range []string{"/elsewhere/A.java", "../up/A.java", "with space/[a]#b?c%20:ü.java", "c:/x.java", "", "a\\b.java"} {
		odd.Findings[i].Location.File = file
		odd.Findings[i].Location.Line = 0
	}
	multitool.Validate(t, write(t, samplereport.Report(), checkout), write(t, samplereport.Report(), Options{}), write(t, samplereport.Report(), Options{MaxResults: 2}),
		write(t, &finding.Report{}, Options{}), write(t, bare, Options{}), write(t, odd, checkout))
}

func TestFingerprintsSurviveLineShifts(t *testing.T) {
	before, after := samplereport.Report(), samplereport.Report()
	for i := range after.Findings {
		after.Findings[i].Location.Line += 3
	}
	src, err := os.ReadFile(filepath.Join(samplereport.Root(), "src/main/java/com/acme/Codec.java"))
	if err != nil {
		t.Fatal(err)
	}
	reader := func(prefix string) func(string) ([]byte, error) {
		return func(file string) ([]byte, error) {
			if !strings.HasSuffix(file, "Codec.java") {
				return nil, errors.New("no such file")
			}
			return append([]byte(prefix), src...), nil
		}
	}
	prints := func(r *finding.Report, prefix string) (out []string) {
		log, err := gosarif.FromBytes(write(t, r, Options{ReadSource: reader(prefix)}))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range log.Runs[0].Results {
			b, _ := json.Marshal(r.PartialFingerprints)
			out = append(out, string(b))
		}
		return out
	}
	want, got := prints(before, ""), prints(after, "// one\r\n\t// two\n\n")
	if len(want) != len(before.Findings) || strings.Join(want, "\n") != strings.Join(got, "\n") {
		t.Errorf("fingerprints before:\n%s\nafter a shift:\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
}

// The hashes are those that GitHub's upload action computes for the same files.
func TestLineHashes(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "c129715d7a2bc9a3:1"},
		{" a\nb\n  \t\tc\n d", "271789c17abda88f:1 54703d4cd895b18:1 180aee12dab6264:1 a23a3dc5e078b07b:1"},
		{" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n", "e9496ae3ebfced30:1 fb7c023a8b9ccb3f:1 ce8ba1a563dcdaca:1 e20e36e16fcb0cc8:1 b3edc88f2938467e:1 c8e28b0b4002a3a0:1 c129715d7a2bc9a3:1"},
		{strings.Repeat("Lorem ipsum dolor sit amet.\n", 8), "a7f2ff13bc495cf2:1 a7f2ff13bc495cf2:2 a7f2ff13bc495cf2:3 a7f2ff13bc495cf2:4 a7f2ff1481e87703:1 a9cf91f7bbf1862b:1 55ec222b86bcae53:1 cc97dc7b1d7d8f7b:1 c129715d7a2bc9a3:1"},
	} {
		if got := strings.Join(lineHashes([]byte(c.src)), " "); got != c.want {
			t.Errorf("lineHashes(%q)\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestRelativeURI(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"src/A.java", "src/A.java"},
		{"./src/../src/A.java", "src/A.java"},
		{"/repo/src/A.java", "src/A.java"},
		{"/other/A.java", ""},
		{"../A.java", ""},
		{"lib/a.jar!/x/Y.class", "lib/a.jar"},
		{"with space/[a]#b?c%20:ü.java", "with%20space/%5Ba%5D%23b%3Fc%2520%3A%C3%BC.java"},
		{"Map$Entry.java", "Map$Entry.java"},
	} {
		if got := relativeURI(c.file, "/repo"); got != c.want {
			t.Errorf("relativeURI(%q) = %q, want %q", c.file, got, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	var r finding.Report
	for i := range 20 {
		level := finding.Note
		if i%7 == 0 {
			level = finding.Error
		}
		r.Findings = append(r.Findings, finding.Finding{Rule: "EL2001", Level: level, Message: "m", Energy: &finding.Energy{Saving: finding.Distribution{Mean: float64(i)}}, Location: finding.Location{File: "A.java", Line: i + 1}})
	}
	r.Findings[0].Flow = make([]finding.Location, maxFlow+5)
	r.Findings[0].Related = make([]finding.Location, maxRelated+5)
	log, err := gosarif.FromBytes(write(t, &r, Options{MaxResults: 5}))
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, res := range log.Runs[0].Results {
		lines = append(lines, *res.Locations[0].PhysicalLocation.Region.StartLine)
	}
	if fmt.Sprint(lines) != "[1 8 15 19 20]" {
		t.Errorf("kept lines %v: want the errors (1, 8, 15) and the two largest savings", lines)
	}
	first := log.Runs[0].Results[0]
	if n := len(first.CodeFlows[0].ThreadFlows[0].Locations); n != maxFlow {
		t.Errorf("the flow has %d locations", n)
	}
	if n := len(first.RelatedLocations); n != maxRelated {
		t.Errorf("%d related locations", n)
	}
	notes := log.Runs[0].Invocations[0].ToolExecutionNotifications
	if len(notes) != 2 || !strings.HasPrefix(*notes[0].Message.Text, "15 findings are left out") || !strings.HasPrefix(*notes[1].Message.Text, "1 findings have a longer") {
		b, _ := json.Marshal(notes)
		t.Errorf("notifications %s", b)
	}
	if log, err := gosarif.FromBytes(write(t, &r, Options{MaxResults: -1})); err != nil || len(log.Runs[0].Results) != 20 {
		t.Errorf("without a limit: %v", err)
	}
}

// A log that is too large for an upload loses results until it fits.
func TestCompressedLimit(t *testing.T) {
	var r finding.Report
	random := make([]byte, 0, 4000)
	state := uint32(1)
	for i := range 4000 {
		random = random[:0]
		for range 2400 {
			state = state*1664525 + 1013904223
			random = append(random, 'a'+byte(state>>24)%26)
		}
		r.Findings = append(r.Findings, finding.Finding{Rule: "EL2001", Level: finding.Note, Message: string(random), Location: finding.Location{File: "A.java", Line: i + 1}})
	}
	got := write(t, &r, Options{})
	if n := compressedSize(got); n > maxCompressed || n < maxCompressed/2 {
		t.Errorf("%d bytes compressed, the limit is %d", n, maxCompressed)
	}
}

func TestAnyReportIsValidJSON(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := rapid.Float64()
		s := rapid.String()
		d := finding.Distribution{Mean: f.Draw(rt, "mean"), SD: f.Draw(rt, "sd"), Upper: f.Draw(rt, "upper")}
		r := &finding.Report{Findings: []finding.Finding{{
			Rule: s.Draw(rt, "rule"), Message: s.Draw(rt, "message"), Suppressed: s.Draw(rt, "reason"),
			Location: finding.Location{File: s.Draw(rt, "file"), Class: s.Draw(rt, "class"), Method: s.Draw(rt, "method"), Desc: s.Draw(rt, "desc"), Line: rapid.Int().Draw(rt, "line")},
			Energy:   &finding.Energy{Cost: d, Saving: d},
			Properties: map[string]any{s.Draw(rt, "key"): f.Draw(rt, "value"), "nested": []any{map[string]any{"x": f.Draw(rt, "inner")}},
				"struct": struct{ X float64 }{f.Draw(rt, "field")}},
		}}, Budgets: []finding.BudgetResult{{Worst: d, Best: d, Probability: f.Draw(rt, "p")}}, Confidence: f.Draw(rt, "confidence")}
		if b := write(t, r, Options{}); !json.Valid(b) {
			rt.Fatalf("not JSON: %s", b)
		}
	})
}
