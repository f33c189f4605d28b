package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/multitool"
	"github.com/energylint/energylint/internal/tier"
)

// checked runs check on a container with the options and returns what it writes to standard output. Findings are no
// failure, what could not be analysed is.
func checked(t *testing.T, path string, options ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	args := append([]string{"check", "--fail-on", "never", "--color", "never"}, append(options, path)...)
	if code := Main(args, strings.NewReader(""), &out, &errs); code != ExitOK {
		t.Fatalf("%v: exit code %d\n%s", args, code, errs.String())
	}
	return out.Bytes()
}

// corpusInputs are the jars of the corpus and, where it is long, the run-time images of the JDKs.
func corpusInputs(t *testing.T) []string {
	var paths []string
	for _, name := range corpus.Names() {
		paths = append(paths, corpus.Jar(t, name))
	}
	if corpus.Long() {
		for _, home := range corpus.Images(t) {
			paths = append(paths, corpus.Image(home))
		}
	}
	return paths
}

// TestCorpusIsDeterministic: check of a real program ends with nothing that could not be analysed, and two runs, and
// runs with one and two threads, write the same bytes.
func TestCorpusIsDeterministic(t *testing.T) {
	for _, path := range corpusInputs(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			first := checked(t, path, "--format", "json", "--jobs", "1")
			var report struct {
				Classes       int
				Findings      []json.RawMessage
				Notifications []struct{ Level, Path, Message string }
			}
			if err := json.Unmarshal(first, &report); err != nil {
				t.Fatal(err)
			}
			for _, n := range report.Notifications {
				if n.Level != "note" {
					t.Errorf("%s: %s: %s", n.Level, n.Path, n.Message)
				}
			}
			t.Logf("%d classes, %d findings", report.Classes, len(report.Findings))
			for _, jobs := range []string{"2", "2"} {
				if again := checked(t, path, "--format", "json", "--jobs", jobs); !bytes.Equal(first, again) {
					t.Errorf("with %s threads the report differs from that with one: %s", jobs, firstDifference(first, again))
				}
			}
		})
	}
}

// firstDifference shows where two texts part.
func firstDifference(a, b []byte) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	around := func(x []byte) string { return string(x[max(0, i-100):min(len(x), i+100)]) }
	return "…" + around(a) + "…\nagainst …" + around(b) + "…"
}

// TestMethodsAreDeterministic: so is the energy of every method.
func TestMethodsAreDeterministic(t *testing.T) {
	path := corpus.Jar(t, "guava.jar")
	var first []byte
	for _, jobs := range []string{"1", "2"} {
		var out bytes.Buffer
		if code := Main([]string{"methods", "--format", "json", "--jobs", jobs, path}, strings.NewReader(""), &out, io.Discard); code != ExitOK {
			t.Fatalf("methods --jobs %s: exit code %d", jobs, code)
		}
		if first == nil {
			first = out.Bytes()
		} else if !bytes.Equal(first, out.Bytes()) {
			t.Errorf("with %s threads the methods differ: %s", jobs, firstDifference(first, out.Bytes()))
		}
	}
}

// TestSARIFIsValid: Microsoft's validator has nothing to say about the logs of the examples and of real programs.
func TestSARIFIsValid(t *testing.T) {
	tier.Slow(t, tier.JVM)
	logs := [][]byte{checked(t, "../../examples/...", "--format", "sarif")}
	jars := []string{corpus.Jar(t, "guava.jar")}
	if corpus.Long() {
		jars = corpusInputs(t)
	}
	for _, path := range jars {
		logs = append(logs, checked(t, path, "--format", "sarif"))
	}
	multitool.Validate(t, logs...)
}
