package calibrate

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// bash is looked up before tests replace the path.
var bash, _ = exec.LookPath("bash")

// install puts a command into a directory that is the whole PATH, but for the shell.
func install(t *testing.T, dir, name, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the commands of this test are shell scripts")
	}
	if bash == "" {
		t.Skip("no bash")
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!"+bash+"\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
}

// fakePerf does what perf stat does: it reports whether there are counters, takes commands at descriptor 3, acknowledges
// them at 4 (with a zero byte, as perf does), and writes the counts when it is interrupted. It counts what it is told,
// and notes what it is asked.
const fakePerf = `
if [[ $1 == --version ]]; then echo "perf version 6.1.0"; exit; fi
if [[ $* == *" -- "* ]]; then echo "1234,,instructions:u,5,100.00,," >&2; exit; fi
echo "$*" >> "$0.log"
while [[ $# -gt 0 ]]; do
  if [[ $1 == -o ]]; then out=$2; fi
  shift
done
trap 'printf "# started\n\n%s\n" "$COUNTS" > "$out"; kill -9 $!; exit 130' INT
read -r command <&3; echo "$command" >> "$0.log"; printf 'ack\n\0' >&4
read -r command <&3; echo "$command" >> "$0.log"; printf 'ack\n\0' >&4
while read -r -t 1 <&3 || [[ $? -gt 128 ]]; do :; done & wait
`

func TestPerf(t *testing.T) {
	// A background job of a shell ignores interrupts, and so would the script, which perf does not.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	dir := t.TempDir()
	install(t, dir, "perf", fakePerf)
	m, err := NewPerf(dir)
	if err != nil {
		t.Fatal(err)
	}
	if m.Unit() != "instruction" || !strings.Contains(m.Name(), "perf version 6.1.0") || m.Shortest() <= 0 {
		t.Errorf("%s in %s", m.Name(), m.Unit())
	}
	if err := m.Start(4711); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		counts string
		want   float64 // negative for an error
	}{
		{"123456789,,instructions:u,5000,100.00,1.2,insn per cycle", 123456789},
		{"1000,,cpu_core/instructions/u,5000,100.00,,\n<not counted>,,cpu_atom/instructions/u,0,0.00,,", 1000},
		{"1000,,cpu_core/instructions/u,5000,50.00,,\n234,,cpu_atom/instructions/u,5000,50.00,,", 1234},
		{"<not counted>,,instructions:u,0,100.00,,", -1},
		{"", -1},
	} {
		t.Setenv("COUNTS", tt.counts)
		if err := m.Begin(); err != nil {
			t.Fatal(err)
		}
		got, err := m.End()
		if tt.want < 0 {
			if err == nil || !strings.Contains(err.Error(), "perf stat counted no instructions") {
				t.Errorf("%q: %v, error %v", tt.counts, got, err)
			}
		} else if err != nil || got != tt.want {
			t.Errorf("%q: %v (%v), want %v", tt.counts, got, err, tt.want)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "perf.log"))
	if err != nil {
		t.Fatal(err)
	}
	want := "stat -x , -e instructions:u -p 4711 --delay -1 --control fd:3,4 -o " + filepath.Join(dir, "perf.csv") + "\nenable\ndisable\n"
	if got := string(log); got != strings.Repeat(want, 5) {
		t.Errorf("perf was asked\n%s\nwant five times\n%s", got, want)
	}
}

// A perf that does not answer, or that ends, is an error with what it said.
func TestPerfThatFails(t *testing.T) {
	dir := t.TempDir()
	install(t, dir, "perf", strings.Replace(fakePerf, "read -r command <&3;", `echo "no such process" >&2; exit 1;`, 1))
	m, err := NewPerf(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Begin(); err == nil || !strings.Contains(err.Error(), "does not acknowledge enable") || !strings.Contains(err.Error(), "no such process") {
		t.Errorf("error %v", err)
	}
}

// A perf that ignores the interrupt is ended, and wrote no counts.
func TestPerfThatStays(t *testing.T) {
	dir := t.TempDir()
	install(t, dir, "perf", `
if [[ $1 == --version ]]; then echo "perf version 6.1.0"; exit; fi
if [[ $* == *" -- "* ]]; then echo "1234,,instructions:u,5,100.00,," >&2; exit; fi
trap '' INT
while read -r <&3; do printf 'ack\n\0' >&4; done
`)
	m, err := NewPerf(dir)
	if err != nil {
		t.Fatal(err)
	}
	m.(*perf).patience = time.Second
	if err := m.Begin(); err != nil {
		t.Fatal(err)
	}
	if _, err := m.End(); err == nil || !strings.Contains(err.Error(), "wrote no counts") {
		t.Errorf("error %v", err)
	}
}

// The processor's counters are preferred; where there are none, it is said what is missing.
func TestNewInstructions(t *testing.T) {
	const valgrind = "echo valgrind-3.19.0"
	for _, tt := range []struct {
		name, perf, valgrind string
		want                 string // in the meter's name, or in the error
		said                 string
	}{
		{"both", fakePerf, valgrind, "perf version 6.1.0", ""},
		{"no perf", "", valgrind, "valgrind-3.19.0", "perf is not installed"},
		{"no right", `[[ $1 == --version ]] || { echo "Error: No permission to enable instructions:u event. Consider adjusting /proc/sys/kernel/perf_event_paranoid" >&2; exit 255; }`, valgrind, "valgrind-3.19.0", "kernel.perf_event_paranoid=2"},
		{"no counters", `[[ $1 == --version ]] || echo "<not supported>,,instructions:u,0,100.00,," >&2`, valgrind, "valgrind-3.19.0", "most virtual machines have none"},
		{"broken", `[[ $1 == --version ]] || { echo "WARNING: perf not found for kernel 6.1" >&2; exit 2; }`, valgrind, "valgrind-3.19.0", "perf not found for kernel 6.1"},
		{"neither", "", "", "perf is not installed (package linux-perf or linux-tools of most Linux distributions); the meter of instructions needs valgrind", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if tt.perf == "" && tt.valgrind == "" {
				t.Setenv("PATH", dir)
			}
			for name, script := range map[string]string{"perf": tt.perf, "valgrind": tt.valgrind} {
				if script != "" {
					install(t, dir, name, script)
				}
			}
			said := ""
			m, err := NewInstructions(dir, func(text string) { said += text })
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = m.Name()
				if as, err := NewInstructionsAs(m.Name(), dir, nil); err != nil || as.Name() != m.Name() {
					t.Errorf("the meter of that name is another: %v, %v", as, err)
				}
			}
			if !strings.Contains(got, tt.want) || !strings.Contains(said, tt.said) || (said == "") != (tt.said == "") {
				t.Errorf("meter %q, said %q; want %q and %q", got, said, tt.want, tt.said)
			}
		})
	}
}
