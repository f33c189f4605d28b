//go:build linux

package main

import (
	"math"
	"testing"
	"time"

	"github.com/energylint/energylint/internal/built"
	"github.com/energylint/energylint/internal/tier"
)

// TestSmallAttacks runs every attack at a size at which exponential work would never end. `make attack` doubles the size from
// small ones on, goes further, and judges growth, which needs a quiet machine.
func TestSmallAttacks(t *testing.T) {
	tier.Slow(t, tier.Build)
	dir := t.TempDir()
	program, err := built.Energylint()
	if err != nil {
		t.Fatal(err)
	}
	a := &attack{limit: time.Minute, growth: math.Inf(1), memory: 2e9, size: 32, program: program, dir: dir}
	for _, g := range generators() {
		g.start = min(g.limit, a.size)
		for _, command := range commands {
			problem, err := a.grow(g, command)
			if err != nil || problem != "" {
				t.Errorf("%s, energylint %s: %s %v", g.name, command[0], problem, err)
			}
		}
	}
}

// TestGrowthPerDoubling judges the time for a doubling of the input, where it is long enough.
func TestGrowthPerDoubling(t *testing.T) {
	for _, tc := range []struct {
		before, now        time.Duration
		bytesBefore, bytes int64
		want               float64
	}{
		{10 * time.Millisecond, 400 * time.Millisecond, 100, 200, 0},
		{time.Second, 4 * time.Second, 100, 200, 4},
		{time.Second, 4 * time.Second, 100, 110, 4}, // a small constant part of the file does not excuse it
		{time.Second, 4 * time.Second, 100, 400, 2},
		{time.Second, 16 * time.Second, 100, 400, 4},
		{0, 500 * time.Millisecond, 0, 100, 3},
	} {
		if got := growthPerDoubling(tc.before, tc.now, tc.bytesBefore, tc.bytes); math.Abs(got-tc.want) > 1e-6 {
			t.Errorf("%v to %v, %d to %d bytes: %v, want %v", tc.before, tc.now, tc.bytesBefore, tc.bytes, got, tc.want)
		}
	}
}
