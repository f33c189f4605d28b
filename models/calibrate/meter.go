package calibrate

import (
	"math"
	"time"
)

// Meter measures what a running program consumes.
type Meter interface {
	// Name says what the meter is, with its version and settings, for the head of the observations.
	Name() string
	// Unit is "J" or what is counted: "instruction".
	Unit() string
	// Wrap returns the command that runs argv under the meter.
	Wrap(argv []string) []string
	// Start is called when the process runs.
	Start(pid int) error
	// Begin is called just before a run, End just after it, while the program waits. End returns what was consumed
	// between them, or Pending if that is known only later.
	Begin() error
	End() (float64, error)
	// Shortest is how long a run has to be for the meter to resolve it; 0 for meters that count exactly.
	Shortest() time.Duration
}

// Pending is the reading of a meter whose log is read after the runs.
var Pending = math.NaN()

// exactIterations is the number of iterations of the loops for meters that count exactly: the instructions of a run are
// the same each time, so there is nothing to average but allocations.
const exactIterations = 50

// bare is the part of a meter that only watches.
type bare struct{}

func (bare) Wrap(argv []string) []string { return argv }
func (bare) Start(int) error             { return nil }
