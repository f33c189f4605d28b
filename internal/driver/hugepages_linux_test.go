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

// TestHugePages looks in a process of its own, as a heap that was larger before grows elsewhere.
func TestHugePages(t *testing.T) {
	if modes, err := os.ReadFile(hugePageModes); err != nil || !bytes.Contains(modes, []byte("[madvise]")) {
		t.Skipf("%s is %q, %v: this kernel does not ask programs which memory gets huge pages", hugePageModes, modes, err)
	}
	if os.Getenv("ENERGYLINT_HUGE_PAGES") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestHugePages$")
		cmd.Env = append(os.Environ(), "ENERGYLINT_HUGE_PAGES=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
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
