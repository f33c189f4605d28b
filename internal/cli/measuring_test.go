package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestMeasuring shows what a calibration tells without a terminal, and when it is interrupted.
func TestMeasuring(t *testing.T) {
	var stderr bytes.Buffer
	p := &program{stderr: &stderr}
	now := time.Unix(0, 0)
	m := p.newMeasuring("o.tsv")
	m.now = func() time.Time { return now }
	if got := *p.interrupted.Load(); got != "nothing is measured yet; the same command goes on from here" {
		t.Error(got)
	}
	for done := 500; done <= 1000; done++ { // 499 are from an earlier run
		m.step(done, 1000)
		now = now.Add(time.Second)
	}
	lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	if len(lines) != 16 {
		t.Errorf("%d lines:\n%s", len(lines), &stderr)
	}
	for i, want := range map[int]string{
		0:  "energylint: 530 of 1000 measurements done (53%), about 8m0s left",
		15: "energylint: 980 of 1000 measurements done (98%), about 20s left",
	} {
		if i < len(lines) && lines[i] != want {
			t.Errorf("line %d: %s, want %s", i, lines[i], want)
		}
	}
	if got := *p.interrupted.Load(); got != "1000 of 1000 measurements are done (100%), and kept in o.tsv.journal; the same command goes on from here" {
		t.Error(got)
	}
}
