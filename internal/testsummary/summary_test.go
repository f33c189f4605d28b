package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestSummary feeds recorded events to the summary: each file of testdata has the sections events and want.
func TestSummary(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sections := map[string]string{}
			for _, f := range archive.Files {
				sections[f.Name] = string(f.Data)
			}
			var out strings.Builder
			s := newSummary(&out)
			if err := s.read(strings.NewReader(sections["events"])); err != nil {
				t.Fatal(err)
			}
			ok := s.close(strings.Contains(string(archive.Comment), "go test failed"))
			fmt.Fprintf(&out, "success: %t\n", ok)
			if out.String() != sections["want"] {
				t.Errorf("got:\n%s\nwant:\n%s", out.String(), sections["want"])
			}
		})
	}
}

// TestRun runs go test on real packages that pass, fail and do not build.
func TestRun(t *testing.T) {
	tests := []struct {
		name, test string
		status     int
		last       string
	}{
		{"pass", "func TestA(t *testing.T) {}", 0, "1 passed, 0 failed, 0 skipped"},
		{"fail", "func TestA(t *testing.T) { t.Error(1) }", 1, "0 passed, 1 failed, 0 skipped"},
		{"panic", "func TestA(t *testing.T) { panic(1) }", 1, "0 passed, 1 failed, 0 skipped"},
		{"exit", "func TestA(t *testing.T) { os.Exit(0) }", 1, "0 passed, 1 failed, 0 skipped"},
		{"skip", "func TestA(t *testing.T) { t.Skip(\"no cat\") }", 1, "0 passed, 0 failed, 1 skipped"},
		{"broken", "func TestA(t *testing.T) { undefined() }", 1, "0 passed, 1 failed, 0 skipped"},
		{"none", "", 1, "0 passed, 0 failed, 0 skipped"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "go.mod", "module example.com/m\n\ngo 1.24\n")
			write(t, dir, "m_test.go", "package m\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nvar _ = os.Exit\n\nvar _ *testing.T\n\n"+test.test+"\n")
			t.Chdir(dir)
			var out, errs strings.Builder
			if status := run([]string{"./..."}, &out, &errs); status != test.status {
				t.Errorf("status %d, want %d", status, test.status)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if last := lines[len(lines)-1]; last != test.last {
				t.Errorf("last line %q, want %q\n%s%s", last, test.last, out.String(), errs.String())
			}
		})
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
