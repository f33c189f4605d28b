package cli

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/energylint/energylint/internal/driver"
)

// bar shows the progress of an analysis on a terminal.
type bar struct {
	w   io.Writer
	mu  sync.Mutex
	bar *progressbar.ProgressBar
}

// newProgress returns a progress display for stderr if that is a terminal, nil otherwise.
func newProgress(stderr io.Writer, quiet bool) *bar {
	if quiet || !isTerminal(stderr) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &bar{w: stderr}
}

// driverProgress is b as the driver wants it: a nil bar is no Progress.
func (b *bar) driverProgress() driver.Progress {
	if b == nil {
		return nil
	}
	return b
}

// Phase implements driver.Progress.
func (b *bar) Phase(name string, total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	n := int64(total)
	if n == 0 {
		n = -1 // unknown: a spinner
	}
	b.bar = progressbar.NewOptions64(n,
		progressbar.OptionSetWriter(b.w), progressbar.OptionSetDescription(name), progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetRenderBlankState(false), progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(false))
}

// Step implements driver.Progress.
func (b *bar) Step(done int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bar != nil && int64(done) > b.bar.State().CurrentNum {
		_ = b.bar.Set(done) // a display that cannot be drawn is no reason to stop
	}
}

// done removes the display.
func (b *bar) done() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
}

func (b *bar) clear() {
	if b.bar != nil {
		_ = b.bar.Clear()
		b.bar = nil
	}
}
