//go:build unix

package cli

import (
	"errors"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
)

// TestFatalErrorIsNoUsageError overflows the stack of another process, which the runtime cannot recover from.
func TestFatalErrorIsNoUsageError(t *testing.T) {
	const child = "CLI_TEST_OVERFLOW"
	if os.Getenv(child) != "" {
		if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
			t.Fatal(err)
		}
		abortOnFatalErrors()
		debug.SetMaxStack(1 << 16)
		t.Fatal(overflow(0))
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run", "^TestFatalErrorIsNoUsageError$")
	cmd.Env = append(os.Environ(), child+"=1")
	output, err := cmd.CombinedOutput()
	var x *exec.ExitError
	if !errors.As(err, &x) || !strings.Contains(string(output), "stack overflow") {
		t.Fatalf("%v\n%s", err, output)
	}
	if s, ok := x.Sys().(syscall.WaitStatus); !ok || !s.Signaled() || s.Signal() != syscall.SIGABRT {
		t.Errorf("ended by %v", x)
	}
}

func overflow(n int) int {
	if n < 0 {
		return n
	}
	return overflow(n+1) + overflow(n+2)
}
