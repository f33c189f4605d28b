package report

import (
	"cmp"
	"io"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/jsonsafe"
)

// CheckSchema names the format of the JSON output of check. Fields may be added under the same name; a change of
// meaning or a removal gets a new number.
const CheckSchema = "energylint/check/1"

// The JSON output of check: docs/output-json.md describes it. Amounts are in joules, and null where there is no
// bound.
type (
	jsonReport struct {
		Schema        string             `json:"schema"`
		Version       string             `json:"version"`
		Model         string             `json:"model"`
		Unit          string             `json:"unit"`
		Device        string             `json:"device"`
		Confidence    jsonsafe.Number    `json:"confidence"`
		Classes       int                `json:"classes"`
		Methods       int                `json:"methods"`
		Summary       jsonSummary        `json:"summary"`
		Recording     *jsonRecording     `json:"recording,omitempty"`
		Capped        finding.Capped     `json:"capped"`
		Findings      []jsonFinding      `json:"findings"`
		Budgets       []jsonBudget       `json:"budgets"`
		Notifications []jsonNotification `json:"notifications"`
	}
	jsonSummary struct {
		Errors     int                     `json:"errors"`
		Warnings   int                     `json:"warnings"`
		Notes      int                     `json:"notes"`
		Suppressed int                     `json:"suppressed"`
		Seldom     int                     `json:"seldom_run"`
		Unchanged  int                     `json:"unchanged"`
		Absent     int                     `json:"absent"`
		Verdicts   map[finding.Verdict]int `json:"verdicts"`
	}
	jsonRecording struct {
		Files   []string        `json:"files"`
		Samples int             `json:"samples"`
		Covered jsonsafe.Number `json:"covered_share"`
	}
	jsonFinding struct {
		Rule        string         `json:"rule"`
		Name        string         `json:"name"`
		Level       finding.Level  `json:"level"`
		Rank        int            `json:"rank"`
		Message     string         `json:"message"`
		Location    jsonLocation   `json:"location"`
		Energy      *jsonEnergy    `json:"energy"`
		Related     []jsonLocation `json:"related"`
		Flow        []jsonLocation `json:"flow"`
		Fix         *jsonFix       `json:"fix"`
		Properties  map[string]any `json:"properties"`
		Subject     string         `json:"subject"`
		Fingerprint string         `json:"fingerprint"`
		Suppression *jsonSuppress  `json:"suppression"`
		Baseline    *string        `json:"baseline"`
	}
	jsonLocation struct {
		Class      string `json:"class"`
		Name       string `json:"name"`
		Descriptor string `json:"descriptor"`
		File       string `json:"file"`
		HasSource  bool   `json:"has_source"`
		Input      string `json:"input"`
		Line       int    `json:"line"`
		Column     int    `json:"column"`
		Message    string `json:"message"`
	}
	jsonEnergy struct {
		Cost         jsonDistribution `json:"cost"`
		Repaired     jsonDistribution `json:"repaired"`
		Saving       jsonDistribution `json:"saving"`
		SavingLow    jsonsafe.Number  `json:"saving_low_J"`
		SavingHigh   jsonsafe.Number  `json:"saving_high_J"`
		Per          string           `json:"per"`
		Multiplier   string           `json:"multiplier"`
		DerivedShare jsonsafe.Number  `json:"derived_share"`
		Measured     *jsonMeasured    `json:"measured,omitempty"`
		Recorded     *jsonRecorded    `json:"recorded,omitempty"`
	}
	jsonRecorded struct {
		Share  jsonsafe.Number `json:"share"`
		Method jsonsafe.Number `json:"method_share"`
		Lines  bool            `json:"of_lines"`
		Call   string          `json:"call,omitempty"`
		Sleeps jsonsafe.Number `json:"sleeps,omitempty"`
		Saving jsonsafe.Number `json:"saving_share"`
	}
	jsonMeasured struct {
		Mode    string          `json:"mode"`
		JVM     string          `json:"jvm"`
		Case    string          `json:"case"`
		Missing bool            `json:"missing"`
		Share   jsonsafe.Number `json:"share"`
		Amount  jsonsafe.Number `json:"amount"`
		Unit    string          `json:"unit"`
		Of      string          `json:"of"`
		Watts   jsonsafe.Number `json:"watts_per_core"`
		Assumed bool            `json:"watts_assumed"`
	}
	jsonDistribution struct {
		Mean        jsonsafe.Number `json:"mean_J"`
		SD          jsonsafe.Number `json:"sd_J"`
		Upper       jsonsafe.Number `json:"upper_J"`
		Formula     string          `json:"formula"`
		MeanFormula string          `json:"mean_formula,omitempty"`
		Conditions  []string        `json:"conditions"`
	}
	jsonFix struct {
		Description string `json:"description"`
		StartLine   int    `json:"start_line"`
		EndLine     int    `json:"end_line"`
		Text        string `json:"text"`
	}
	jsonSuppress struct {
		By     string `json:"by"`
		Reason string `json:"reason"`
	}
	jsonBudget struct {
		Location    jsonLocation     `json:"location"`
		Energy      string           `json:"energy"`
		Origin      string           `json:"origin"`
		Confidence  jsonsafe.Number  `json:"confidence"`
		Verdict     finding.Verdict  `json:"verdict"`
		Worst       jsonDistribution `json:"worst"`
		Best        jsonDistribution `json:"best"`
		Exceeded    jsonsafe.Number  `json:"probability_exceeded"`
		Assumptions []string         `json:"assumptions"`
		Expected    []string         `json:"expected_costs"`
		Operands    []string         `json:"costliest_operands,omitempty"`
		Missing     []string         `json:"missing"`
	}
	jsonNotification struct {
		Level   finding.Level `json:"level"`
		Path    string        `json:"path"`
		Message string        `json:"message"`
	}
)

