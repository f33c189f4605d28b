//go:build unix

package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// child is the variable that has this test's program write files and end: what it writes is the variable's value.
const child = "ATOMICFILE_TEST"

func TestMain(m *testing.M) {
	if names := os.Getenv(child); names != "" {
		os.Exit(write(strings.Fields(names)))
	}
	os.Exit(m.Run())
}

// write writes 4 KB to each of the files at once, with the file size limited to ATOMICFILE_LIMIT.
func write(names []string) int {
	var limit uint64
	if _, err := fmt.Sscan(os.Getenv("ATOMICFILE_LIMIT"), &limit); err == nil {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 3
		}
	}
	var files []File
	for i, name := range names {
		files = append(files, File{Name: name, Data: []byte(strings.Repeat("new ", 1<<(10+i)))})
	}
	if err := WriteAll(files...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// inChild runs write in another process and returns its outputs.
func inChild(t *testing.T, stdout *os.File, limit string, names ...string) (stderr string, err error) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), child+"="+strings.Join(names, " "), "ATOMICFILE_LIMIT="+limit)
	var b strings.Builder
	cmd.Stdout, cmd.Stderr = stdout, &b
	err = cmd.Run()
	return b.String(), err
}

// TestNoSpace shows that a write that fails in the middle leaves every file as it was, also those that would have had
// room.
func TestNoSpace(t *testing.T) {
	dir := t.TempDir()
	small, large := filepath.Join(dir, "small"), filepath.Join(dir, "large")
	put(t, small, "old", 0o644)
	put(t, large, "old", 0o644)
	stderr, err := inChild(t, nil, "6000", small, large) // 4096 bytes and 8192
	if err == nil || !strings.Contains(stderr, "write "+large+": file too large") {
		t.Errorf("got %v, %q", err, stderr)
	}
	for _, name := range []string{small, large} {
		if got := read(t, name); got != "old" {
			t.Errorf("%s has %d bytes", name, len(got))
		}
	}
	only(t, dir, "large", "small")
	if stderr, err := inChild(t, nil, "10000", small, large); err != nil {
		t.Errorf("%v, %s", err, stderr)
	}
	if got := len(read(t, small)) + len(read(t, large)); got != 3*4096 {
		t.Errorf("%d bytes", got)
	}
}

func TestFIFO(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		f, err := os.Open(name)
		if err != nil {
			got <- err.Error()
			return
		}
		defer f.Close()
		b, _ := io.ReadAll(f)
		got <- string(b)
	}()
	if err := Write(name, []byte("through")); err != nil {
		t.Fatal(err)
	}
	if b := <-got; b != "through" {
		t.Errorf("read %q", b)
	}
	if info, err := os.Lstat(name); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the FIFO is none any more: %v", err)
	}
	// Below a root nothing waits for a reader.
	end := time.AfterFunc(2*time.Minute, func() { panic("waits for a reader") })
	defer end.Stop()
	if err := writeTo(t, dir, "fifo", true); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("got %v", err)
	}
}

func TestDevices(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if after, err := os.Stat(os.DevNull); err != nil || !os.SameFile(before, after) {
		t.Errorf("/dev/null is another file: %v", err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := Write("/dev/full", []byte("x")); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("/dev/full: %v", err)
		}
	}
}

// TestStandardOutput writes to /dev/stdout, as a regular file that has something already, a pipe and a socket.
func TestStandardOutput(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("before\n"); err != nil {
		t.Fatal(err)
	}
	link(t, "/dev/stdout", filepath.Join(dir, "link"))
	for _, to := range []string{"/dev/stdout", "/dev/fd/1", filepath.Join(dir, "link")} {
		if stderr, err := inChild(t, f, "", to); err != nil {
			t.Errorf("%v, %s", err, stderr)
		}
	}
	if got := read(t, name); !strings.HasPrefix(got, "before\nnew ") || len(got) != 7+3*4096 {
		t.Errorf("%d bytes: %.30q", len(got), got)
	}
	only(t, dir, "link", "out")

	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "ours"), os.NewFile(uintptr(pair[1]), "theirs")
	defer ours.Close()
	if stderr, err := inChild(t, theirs, "", "/dev/stdout"); err != nil {
		t.Errorf("socket: %v, %s", err, stderr)
	}
	theirs.Close()
	if b, err := io.ReadAll(ours); err != nil || len(b) != 4096 {
		t.Errorf("socket: %d bytes, %v", len(b), err)
	}
}

// asUser gives up the rights of root for the rest of the test, in a directory that belongs to the user.
func asUser(t *testing.T, dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	const nobody = 65534
	if err := errors.Join(os.Chown(dir, nobody, -1), os.Chmod(filepath.Dir(dir), 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Seteuid(nobody); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Seteuid(0); err != nil {
			panic(err)
		}
	})
}

func TestReadOnly(t *testing.T) {
	dir := t.TempDir()
	asUser(t, dir)
	file := filepath.Join(dir, "file")
	put(t, file, "old", 0o444)
	if err := Write(file, []byte("new")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a read-only file: %v", err)
	}
	if err := Check(file); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a read-only file: %v", err)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if err := Write(file, []byte("new")); err != nil || read(t, file) != "new" {
		t.Errorf("a file in a read-only directory: %v, %s", err, read(t, file))
	}
	other := filepath.Join(dir, "other")
	if err := Write(other, nil); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), other+":") {
		t.Errorf("a new file in a read-only directory: %v", err)
	}
	if err := Check(other); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a new file in a read-only directory: %v", err)
	}
}

func TestOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files to others")
	}
	name := filepath.Join(t.TempDir(), "file")
	put(t, name, "old", 0o640)
	if err := os.Chown(name, 1234, 2345); err != nil {
		t.Skip(err)
	}
	if err := Write(name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if s := info.Sys().(*syscall.Stat_t); s.Uid != 1234 || s.Gid != 2345 || info.Mode() != 0o640 {
		t.Errorf("owner %d:%d, mode %v", s.Uid, s.Gid, info.Mode())
	}
}
