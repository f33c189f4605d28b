package calibrate

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// CPU describes a processor by what its manufacturer publishes.
type CPU struct {
	TDP                      float64 // thermal design power, W
	TDPFrequency, TDPVoltage float64 // of that power, GHz and V
	Frequency, Voltage       float64 // during the runs; those of the thermal design power if 0
	Cores                    int     // that share the power
}

// power is the formula of Noureddine 2012, section 3.2: the power c f V^2 of a processor of CMOS, its constant from the
// thermal design power, 0.7 TDP = c f_TDP V_TDP^2.
func (c CPU) power() float64 {
	return 0.7 * c.TDP / (c.TDPFrequency * c.TDPVoltage * c.TDPVoltage) * c.Frequency * c.Voltage * c.Voltage
}

// cpuPower multiplies the processor time of the process by the power. It is an estimate: what instructions do with that
// time makes no difference to it.
type cpuPower struct {
	bare
	cpu   CPU
	proc  string
	pid   int
	begun float64
}

// NewCPUPower returns the meter, or says which number is missing.
func NewCPUPower(c CPU) (Meter, error) {
	if c.TDPFrequency == 0 {
		c.TDPFrequency = c.Frequency
	}
	if c.TDPVoltage == 0 {
		c.TDPVoltage = c.Voltage
	}
	if c.Frequency == 0 {
		c.Frequency = c.TDPFrequency
	}
	if c.Voltage == 0 {
		c.Voltage = c.TDPVoltage
	}
	if c.Frequency == 0 && c.Voltage == 0 { // only their ratios to those of the thermal design power matter
		c.Frequency, c.TDPFrequency, c.Voltage, c.TDPVoltage = 1, 1, 1, 1
	}
	if c.Voltage == 0 {
		c.Voltage, c.TDPVoltage = 1, 1
	}
	if c.Frequency == 0 {
		c.Frequency, c.TDPFrequency = 1, 1
	}
	if !(c.TDP > 0) {
		return nil, errors.New("the meter cpu-power needs the processor's thermal design power, --tdp WATTS, from its data sheet")
	}
	if !(c.Frequency > 0 && c.Voltage > 0 && c.TDPFrequency > 0 && c.TDPVoltage > 0 && c.Cores > 0) {
		return nil, errors.New("frequencies, voltages and cores must be above 0")
	}
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		return nil, fmt.Errorf("the meter cpu-power reads processor times from /proc, which this system has not: %w", err)
	}
	return &cpuPower{cpu: c, proc: "/proc"}, nil
}

func (m *cpuPower) Name() string {
	return fmt.Sprintf("processor time times power (TDP %g W at %g GHz and %g V, running at %g GHz and %g V, %d cores): an estimate",
		m.cpu.TDP, m.cpu.TDPFrequency, m.cpu.TDPVoltage, m.cpu.Frequency, m.cpu.Voltage, m.cpu.Cores)
}

func (m *cpuPower) Unit() string { return "J" }

// Shortest: the kernel counts processor time in hundredths of a second.
func (m *cpuPower) Shortest() time.Duration { return time.Second }

func (m *cpuPower) Start(pid int) error {
	m.pid = pid
	return nil
}

func (m *cpuPower) Begin() (err error) {
	m.begun, err = m.seconds()
	return err
}

func (m *cpuPower) End() (float64, error) {
	now, err := m.seconds()
	return (now - m.begun) * m.cpu.power() / float64(m.cpu.Cores), err
}

// ticksPerSecond of /proc: 100 on every architecture of Linux that a virtual machine runs on.
const ticksPerSecond = 100

// seconds returns the process's user and system time.
func (m *cpuPower) seconds() (float64, error) {
	path := m.proc + "/" + strconv.Itoa(m.pid) + "/stat"
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	// The second field is the command's name in parentheses, which may contain anything.
	f := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(f) < 13 {
		return 0, fmt.Errorf("%s: too few fields", path)
	}
	user, err1 := strconv.ParseUint(f[11], 10, 64)
	system, err2 := strconv.ParseUint(f[12], 10, 64)
	return float64(user+system) / ticksPerSecond, errors.Join(err1, err2)
}
