package sarif

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/jsonsafe"
	"github.com/energylint/energylint/internal/plain"
)

// builder turns one report into one run.
type builder struct {
	report    *finding.Report
	options   Options
	ruleIndex map[string]uint
	lines     map[string][]string // line hashes by file, nil where it cannot be read
	truncated int                 // results with a shortened flow or fewer related locations
}

func (b *builder) run(limit int) run {
	r := b.report
	driver := &sarif.ToolComponent{
		Name:           "energylint",
		FullName:       text("energylint, static energy analysis for the JVM"),
		InformationURI: text(informationURI),
		Organization:   text("energylint"),
		Product:        text("energylint"),
		Rules:          b.rules(),
		Notifications:  []*sarif.ReportingDescriptor{analysisProblem()},
	}
	driver.Version = text(cmp.Or(strings.TrimPrefix(r.Version, "v"), "0.0.0-devel")) // the validator takes no v
	if v := strings.TrimPrefix(r.Version, "v"); isSemantic(v) {
		driver.SemanticVersion = &v
	}
	out := &sarif.Run{
		Tool:               sarif.Tool{Driver: driver},
		ColumnKind:         "utf16CodeUnits",
		Language:           text("en-US"),
		OriginalUriBaseIDs: map[string]*sarif.ArtifactLocation{sourceRoot: {Description: message("The root of the repository.")}},
		AutomationDetails:  &sarif.RunAutomationDetails{ID: text(cmp.Or(b.options.Category, "energylint") + "/")},
	}
	out.Properties = sarif.Properties{
		"model": r.Model, "unit": cmp.Or(r.Unit, "J"), "device": r.Device, "confidence": jsonsafe.Number(r.Confidence), "classes": r.Classes, "methods": r.Methods,
	}
	if budgets := b.budgets(); len(budgets) > 0 {
		out.Properties["budgets"] = budgets
	}
	if repo := b.options.Repository; repo != nil && repo.URI != "" {
		details := &sarif.VersionControlDetails{RepositoryURI: &repo.URI, MappedTo: &sarif.ArtifactLocation{URIBaseId: text(sourceRoot)}}
		if repo.Revision != "" {
			details.RevisionID = &repo.Revision
		}
		if repo.Branch != "" {
			details.Branch = &repo.Branch
		}
		out.VersionControlProvenance = []*sarif.VersionControlDetails{details}
	}
	kept, left := heaviest(r.Findings, limit)
	results := []result{} // null would mean that the run did not look for any
	prints := finding.Fingerprints(r.Findings)
	for _, i := range kept {
		results = append(results, b.result(r.Findings[i], prints[i]))
	}
	out.Invocations = []*sarif.Invocation{b.invocation(left)}
	return run{Run: out, Results: results}
}

// heaviest returns the indices of at most limit findings, those of most weight, in the order of the report, and how
// many are left out.
func heaviest(fs []finding.Finding, limit int) (kept []int, left int) {
	kept = finding.Order(fs)
	kept = kept[:min(len(fs), max(limit, 0))]
	slices.Sort(kept)
	return kept, len(fs) - len(kept)
}

func (b *builder) invocation(left int) *sarif.Invocation {
	successful := true
	inv := &sarif.Invocation{ExecutionSuccessful: &successful}
	add := func(level finding.Level, msg, path string) {
		n := &sarif.Notification{
			Level:      string(level),
			Message:    message(msg),
			Descriptor: &sarif.ReportingDescriptorReference{Id: text(analysisProblem().ID), Index: new(uint)},
		}
		if path != "" {
			uri := relativeURI(path, b.report.Root)
			if uri != "" {
				n.Locations = []*sarif.Location{{PhysicalLocation: &sarif.PhysicalLocation{ArtifactLocation: artifact(uri)}}}
			}
			n.Message = message(path + ": " + msg)
		}
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, n)
	}
	for _, n := range b.report.Notifications {
		if n.Level == finding.Error {
			successful = false
		}
		add(n.Level, n.Message, n.Path)
	}
	if left > 0 {
		add(finding.Warning, fmt.Sprintf("%d findings are left out: code scanning shows %d of a run and takes 10 MB. The most severe ones with the largest savings are kept; the json format has them all.", left, maxResults), "")
	}
	if b.truncated > 0 {
		add(finding.Note, fmt.Sprintf("%d findings have a longer critical path or more related places than code scanning shows (%d and %d): these are cut.", b.truncated, maxFlow, maxRelated), "")
	}
	return inv
}

// budgets lists what each budget came to: GitHub ignores it, other readers of the log need not parse messages.
func (b *builder) budgets() []map[string]any {
	var out []map[string]any
	for _, r := range b.report.Budgets {
		x := map[string]any{
			"method": r.Location.QualifiedSignature(), "budget": r.Budget, "origin": r.Origin, "confidence": jsonsafe.Number(r.Confidence),
			"verdict": string(r.Verdict), "worst": distribution(r.Worst), "best": distribution(r.Best),
			"probabilityExceeded": jsonsafe.Probability(r.Probability), "assumptions": jsonsafe.List(r.Assumptions), "expectedCosts": jsonsafe.List(r.Expected), "missing": jsonsafe.List(r.Missing),
		}
		if len(r.Operands) > 0 {
			x["costliestOperands"] = r.Operands
		}
		out = append(out, x)
	}
	return out
}

// isSemantic reports whether v is a version of semver.org: three numbers, then anything behind - or +.
func isSemantic(v string) bool {
	core, _, _ := strings.Cut(v, "+")
	core, _, _ = strings.Cut(core, "-")
	parts := strings.Split(core, ".")
	return len(parts) == 3 && !slices.ContainsFunc(parts, func(p string) bool {
		return p == "" || strings.Trim(p, "0123456789") != ""
	})
}

func text(s string) *string { return &s }

// message is text in which nothing is a link, as "[text](target)" would be (SARIF 2.1.0, 3.11.6).
func message(s string) *sarif.Message {
	return &sarif.Message{Text: text(strings.ReplaceAll(plain.Text(sentence(s)), "](", "] ("))}
}
