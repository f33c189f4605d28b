package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/samplereport"
)

var update = flag.Bool("update", false, "write the golden files")

func write(t testing.TB, format string, r *finding.Report, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, format, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("differs from %s (run with -update and read the difference):\n%s", file, got)
	}
}

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		file, format string
		options      Options
	}{
		{"sample.txt", "text", Options{}},
		{"sample-narrow.txt", "text", Options{Width: 60}},
		{"sample-verbose.txt", "text", Options{Verbose: true, Width: 130}},
		{"sample-quiet.txt", "text", Options{Quiet: true}},
		{"sample.ansi", "text", Options{Color: Always}},
		{"sample.json", "json", Options{}},
		{"sample.github", "github", Options{}},
		{"sample.md", "markdown", Options{}},
		{"sample.junit.xml", "junit", Options{}},
		{"sample.gitlab.json", "gitlab", Options{}},
		{"sample.checkstyle.xml", "checkstyle", Options{}},
		{"sample.sonar.json", "sonar", Options{}},
	} {
		t.Run(c.file, func(t *testing.T) {
			got := write(t, c.format, samplereport.Report(), c.options)
			golden(t, c.file, got)
			if again := write(t, c.format, samplereport.Report(), c.options); !bytes.Equal(got, again) {
				t.Error("two runs differ")
			}
		})
	}
	golden(t, "empty.txt", write(t, "text", &finding.Report{Classes: 12, Model: "rpi5-nyholm", Device: "Device 1", Confidence: 0.95}, Options{}))
}
