package cli

import (
	"context"
	"slices"

	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/snapshot"
	"github.com/energylint/energylint/internal/unit"
)

// earlierState reads the snapshot that check compares with, nil where there is none.
func (p *program) earlierState(f *flags, projects []*Settings) (*snapshot.Snapshot, error) {
	if f.since == "" {
		for _, s := range projects {
			if s.Config.Output.FailOnLostProof {
				p.say("warning: fail-on-lost-proof has no effect without a state to compare with: give --since SNAPSHOT")
				break
			}
		}
		return nil, nil
	}
	if len(projects) > 1 {
		return nil, usage("--since compares one project, and here are %d: check them one by one, each with a snapshot of its own", len(projects))
	}
	s, err := snapshotFile(f.since)
	if err != nil {
		return nil, failure(err)
	}
	return s, nil
}

// compare returns what became worse since an earlier state. v are the budgets of the program.
func (p *program) compare(ctx context.Context, s *Settings, since *snapshot.Snapshot, pr *unit.Program, v *driver.Verification) ([]finding.Finding, error) {
	now, err := p.programState(ctx, s, pr, v)
	if err != nil {
		return nil, err
	}
	o := difference.Options{}
	if o.Model, err = snapshotModel(&now.Settings); err != nil {
		return nil, &exit{ExitUsage, err}
	}
	r, err := difference.Compare(since, now, o)
	if err != nil {
		return nil, &exit{ExitUsage, err}
	}
	for _, text := range r.Warnings {
		pr.Notify(finding.Notification{Level: finding.Warning, Path: "--since", Message: text})
	}
	gates := []difference.Gate{difference.GateGrowth}
	if s.Config.Output.FailOnLostProof {
		gates = append(gates, difference.GateLost)
	}
	return r.Findings(difference.Levels(gates)), nil
}

// lostProof reports whether a finding that counts is about a budget that was proved.
func lostProof(r *finding.Report) bool {
	return slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return f.Active() && f.Rule == difference.LostProofRule })
}
