package driver

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// mappingFlags returns the flags of the mapping that an address is in, as /proc/self/smaps has them: hg where huge pages are advised.
func mappingFlags(t *testing.T, address uintptr) []string {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	within := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var from, to uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); n == 2 {
			within = from <= address && address < to
		}
		if flags, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && within {
			return strings.Fields(flags)
		}
	}
	t.Fatalf("no mapping has %#x", address)
	return nil
}

// alone runs a test of huge pages in a process of its own, as a heap that was larger before grows elsewhere. It reports whether this is
// that process.
func alone(t *testing.T) bool {
	t.Helper()
	if modes, err := os.ReadFile(hugePageModes); err != nil || !bytes.Contains(modes, []byte("[madvise]")) {
		t.Skipf("%s is %q, %v: this kernel does not ask programs which memory gets huge pages", hugePageModes, modes, err)
	}
	if os.Getenv("ENERGYLINT_HUGE_PAGES") != "" {
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "ENERGYLINT_HUGE_PAGES=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// TestAdviceOccupiesNothing: also where the end of the heap has been in use, the block is not filled with zeros.
func TestAdviceOccupiesNothing(t *testing.T) {
	if !alone(t) {
		return
	}
	used := make([]byte, 8<<20)
	for i := range used {
		used[i] = 1
	}
	runtime.KeepAlive(used)
	used = nil
	runtime.GC()
	before := peakMemory(t)
	const size = 256 << 20
	if !adviseHugePages(size) {
		t.Error("the kernel takes no advice")
	}
	if grown := peakMemory(t) - before; grown > size/4 {
		t.Errorf("%d MiB are occupied by the advice", grown>>20)
	}
}

// peakMemory is the most memory in bytes that this process has had, as /proc/self/status says: proc_pid_status(5).
func peakMemory(t *testing.T) (bytes int64) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	if n, err := fmt.Sscanf(rest, "%d kB", &bytes); n != 1 {
		t.Fatalf("VmHWM: %v", err)
	}
	return bytes << 10
}

func TestHugePages(t *testing.T) {
	if !alone(t) {
		return
	}
	preferHugePages(64 << 20)
	advised := 0
	var blocks [][]byte
	for range 16 { // of 1 MiB, so that most are where the heap has grown
		b := make([]byte, 1<<20)
		if slices.Contains(mappingFlags(t, uintptr(unsafe.Pointer(&b[0]))), "hg") {
			advised++
		}
		blocks = append(blocks, b)
	}
	if advised < len(blocks)/2 {
		t.Errorf("of %d MiB that were allocated, huge pages are advised for %d", len(blocks), advised)
	}
	runtime.KeepAlive(blocks)
}
