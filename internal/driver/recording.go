package driver

import (
	"math"
	"slices"

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
	neverSeen   = "it was not seen in the recorded run"

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
		spent = append(spent, spentIn(&report.Rules[i])...)
	}
	shares := r.Profile.Shares(func(class string) func(int) int {
		if !p.Analysed(class) {
			return nil
		}
		return p.Lookup(class).InlinedLines().Line
	}, spent...)
	report.Recording = &finding.Recording{Files: r.counted(shares.LeftOut), Samples: shares.Samples, Covered: shares.Covered}
	return func(f *finding.Finding) string {
		rule := report.RuleByID(f.Rule)
		sampled := rule.Sampled
		switch {
		case f.Energy == nil || !finding.OfPattern(f.Rule):
			return ""
		case sampled == finding.Collected && r.Profile.NothingCollected():
			return neverCollected
		}
		at := placeOf(f, sampled)
		share := shares.Of(f.Location.Class, f.Location.Method, f.Location.Desc, at)
		if visits, weighed := r.visits(shares, f, sampled, share); visits == 0 {
			return neverSeen
		} else if finding.Few(visits) {
			return fewSamples
		} else if !weighed {
			return ""
		}
		x := r.recorded(shares, f, &rule, at, share)
		e := *f.Energy
		e.Recorded = &x
		if e.Measured != nil && e.Measured.Little != "" && !x.Cold() && !e.Measured.Once {
			m := *e.Measured
			m.Little = ""
			e.Measured = &m
		}
		f.Energy = &e
		switch told := finding.LeastSeen(shares.Samples) <= finding.LeastRecorded || !finding.Few(share.Samples+share.Sleeps); {
		case !x.Cold():
			return ""
		case told && x.Saving < finding.LeastRecorded:
			return savesLittle
		}
		return fewSamples
	}
}

// counted returns the files of the run without those that are left out, or all where nothing else is left.
func (r *Recording) counted(leftOut []int) (files []string) {
	for i, f := range r.Files {
		if !slices.Contains(leftOut, i) || len(leftOut) == len(r.Files) {
			files = append(files, f)
		}
	}
	return files
}

// spentIn returns RuleInfo.Spent as the profile names it.
func spentIn(rule *finding.RuleInfo) (out []profile.Callee) {
	for _, m := range rule.Spent {
		out = append(out, profile.Callee{Class: m.Class, Method: m.Name})
	}
	return out
}

// visits returns how many samples of the run, and sleeps, are at the place of a finding that samples do not weigh, and whether they weigh it
// after all. A file that does not tell their number has many.
func (r *Recording) visits(shares *profile.Shares, f *finding.Finding, sampled finding.Sampled, share profile.Share) (n float64, weighed bool) {
	many := func(seen bool) float64 {
		if !seen {
			return 0
		}
		return math.Inf(1)
	}
	inMethod := share.Visits
	if r.Profile.Samples == 0 {
		inMethod = many(share.Method > 0)
	}
	switch {
	case sampled == finding.Collected || sampled == finding.Waking && !r.Profile.TellsSleeps():
		return many(shares.Seen(f.Location.Class)), false
	case sampled == finding.Elsewhere:
		return inMethod, false
	case sampled == finding.Waking:
		slept := share.Sleeps > 0 && f.Energy.Measured != nil && f.Energy.Measured.Unit == "s"
		spun := finding.Recorded{Saving: share.Here, Samples: share.Samples}
		return inMethod, slept || !spun.Cold() // the stack of a thread that spins can often not be walked: no sample is in its lines
	}
	return math.Inf(1), true
}

// placeOf returns the place in the method of a finding where samples show what it costs.
func placeOf(f *finding.Finding, sampled finding.Sampled) (p profile.Place) {
	at := f.Location
	if at.Line > 0 && sampled != finding.InMethod && sampled != finding.Elsewhere {
		p.Lines = append(p.Lines, at.Line)
		for _, other := range [][]finding.Location{f.Related, f.Flow} {
			for _, l := range other {
				if l.Class == at.Class && l.Method == at.Method && l.Desc == at.Desc {
					p.Lines = append(p.Lines, l.Line)
				}
			}
		}
	}
	if sampled == finding.AtCall || sampled == finding.AtLibraryCall {
		p.Call = f.Call
	}
	p.Own = sampled == finding.InItself || sampled == finding.AtLibraryCall
	return p
}

// recorded is what the run says of the place of a finding.
func (r *Recording) recorded(shares *profile.Shares, f *finding.Finding, rule *finding.RuleInfo, at profile.Place, share profile.Share) finding.Recorded {
	x := finding.Recorded{Share: share.Here, Method: share.Method, Lines: share.Line, Saving: share.Here * f.Energy.SavedShare(), Samples: share.Samples}
	if !share.Line {
		x.Call = at.Call
	}
	switch spent := spentIn(rule); {
	case rule.Sampled == finding.Waking && share.Sleeps > 0:
		milliseconds := f.Energy.Measured.Each * 1000
		x.Sleeps, x.Saving, x.Samples = share.Sleeps, min(share.Sleeps*milliseconds/shares.Total, 1), share.Sleeps
	case len(spent) > 0 && !f.Replaced && !slices.ContainsFunc(spent, func(c profile.Callee) bool { return c.Method == at.Call }):
		at.Below = spent
		below := shares.Of(f.Location.Class, f.Location.Method, f.Location.Desc, at)
		x.Saving, x.Samples = below.Here, below.Samples
	}
	if r.Profile.Samples == 0 {
		x.Samples = math.Inf(1) // a file does not tell how many
	}
	return x
}