// CheckDocument is what the JSON output of check is made of, for its JSON Schema.
func CheckDocument() any { return &jsonReport{} }

func writeJSON(w io.Writer, r *finding.Report) error {
	c := count(r)
	out := jsonReport{
		Schema: CheckSchema, Version: r.Version, Model: r.Model, Unit: cmp.Or(r.Unit, "J"), Device: r.Device,
		Confidence: jsonsafe.Number(r.Confidence), Classes: r.Classes, Methods: r.Methods,
		Summary: jsonSummary{
			Errors: c.levels[finding.Error], Warnings: c.levels[finding.Warning], Notes: c.levels[finding.Note],
			Suppressed: c.suppressed, Seldom: c.seldom, Unchanged: c.unchanged, Absent: r.Absent, Verdicts: c.verdicts,
		},
		Capped: r.Capped, Findings: []jsonFinding{}, Budgets: []jsonBudget{}, Notifications: []jsonNotification{},
	}
	if x := r.Recording; x != nil {
		out.Recording = &jsonRecording{Files: x.Files, Samples: x.Samples, Covered: jsonsafe.Number(x.Covered)}
	}
	prints := finding.Fingerprints(r.Findings)
	places := finding.Places(r.Findings)
	for i, f := range r.Findings {
		x := toJSON(r, f, prints[i])
		x.Rank = places[i]
		out.Findings = append(out.Findings, x)
	}
	for _, b := range r.Budgets {
		out.Budgets = append(out.Budgets, jsonBudget{
			Location: location(b.Location), Energy: b.Budget, Origin: b.Origin, Confidence: jsonsafe.Number(b.Confidence),
			Verdict: b.Verdict, Worst: distribution(b.Worst), Best: distribution(b.Best),
			Exceeded: jsonsafe.Probability(b.Probability), Assumptions: jsonsafe.List(b.Assumptions), Expected: jsonsafe.List(b.Expected), Operands: b.Operands, Missing: jsonsafe.List(b.Missing),
		})
	}
	for _, n := range r.Notifications {
		out.Notifications = append(out.Notifications, jsonNotification(n))
	}
	return encode(w, &out, false)
}

func toJSON(r *finding.Report, f finding.Finding, print string) jsonFinding {
	out := jsonFinding{
		Rule: f.Rule, Name: r.RuleByID(f.Rule).Name, Level: f.Level, Message: f.Message, Location: location(f.Location),
		Related: []jsonLocation{}, Flow: []jsonLocation{}, Properties: jsonsafe.Map(f.Properties), Subject: f.Subject, Fingerprint: print,
	}
	if e := f.Energy; e != nil {
		out.Energy = &jsonEnergy{
			Cost: distribution(e.Cost), Repaired: distribution(e.Repaired), Saving: distribution(e.Saving),
			SavingLow: jsonsafe.Number(e.SavingLow), SavingHigh: jsonsafe.Number(e.SavingHigh),
			Per: e.Per, Multiplier: e.Multiplier, DerivedShare: jsonsafe.Number(e.DerivedShare),
		}
	}
	if e := f.Energy; e != nil && e.Measured != nil {
		x := e.Measured
		out.Energy.Measured = &jsonMeasured{
			Mode: x.Mode, JVM: x.JVM, Case: x.Case, Missing: x.Missing, Share: jsonsafe.Number(x.Share), Amount: jsonsafe.Number(x.Amount),
			Unit: x.Unit, Of: x.Of, Watts: jsonsafe.Number(x.Watts), Assumed: x.Assumed,
		}
	}
	if e := f.Energy; e != nil && e.Recorded != nil {
		x := e.Recorded
		out.Energy.Recorded = &jsonRecorded{Share: jsonsafe.Number(x.Share), Method: jsonsafe.Number(x.Method), Lines: x.Lines, Call: x.Call, Sleeps: jsonsafe.Number(x.Sleeps), Saving: jsonsafe.Number(x.Saving)}
	}
	for _, l := range f.Related {
		out.Related = append(out.Related, location(l))
	}
	for _, l := range f.Flow {
		out.Flow = append(out.Flow, location(l))
	}
	if f.Fix != nil {
		out.Fix = &jsonFix{f.Fix.Description, f.Fix.StartLine, f.Fix.EndLine, f.Fix.Text}
	}
	if f.Suppressed != "" || f.SuppressedBy != "" {
		out.Suppression = &jsonSuppress{By: f.SuppressedBy, Reason: f.Suppressed}
	}
	if f.Baseline != "" {
		out.Baseline = &f.Baseline
	}
	return out
}

func location(l finding.Location) jsonLocation {
	return jsonLocation{Class: l.Class, Name: l.Method, Descriptor: l.Desc, File: l.Path(), HasSource: l.Source, Input: l.Input,
		Line: l.Line, Column: l.Column, Message: l.Message}
}

func distribution(d finding.Distribution) jsonDistribution {
	return jsonDistribution{Mean: jsonsafe.Number(d.Mean), SD: jsonsafe.Number(d.SD), Upper: jsonsafe.Number(d.Upper), Formula: d.Formula, MeanFormula: d.MeanFormula, Conditions: jsonsafe.List(d.Conditions)}
}
