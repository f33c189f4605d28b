package calibrate

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/energylint/energylint/internal/files"
)

// meterLog is an external meter that writes a log: time, and watts or volts and amperes. The runs only note their
// times; afterwards the log is integrated between them.
type meterLog struct {
	bare
	file    string
	samples []sample
}

type sample struct {
	at    float64 // s since 1970
	watts float64
}

// fewestSamples in a run, as in Nyholm et al. 2025, section 4.1.
const fewestSamples = 5

// NewLog returns the meter. file is the log, "" if the meter is still to write it; offset is how much its clock is
// ahead of this machine's.
func NewLog(file string, offset time.Duration) (Meter, error) {
	m := &meterLog{file: file}
	if file == "" {
		return m, nil
	}
	f, err := files.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if m.samples, err = readLog(f); err != nil {
		return nil, fmt.Errorf("%s:%w", file, err)
	}
	for i := range m.samples {
		m.samples[i].at -= offset.Seconds()
	}
	return m, nil
}

func (m *meterLog) Name() string            { return "external meter's log" }
func (m *meterLog) Unit() string            { return "J" }
func (m *meterLog) Shortest() time.Duration { return time.Second }
func (m *meterLog) Begin() error            { return nil }
func (m *meterLog) End() (float64, error)   { return Pending, nil }

// readLog reads the table. Times are seconds since 1970 or as in RFC 3339, and ascend.
func readLog(r io.Reader) ([]sample, error) {
	c := csv.NewReader(r)
	c.Comment, c.TrimLeadingSpace = '#', true
	header, err := c.Read()
	if err != nil {
		return nil, fmt.Errorf(" no header: %w", err)
	}
	find := func(names ...string) int {
		return slices.IndexFunc(header, func(h string) bool {
			word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(h)), " ")
			return slices.Contains(names, word)
		})
	}
	at, watts := find("time", "timestamp", "t"), find("watts", "watt", "w", "power")
	volts, amperes := find("volts", "volt", "v", "voltage"), find("amperes", "ampere", "amps", "a", "current")
	if at < 0 || watts < 0 && (volts < 0 || amperes < 0) {
		return nil, fmt.Errorf(" the header has %q: expected time, and watts or volts and amperes", strings.Join(header, ", "))
	}
	var out []sample
	for {
		row, err := c.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var syntax *csv.ParseError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("%d: %w", syntax.Line, syntax.Err)
		}
		if err != nil {
			return nil, fmt.Errorf(" %w", err)
		}
		line, _ := c.FieldPos(0)
		number := func(i int) float64 {
			x, e := strconv.ParseFloat(strings.TrimSpace(row[i]), 64)
			if err == nil && (e != nil || math.IsNaN(x) || math.IsInf(x, 0) || x < 0) {
				err = fmt.Errorf("%d: %q is no number of at least 0 in column %q", line, row[i], header[i])
			}
			return x
		}
		var s sample
		if t, e := time.Parse(time.RFC3339Nano, strings.TrimSpace(row[at])); e == nil {
			s.at = float64(t.UnixNano()) * 1e-9
		} else {
			s.at = number(at)
		}
		if watts >= 0 {
			s.watts = number(watts)
		} else {
			s.watts = number(volts) * number(amperes)
		}
		if err != nil {
			return nil, err
		}
		if n := len(out); n > 0 && s.at <= out[n-1].at {
			return nil, fmt.Errorf("%d: the time does not ascend", line)
		}
		out = append(out, s)
	}
	return out, nil
}

// Between integrates the power over time, by trapezoids. It is ErrPending where the log ends before the run.
func (m *meterLog) Between(begin, end time.Time) (float64, error) {
	from, to := float64(begin.UnixNano())*1e-9, float64(end.UnixNano())*1e-9
	n := len(m.samples)
	if n == 0 || m.samples[n-1].at < to {
		return 0, ErrPending
	}
	first := sort.Search(n, func(i int) bool { return m.samples[i].at >= from })
	last := sort.Search(n, func(i int) bool { return m.samples[i].at > to })
	switch {
	case m.samples[0].at > from:
		return 0, fmt.Errorf("%s begins after the run at %s: is the meter's clock right (--clock-offset)?", m.file, begin.Format(time.RFC3339))
	case last-first < fewestSamples:
		return 0, fmt.Errorf("%s has %d samples of the run at %s, and at least %d are needed: let the meter sample faster", m.file, last-first, begin.Format(time.RFC3339), fewestSamples)
	}
	points := append([]sample{m.at(from)}, m.samples[first:last]...)
	points = append(points, m.at(to))
	sum := 0.0
	for i := 1; i < len(points); i++ {
		sum += (points[i].at - points[i-1].at) * (points[i].watts + points[i-1].watts) / 2
	}
	return sum, nil
}

// at interpolates the power at a time that the log covers.
func (m *meterLog) at(t float64) sample {
	i := sort.Search(len(m.samples), func(i int) bool { return m.samples[i].at >= t })
	if i == 0 || m.samples[i].at == t {
		return sample{t, m.samples[i].watts}
	}
	a, b := m.samples[i-1], m.samples[i]
	return sample{t, a.watts + (b.watts-a.watts)*(t-a.at)/(b.at-a.at)}
}
