package evidence

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
)

// Amount is what a case costs for one size, and what its repair saves, in the unit of the table.
type Amount struct {
	Written, Repaired float64
	Saving, SD        float64
}

// Share is the share of the cost as written that the repair saves.
func (a Amount) Share() float64 {
	if a.Written <= 0 {
		return 0
	}
	return a.Saving / a.Written
}

// Pays reports whether the saving is above zero with so many standard deviations, and at least the least share that is
// worth a change.
func (a Amount) Pays(z float64) bool { return a.Saving > z*a.SD && a.Share() >= LeastShare }

// NeverPays reports whether the repair pays for no size, as the signs of the coefficients show: what it saves, or what it saves beyond the
// least share, grows with none of the terms.
func (e *Entry) NeverPays() bool {
	nothing, little := true, true
	for i, saving := range e.Saving.Coefficients {
		nothing = nothing && saving <= 0
		little = little && saving < LeastShare*e.Written.Coefficients[i]
	}
	return nothing || little
}

// Costs reports whether the repaired form costs more, with so many standard deviations.
func (a Amount) Costs(z float64) bool { return -a.Saving > z*a.SD && a.Share() <= -LeastShare }

// Times returns k times the amount.
func (a Amount) Times(k float64) Amount {
	return Amount{Written: k * a.Written, Repaired: k * a.Repaired, Saving: k * a.Saving, SD: k * a.SD}
}

// Sized returns the amount of a repair that saves k times as much beside the same rest.
func (a Amount) Sized(k float64) Amount {
	saving := k * a.Saving
	return Amount{Written: a.Repaired + saving, Repaired: a.Repaired, Saving: saving, SD: k * a.SD}
}

// LeastShare is the share of its own cost that a repair has to save: less differs from processor to processor and from
// build to build of a virtual machine.
const LeastShare = 0.05

// At returns the amounts for n, by the fit.
func (e *Entry) At(n float64) Amount {
	var a Amount
	a.Written, _ = e.Written.at(e.Terms, n)
	a.Saving, a.SD = e.Saving.at(e.Terms, n)
	a.Written = max(a.Written, 0)
	a.Saving = min(a.Saving, a.Written)
	a.Repaired = a.Written - a.Saving
	return a
}

// Largest is the largest size that was measured.
func (e *Entry) Largest() int { return e.Points[len(e.Points)-1].N }

// DefaultName names the shipped table that applies where none is chosen.
const DefaultName = "openjdk-17-x86-64"

// Shipped returns the tables that energylint carries, by name.
func Shipped() (map[string]*Table, error) { return shipped[allModes]() }

// ShippedIn returns those tables with what was measured in one mode alone, which takes a third of the time.
func ShippedIn(mode Mode) (map[string]*Table, error) {
	if !slices.Contains(Modes, mode) {
		return nil, fmt.Errorf("there is no mode %q", mode)
	}
	return shipped[mode]()
}

// shipped reads the shipped tables once for each mode.
var shipped = func() map[Mode]func() (map[string]*Table, error) {
	out := map[Mode]func() (map[string]*Table, error){}
	for _, mode := range append([]Mode{allModes}, Modes...) {
		out[mode] = sync.OnceValues(func() (map[string]*Table, error) { return readShipped(mode) })
	}
	return out
}()

func readShipped(mode Mode) (map[string]*Table, error) {
	names, err := ShippedNames()
	if err != nil {
		return nil, err
	}
	out := map[string]*Table{}
	for _, name := range names {
		data, err := files.ReadFile(name + ".tsv")
		if err != nil {
			return nil, err
		}
		if out[name], err = parse("rules/evidence/"+name+".tsv", data, mode); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ShippedNames returns the names of the shipped tables, sorted.
func ShippedNames() ([]string, error) {
	entries, err := files.ReadDir(".")
	var names []string
	for _, f := range entries {
		if name, ok := strings.CutSuffix(f.Name(), ".tsv"); ok {
			names = append(names, name)
		}
	}
	return names, err
}

// SD is the standard deviation of the coefficient of the saving whose variance is at an index of the covariance.
func (e *Entry) SD(i int) float64 { return math.Sqrt(max(e.Saving.Covariance[i], 0)) }
