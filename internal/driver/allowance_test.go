package driver

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"
)

// The limit of memory follows what lives, upwards only.
func TestLimitFollowsLive(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 20))
	live := make([]byte, 64<<20)
	called := make(chan bool, 1)
	var stopped atomic.Bool
	defer stopped.Store(true)
	afterCollections(func() {
		if stopped.Load() {
			return
		}
		raiseLimit()
		select {
		case called <- true:
		default:
		}
	})
	for range 3 { // a collection, again and again
		for again := true; again; {
			runtime.GC() // which may be before the function waits for the next one
			select {
			case <-called:
				again = false
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	raised := debug.SetMemoryLimit(-1)
	if least := int64(liveRatio * float64(len(live))); raised < least {
		t.Errorf("the limit is %d where %d live, want at least %d", raised, len(live), least)
	}
	runtime.KeepAlive(live)
	debug.SetMemoryLimit(1 << 40)
	raiseLimit()
	if got := debug.SetMemoryLimit(-1); got != 1<<40 {
		t.Errorf("a limit of 1 TB became %d", got)
	}
}
