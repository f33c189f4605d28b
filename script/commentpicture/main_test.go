package main

import (
	"bytes"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/internal/built"
	"github.com/energylint/energylint/internal/tier"
)

// TestPicture fails where the comment has changed since the picture was made.
func TestPicture(t *testing.T) {
	tier.Slow(t, tier.Build)
	program, err := built.Energylint()
	if err != nil {
		t.Fatal(err)
	}
	diff := exec.Command(program, comment...)
	diff.Dir = "../.."
	text, _ := diff.Output() // its exit status is 1: there are regressions
	if len(text) == 0 {
		t.Fatalf("energylint %q prints nothing", comment)
	}
	file, err := os.ReadFile(filepath.Join("../..", picture))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := digestOf(file), digest(text); got != want {
		t.Errorf("%s shows another comment (%s) than energylint writes now (%s): go run ./script/commentpicture", picture, got, want)
	}
	if _, err := png.Decode(bytes.NewReader(file)); err != nil {
		t.Error(err)
	}
	if len(file) > 200_000 {
		t.Errorf("%s has %d bytes", picture, len(file))
	}
}
