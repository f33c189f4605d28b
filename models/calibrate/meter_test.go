package calibrate

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestRAPL(t *testing.T) {
	root := t.TempDir()
	put := func(zone, name, energy string) {
		write(t, filepath.Join(root, zone, "name"), name+"\n")
		write(t, filepath.Join(root, zone, "max_energy_range_uj"), "1000000\n")
		write(t, filepath.Join(root, zone, "energy_uj"), energy+"\n")
	}
	if _, err := NewRAPL(root); err == nil || !strings.Contains(err.Error(), "no energy counters") {
		t.Error(err)
	}
	put("intel-rapl:0", "package-0", "900000")
	put("intel-rapl:0:0", "core", "5")
	put("intel-rapl:0:1", "dram", "100")
	put("intel-rapl-mmio:0", "package-0", "7")
	m, err := NewRAPL(root)
	if err != nil {
		t.Fatal(err)
	}
	if m.Unit() != "J" || m.Name() != "RAPL energy counters: package-0, dram" {
		t.Error(m.Name())
	}
	if err := m.Begin(); err != nil {
		t.Fatal(err)
	}
	put("intel-rapl:0", "package-0", "250000") // went round
	put("intel-rapl:0:0", "core", "500000")    // part of the package
	put("intel-rapl:0:1", "dram", "50100")
	if got, err := m.End(); err != nil || math.Abs(got-0.4) > 1e-12 {
		t.Errorf("%v J, %v; want 0.35 J of the package and 0.05 J of the memory", got, err)
	}
	if os.Getuid() == 0 {
		t.Log("root may read everything: permissions are not tested")
		return
	}
	if err := os.Chmod(filepath.Join(root, "intel-rapl:0", "energy_uj"), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := NewRAPL(root); err == nil || !strings.Contains(err.Error(), "may only be read by root") {
		t.Error(err)
	}
}

func TestLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.csv")
	var b strings.Builder
	b.WriteString("# of a power meter\ntime,volts [V],amperes\n")
	for i := range 101 {
		// 5 V at 1 A, rising by 0.1 A a second from second 0
		at := time.Unix(1000, int64(i)*1e8)
		b.WriteString(at.UTC().Format(time.RFC3339Nano) + ",5," + strconv.FormatFloat(1+0.01*float64(i), 'g', 17, 64) + "\n")
	}
	write(t, path, b.String())
	m, err := NewLog(path, 2*time.Second) // the meter's clock is 2 s ahead
	if err != nil {
		t.Fatal(err)
	}
	at := func(s float64) time.Time { return time.Unix(0, int64((998+s)*1e9)) }
	between := m.(later).Between
	// 5 W over 4 s, and 0.5 W/s from second 1.05 to 5.05
	if got, err := between(at(1.05), at(5.05)); err != nil || math.Abs(got-(20+0.25*(5.05*5.05-1.05*1.05))) > 1e-6 {
		t.Error(got, err)
	}
	if _, err := between(at(9), at(11)); !errors.Is(err, ErrPending) {
		t.Error(err)
	}
	if _, err := between(at(-1), at(5)); err == nil || !strings.Contains(err.Error(), "clock") {
		t.Error(err)
	}
	if _, err := between(at(5), at(5.2)); err == nil || !strings.Contains(err.Error(), "samples") {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"":                           "no header",
		"time,volts\n1,2\n":          "expected time, and watts",
		"time,watts\n2,1\n1,1\n":     path + ":3: the time does not ascend",
		"time,watts\n2,one\n":        path + `:2: "one" is no number`,
		"time,watts\n2,1\nnever,1\n": path + `:3: "never" is no number`,
		"time,watts\n1,1\n2,NaN\n":   path + `:3: "NaN" is no number of at least 0 in column "watts"`,
		"time,watts\n1,1\n2,+Inf\n":  path + `:3: "+Inf" is no number`,
		"time,watts\n1,1\n2,1e999\n": path + `:3: "1e999" is no number`,
		"time,watts\n1,1\n2,-1\n":    path + `:3: "-1" is no number`,
		"time,watts\n1,1\n2,\n":      path + `:3: "" is no number`,
		"time,watts\nNaN,1\n":        path + `:2: "NaN" is no number of at least 0 in column "time"`,
		"time,volts,amps\n1,-1,-1\n": path + `:2: "-1" is no number of at least 0 in column "volts"`,
		"time,watts\n1,1\n2\n":       path + ":3: wrong number of fields",
	} {
		write(t, path, text)
		if _, err := NewLog(path, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestCPUPower(t *testing.T) {
	if _, err := NewCPUPower(CPU{Cores: 4}); err == nil || !strings.Contains(err.Error(), "--tdp") {
		t.Error(err)
	}
	m, err := NewCPUPower(CPU{TDP: 100, TDPFrequency: 2, TDPVoltage: 1, Frequency: 1, Voltage: 0.8, Cores: 4})
	if err != nil {
		t.Skip(err)
	}
	c := m.(*cpuPower)
	c.proc = t.TempDir()
	stat := func(user, system string) {
		write(t, filepath.Join(c.proc, "42", "stat"), "42 (a ) b) S 1 2 3 4 5 6 7 8 9 10 "+user+" "+system+" 0 0 20 0\n")
	}
	stat("100", "50")
	if err := errors.Join(m.Start(42), m.Begin()); err != nil {
		t.Fatal(err)
	}
	stat("250", "100")
	// 2 s at 0.7*100 W / (2 * 1^2) * 1 * 0.8^2 = 22.4 W, of which a core has a quarter
	if got, err := m.End(); err != nil || math.Abs(got-11.2) > 1e-9 {
		t.Errorf("%v J, %v", got, err)
	}
}

func TestValgrindDumps(t *testing.T) {
	m := &valgrind{command: "valgrind", version: "valgrind-3", dir: t.TempDir()}
	argv := m.Wrap([]string{"java", "-Xint"})
	if argv[0] != "valgrind" || argv[len(argv)-2] != "java" {
		t.Error(argv)
	}
	write(t, filepath.Join(m.dir, "out.1-02"), "totals: 99\n")
	write(t, filepath.Join(m.dir, "out.1-03"), "totals: 98\n")
	write(t, filepath.Join(m.dir, "out.2-02"), "events: Ir\n0 1\n\ntotals: 1234\n")
	if got, err := m.End(); err != nil || got != 1234 {
		t.Error(got, err)
	}
	if left, _ := os.ReadDir(m.dir); len(left) > 0 {
		t.Error("dumps are left:", left)
	}
	if _, err := m.End(); err == nil || !strings.Contains(err.Error(), "no dump") {
		t.Error(err)
	}
}
