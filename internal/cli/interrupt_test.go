package cli

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A command that does not look at its context is left alone a moment after the interrupt; one that does ends by itself.
func TestUntilInterrupted(t *testing.T) {
	own := errors.New("the command's own")
	for _, test := range []struct {
		name    string
		command func(ctx context.Context, release <-chan struct{}) error
		cancel  bool
		want    error
		after   time.Duration
	}{
		{"done", func(context.Context, <-chan struct{}) error { return own }, false, own, 0},
		{"deaf", func(_ context.Context, release <-chan struct{}) error { <-release; return nil }, true, context.Canceled, time.Minute + grace},
		{"obedient", func(ctx context.Context, _ <-chan struct{}) error { <-ctx.Done(); return own }, true, own, time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if test.cancel {
				time.AfterFunc(time.Minute, cancel)
			}
			release := make(chan struct{})
			defer close(release)
			stopped, begin := false, time.Now()
			err := untilInterrupted(ctx, func() { stopped = true }, func() error { return test.command(ctx, release) })
			if !errors.Is(err, test.want) || stopped != test.cancel || time.Since(begin) != test.after {
				t.Errorf("%s: %v after %v, signals released: %v; want %v after %v", test.name, err, time.Since(begin), stopped, test.want, test.after)
			}
		})
	}
}
