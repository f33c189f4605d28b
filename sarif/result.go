package sarif

import (
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/jsonsafe"
	"github.com/energylint/energylint/internal/prose"
)

func (b *builder) result(f finding.Finding, print string) result {
	level := f.Level
	if level.Rank() == 0 {
		level = finding.Off
	}
	index := b.ruleIndex[f.Rule]
	r := &sarif.Result{
		RuleID:              &f.Rule,
		RuleIndex:           &index,
		Level:               text(string(level)),
		Message:             *message(strings.TrimSpace(sentence(f.Message) + " " + prose.Energy(f.Energy))),
		Locations:           []*sarif.Location{b.location(f.Location, true)},
		PartialFingerprints: map[string]any{fingerprintName: print},
	}
	// GitHub matches alerts by the hash of the line. Its upload action computes that itself where it finds the
	// source, and complains about any other value; elsewhere ours takes its place.
	if h := b.lineHash(f.Location); h != "" {
		r.PartialFingerprints["primaryLocationLineHash"] = h
	} else {
		r.PartialFingerprints["primaryLocationLineHash"] = print + ":1"
	}
	if f.Location.Message == "" {
		r.Locations[0].Message = nil
	}
	related, flow := f.Related, f.Flow
	if len(related) > maxRelated || len(flow) > maxFlow {
		b.truncated++
		related, flow = related[:min(len(related), maxRelated)], flow[:min(len(flow), maxFlow)]
	}
	for i, l := range related {
		at := b.location(l, false)
		id := uint(i + 1)
		at.Id = &id
		r.RelatedLocations = append(r.RelatedLocations, at)
	}
	if len(flow) > 0 {
		tf := &sarif.ThreadFlow{}
		for _, l := range flow {
			tf.Locations = append(tf.Locations, &sarif.ThreadFlowLocation{Location: b.location(l, false)})
		}
		r.CodeFlows = []*sarif.CodeFlow{{Message: message("Critical path"), ThreadFlows: []*sarif.ThreadFlow{tf}}}
	}
	if f.Fix != nil && f.Location.File != "" {
		r.Fixes = []*sarif.Fix{b.fix(f)}
	}
	if f.Baseline != "" {
		r.BaselineState = &f.Baseline
	}
	r.Properties = properties(f)
	out := result{Result: r, Suppressions: []suppression{}}
	if f.Suppressed != "" || f.SuppressedBy != "" {
		kind := "external"
		if f.SuppressedBy == "annotation" || f.SuppressedBy == "source" {
			kind = "inSource"
		}
		out.Suppressions = []suppression{{Kind: kind, Status: "accepted", Justification: f.Suppressed}}
	}
	return out
}

// fix is the repair of a finding: its edits, or else whole lines, whose deleted region ends at the start of the line behind them.
func (b *builder) fix(f finding.Finding) *sarif.Fix {
	edits := f.Fix.Edits
	if len(edits) == 0 {
		inserted := f.Fix.Text
		if !strings.HasSuffix(inserted, "\n") && inserted != "" {
			inserted += "\n"
		}
		edits = []finding.Edit{{StartLine: f.Fix.StartLine, StartColumn: 1, EndLine: f.Fix.EndLine + 1, EndColumn: 1, Text: inserted}}
	}
	change := &sarif.ArtifactChange{ArtifactLocation: *b.artifact(f.Location)}
	for _, e := range edits {
		change.Replacements = append(change.Replacements, &sarif.Replacement{
			DeletedRegion:   sarif.Region{StartLine: &e.StartLine, StartColumn: &e.StartColumn, EndLine: &e.EndLine, EndColumn: &e.EndColumn},
			InsertedContent: &sarif.ArtifactContent{Text: &e.Text},
		})
	}
	return &sarif.Fix{Description: message(f.Fix.Description), ArtifactChanges: []*sarif.ArtifactChange{change}}
}

// properties are the numbers of a finding. JSON has no infinity: an unbounded amount is null.
func properties(f finding.Finding) sarif.Properties {
	p := sarif.Properties(jsonsafe.Map(f.Properties))
	if e := f.Energy; e != nil {
		p["energy"] = map[string]any{
			"cost": distribution(e.Cost), "repaired": distribution(e.Repaired), "saving": distribution(e.Saving),
			"savingLow_J": jsonsafe.Number(e.SavingLow), "savingHigh_J": jsonsafe.Number(e.SavingHigh),
			"per": e.Per, "multiplier": e.Multiplier, "derivedShare": jsonsafe.Number(e.DerivedShare),
		}
	}
	if e := f.Energy; e != nil && e.Measured != nil {
		x := e.Measured
		p["measured"] = map[string]any{
			"mode": x.Mode, "jvm": x.JVM, "case": x.Case, "missing": x.Missing, "share": jsonsafe.Number(x.Share), "amount": jsonsafe.Number(x.Amount),
			"unit": x.Unit, "of": x.Of, "wattsPerCore": jsonsafe.Number(x.Watts), "wattsAssumed": x.Assumed,
		}
	}
	if e := f.Energy; e != nil && e.Recorded != nil {
		x := e.Recorded
		p["recorded"] = map[string]any{"share": jsonsafe.Number(x.Share), "methodShare": jsonsafe.Number(x.Method), "ofLines": x.Lines, "savingShare": jsonsafe.Number(x.Saving)}
	}
	if f.Location.Input != "" {
		p["input"] = f.Location.Input
	}
	if len(p) == 0 {
		return nil
	}
	return p
}

func distribution(d finding.Distribution) map[string]any {
	m := map[string]any{"mean_J": jsonsafe.Number(d.Mean), "sd_J": jsonsafe.Number(d.SD), "upper_J": jsonsafe.Number(d.Upper)}
	if d.Formula != "" {
		m["formula"] = d.Formula
	}
	if len(d.Conditions) > 0 {
		m["conditions"] = d.Conditions
	}
	return m
}
