//go:build linux

package main

import (
	"math"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestSmallAttacks runs every attack at sizes at which exponential work would never end. `make attack` goes further, and
// judges growth, which needs a quiet machine.
func TestSmallAttacks(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "energylint")
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/energylint").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	a := &attack{limit: 15 * time.Second, growth: math.Inf(1), memory: 2e9, size: 32, program: program, dir: dir}
	for _, g := range generators() {
		for _, command := range commands {
			problem, err := a.grow(g, command)
			if err != nil || problem != "" {
				t.Errorf("%s, energylint %s: %s %v", g.name, command[0], problem, err)
			}
		}
	}
}
