package driver

import (
	"math"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/profile"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/unit"
)

// Recording is a recorded run of the program.
type Recording struct {
	Files   []string
	Profile *profile.Profile
}

// Why a finding is left out.
var (
	savesLittle = "its repair saves less than " + quantity.Percent(finding.LeastRecorded) + " of the recorded run"
	fewSamples  = "too few samples of the recorded run are here"
	neverSeen   = "its class was not seen in the recorded run"

	neverCollected = "no garbage collection of the recorded run was asked for by the program"
)

// weigher tells the report of the recorded run, and returns the function that gives a finding what the run says of its place and returns why
// it is left out, empty where it is not. What the run spends time in is reported, also where the code alone looks as if it were seldom executed.
func (r *Recording) weigher(p *unit.Program, report *finding.Report) func(*finding.Finding) string {
	if r == nil {
		return func(*finding.Finding) string { return "" }
	}
	var spent []profile.Callee
	for i := range report.Rules {
		if c := spentIn(&report.Rules[i]); c.Method != "" {
			spent = append(spent, c)
		}
	}
	shares := r.Profile.Shares(func(class string) func(int) int {
		if !p.Analysed(class) {
			return nil
		}
		return p.Lookup(class).InlinedLines().Line
	}, spent...)
	report.Recording = &finding.Recording{Files: r.Files, Samples: r.Profile.Samples, Covered: shares.Covered}
	return func(f *finding.Finding) string {
		rule := report.RuleByID(f.Rule)
		sampled := rule.Sampled
		switch {
		case f.Energy == nil || !finding.OfPattern(f.Rule):
			return ""
		case sampled == finding.Collected && r.Profile.NothingCollected():
			return neverCollected
		case (sampled == finding.Nowhere || sampled == finding.Collected) && shares.Seen(f.Location.Class):
			return ""
		case sampled == finding.Nowhere || sampled == finding.Collected:
			return neverSeen
		}
		x := r.recorded(shares, f, &rule)
		e := *f.Energy
		e.Recorded = &x
		if e.Measured != nil && e.Measured.Little != "" && !x.Cold() && f.Location.Method != "<clinit>" {
			m := *e.Measured
			m.Little = ""
			e.Measured = &m
		}
		f.Energy = &e
		switch {
		case !x.Cold():
			return ""
		case x.Saving < finding.LeastRecorded:
			return savesLittle
		}
		return fewSamples
	}
}

// spentIn returns RuleInfo.Spent as the profile names it.
func spentIn(rule *finding.RuleInfo) profile.Callee {
	return profile.Callee{Class: rule.Spent.Class, Method: rule.Spent.Name}
}

// recorded is what the run says of the place of a finding.
func (r *Recording) recorded(shares *profile.Shares, f *finding.Finding, rule *finding.RuleInfo) finding.Recorded {
	at, sampled := f.Location, rule.Sampled
	var lines []int
	if at.Line > 0 && sampled != finding.InMethod {
		lines = append(lines, at.Line)
		for _, other := range [][]finding.Location{f.Related, f.Flow} {
			for _, l := range other {
				if l.Class == at.Class && l.Method == at.Method && l.Desc == at.Desc {
					lines = append(lines, l.Line)
				}
			}
		}
	}
	called := ""
	if sampled == finding.AtCall {
		called = f.Call
	}
	share := shares.Of(at.Class, at.Method, at.Desc, lines, called)
	saving, samples := share.Here*f.Energy.SavedShare(), share.Samples
	if spent := spentIn(rule); spent.Method != "" && !f.Replaced && share.Line && called != "" && called != spent.Method {
		saving, samples = shares.Below(at.Class, at.Method, at.Desc, lines, called, spent)
	}
	if r.Profile.Samples == 0 {
		samples = math.Inf(1) // a file does not tell how many
	}
	return finding.Recorded{Share: share.Here, Method: share.Method, Lines: share.Line, Saving: saving, Samples: samples}
}
