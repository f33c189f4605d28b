package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/internal/summaries"
)

// TestIsCurrent makes the database again where the JDK is installed that it was made from. What the engine computes of
// the JDK must be what is checked in.
func TestIsCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses the whole JDK")
	}
	d, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	homes, err := filepath.Glob("/usr/lib/jvm/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, home := range append(homes, os.Getenv("JAVA_HOME")) {
		if release, err := summaries.ReleaseOf(home); err != nil || release != d.Source {
			continue
		}
		want, err := os.ReadFile(filepath.Join("..", "..", "internal", "summaries", "jdk.summaries"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := build(home)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("internal/summaries/jdk.summaries is stale: run make summaries JDK=%s", home)
		}
		return
	}
	t.Skipf("%s is not installed", d.Source)
}
