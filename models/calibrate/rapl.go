package calibrate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// PowercapRoot is where Linux shows the energy counters of processors.
const PowercapRoot = "/sys/class/powercap"

// rapl reads the running average power limit's energy counters: the packages, and the memory where it has a counter of
// its own.
type rapl struct {
	bare
	zones []zone
	begun []uint64
}

type zone struct {
	name, file string
	span       uint64 // the counter, in microjoules, goes from 0 to this and wraps around
}

// NewRAPL returns the meter of the powercap directory root. The error explains what is missing.
func NewRAPL(root string) (Meter, error) {
	paths, err := filepath.Glob(filepath.Join(root, "*-rapl:*"))
	if err != nil {
		return nil, err
	}
	slices.Sort(paths)
	m := &rapl{}
	for _, p := range paths {
		text, err := os.ReadFile(filepath.Join(p, "name"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		name := strings.TrimSpace(string(text))
		if !strings.HasPrefix(name, "package") && name != "dram" || strings.Contains(filepath.Base(p), "mmio") {
			continue // core and uncore are part of the package, psys contains it, mmio is the package again
		}
		span, err := readCounter(filepath.Join(p, "max_energy_range_uj"))
		if err != nil {
			return nil, err
		}
		m.zones = append(m.zones, zone{name, filepath.Join(p, "energy_uj"), span})
	}
	if len(m.zones) == 0 {
		return nil, fmt.Errorf("%s has no energy counters (RAPL): the processor or the virtual machine has none, or the kernel module intel_rapl_msr is not loaded", root)
	}
	_, err = m.read()
	return m, err
}

func readCounter(path string) (uint64, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrPermission) {
		return 0, fmt.Errorf("%s may only be read by root since Linux 5.10 (the counters leak secrets, CVE-2020-8694): run as root, or \"sudo chmod a+r %s\" for as long as it takes: %w", path, path, err)
	}
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

func (m *rapl) read() ([]uint64, error) {
	out := make([]uint64, len(m.zones))
	for i, z := range m.zones {
		var err error
		if out[i], err = readCounter(z.file); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (m *rapl) Name() string {
	var names []string
	for _, z := range m.zones {
		names = append(names, z.name)
	}
	return "RAPL energy counters: " + strings.Join(names, ", ")
}

func (m *rapl) Unit() string { return "J" }

// Shortest: the counters change every millisecond.
func (m *rapl) Shortest() time.Duration { return 500 * time.Millisecond }

func (m *rapl) Begin() (err error) {
	m.begun, err = m.read()
	return err
}

func (m *rapl) End() (float64, error) {
	now, err := m.read()
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for i, z := range m.zones {
		d := now[i] - m.begun[i]
		if now[i] < m.begun[i] { // once: a counter takes minutes to go round
			d = z.span - m.begun[i] + now[i]
		}
		sum += float64(d) * 1e-6
	}
	return sum, nil
}
