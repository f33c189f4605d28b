package driver

import (
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/profile"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/unit"
)

// Recording is a recorded run of the program.
type Recording struct {
	File    string
	Profile *profile.Profile
}

// seldomRun is why a finding is left out that a recorded run gains too little from.
var seldomRun = "its repair saves less than " + quantity.Percent(finding.LeastRecorded) + " of the recorded run"

// weigher tells the report of the recorded run, and returns the function that gives a finding what the run says of its place.
// What the run spends time in is reported, also where the code alone looks as if it were seldom executed.
func (r *Recording) weigher(p *unit.Program, report *finding.Report) func(*finding.Finding) {
	if r == nil {
		return func(*finding.Finding) {}
	}
	shares := r.Profile.Shares(func(class string) func(int) int {
		if !p.Analysed(class) {
			return nil
		}
		return p.Lookup(class).InlinedLines().Line
	})
	report.Recording = &finding.Recording{File: r.File, Samples: r.Profile.Samples, Covered: shares.Covered}
	return func(f *finding.Finding) {
		if f.Energy == nil || strings.HasPrefix(f.Rule, "EL0") || report.RuleByID(f.Rule).Unsampled {
			return
		}
		at := f.Location
		lines := []int{at.Line}
		for _, other := range [][]finding.Location{f.Related, f.Flow} {
			for _, l := range other {
				if l.Class == at.Class && l.Method == at.Method && l.Desc == at.Desc {
					lines = append(lines, l.Line)
				}
			}
		}
		if at.Line == 0 {
			lines = nil
		}
		share := shares.Of(at.Class, at.Method, at.Desc, lines)
		e := *f.Energy
		e.Recorded = &finding.Recorded{Share: share.Here, Method: share.Method, Lines: share.Line, Saving: share.Here * e.SavedShare()}
		if e.Measured != nil && e.Measured.Little != "" && !e.Recorded.Cold() {
			m := *e.Measured
			m.Little = ""
			e.Measured = &m
		}
		f.Energy = &e
	}
}
