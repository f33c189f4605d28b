package driver

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
)

const (
	// sharedMemory is what the classes of all inputs may take beyond the allowances of the inputs.
	sharedMemory = 256 << 20
	// memoryRatio is how many times its compressed size the classes of an input may take in any case. The jars of the
	// corpus take 2 to 5 times theirs.
	memoryRatio = 6
	// heapFloor and heapRatio are the size of the heap above which memory is collected more often than when it has
	// doubled.
	heapFloor, heapRatio = 640 << 20, 4
	// garbage is how much garbage, in percent of what lives, there may be below that. vnu.jar takes 430 MB with it.
	garbage = 200
	// firstCollection is the size of the heap at which memory is collected for the first time. What is there until then mostly stays.
	firstCollection = 256 << 20
	// pricingHeap is this size where every method is priced. The analysis of compiler.jar takes 0.6 GB and stays until
	// the end: below heapFloor, three quarters of the time went into collecting it over and over. Of kotlin-compiler.jar, 1.1 GB live,
	// and the process takes 2 GB with this limit.
	pricingHeap = 1640 << 20
	// pricingGarbage is how much garbage, in percent of what lives, there may be within that.
	pricingGarbage = 400
	// liveRatio is how many times what lives the limit of memory is where every method is priced. Holes between what lives
	// take a third as much, so this leaves room for 0.3 times as much garbage. Where a program does not fit in a fixed limit,
	// its memory is collected without end, which the runtime allows half of the time for.
	liveRatio = 1.45
)

// AllowPricing lets the heap grow to what pricing all methods of a large program takes.
func AllowPricing() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetMemoryLimit(max(pricingHeap, debug.SetMemoryLimit(-1)))
	allowGarbage(pricingGarbage)
	followLive()
}

// collection is how much garbage there may be, in percent of what lives, from the first collection on.
var collection struct {
	sync.Mutex
	garbage int
	delayed bool // the first has not been
}

// DelayCollection lets the heap grow to firstCollection before memory is collected, in huge pages, unless the user has set when it is
// collected. It does so once.
var DelayCollection = sync.OnceFunc(func() {
	if os.Getenv("GOGC") != "" {
		return
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		preferHugePages(heapFloor)
	}
	const least = 4 << 20 // the heap that the runtime collects at the earliest, of 100 percent
	collection.Lock()
	defer collection.Unlock()
	collection.garbage, collection.delayed = debug.SetGCPercent(100*firstCollection/least), true
	runtime.AddCleanup(new([64]byte), func(int) {
		collection.Lock()
		defer collection.Unlock()
		collection.delayed = false
		debug.SetGCPercent(collection.garbage)
	}, 0)
})

// allowGarbage lets the heap grow by so many percent of what lives before it is collected, unless the user has set it.
func allowGarbage(percent int) {
	if os.Getenv("GOGC") != "" {
		return
	}
	collection.Lock()
	defer collection.Unlock()
	if collection.garbage = percent; !collection.delayed {
		debug.SetGCPercent(percent)
	}
}

// followLive keeps the limit of memory at liveRatio times what lives, at least, from now on. How much the analysis of a program
// takes is known only when it is there.
var followLive = sync.OnceFunc(func() { afterCollections(raiseLimit) })

// raiseLimit raises the limit of memory to liveRatio times what the last collection left.
func raiseLimit() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if limit := int64(liveRatio * float64(live[0].Value.Uint64())); limit > debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(limit)
	}
}

// afterCollections calls f after every collection: each finds the object dead that the last one has left behind.
func afterCollections(f func()) {
	runtime.AddCleanup(new([64]byte), func(f func()) {
		f()
		afterCollections(f)
	}, f)
}

// allowance is the memory for the classes of one input.
type allowance struct {
	packed, left int64
	out          int            // classes that were left out
	first        *archive.Entry // of those
}

// allowances bound the memory that classes take: archives, and attributes and tables inside of classes, can be a
// thousand times larger than what they are compressed to. It is accounted by classfile.Class.Size. Each input may take
// a multiple of its compressed size, so that no other input takes its place, and all share what is beyond.
type allowances struct {
	inputs map[string]*allowance
	order  []string
	shared int64
}

func newAllowances(entries []archive.Entry) *allowances {
	a := &allowances{inputs: map[string]*allowance{}, shared: sharedMemory}
	total := int64(0)
	for i := range entries {
		e := &entries[i]
		in := a.inputs[e.Input]
		if in == nil {
			in = &allowance{}
			a.inputs[e.Input] = in
			a.order = append(a.order, e.Input)
		}
		in.packed += e.Packed
		in.left += memoryRatio * e.Packed
		total += e.Packed
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(heapFloor + int64(heapRatio*float64(total)))
		allowGarbage(garbage)
	}
	return a
}

// exhausted reports whether a class of the input was left out before.
func (a *allowances) exhausted(input string) bool { return a.inputs[input].out > 0 }

// take accounts for a class of the input; false where there is no memory for it.
func (a *allowances) take(input string, size int64) bool {
	in := a.inputs[input]
	beyond := max(size-in.left, 0)
	if beyond > a.shared {
		return false
	}
	in.left -= size - beyond
	a.shared -= beyond
	return true
}

// leave notes that a class was left out. The classes behind it in the same input are, too.
func (a *allowances) leave(e *archive.Entry) {
	in := a.inputs[e.Input]
	if in.out++; in.out == 1 {
		in.first = e
	}
}

// notes names the inputs of which classes were left out.
func (a *allowances) notes() []finding.Notification {
	var ns []finding.Notification
	for _, input := range a.order {
		in := a.inputs[input]
		if in.out == 0 {
			continue
		}
		classes, first := "1 class is", in.first.Path
		if in.out > 1 {
			classes = fmt.Sprintf("%d classes are", in.out)
		}
		if in.first.Class != "" {
			first = classfile.External(in.first.Class)
		}
		ns = append(ns, finding.Notification{
			Level: finding.Error, Path: input,
			Message: fmt.Sprintf("%s left out, from %s on: the classes take more than %d times the %s that they are compressed to and %s beyond; analyse them in parts, or look whether it is a zip bomb",
				classes, first, memoryRatio, megabytes(in.packed), megabytes(sharedMemory)),
		})
	}
	return slices.Clip(ns)
}

// megabytes formats a size.
func megabytes(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KiB", (n+1023)>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
