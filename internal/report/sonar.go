package report

import (
	"cmp"
	"encoding/json"
	"io"
	"path/filepath"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/jsonsafe"
)

// SonarQube's generic issue import format, since 10.3: the fields of
// https://docs.sonarsource.com/sonarqube-server/analyzing-source-code/importing-external-issues/generic-issue-import-format/.
type (
	sonarReport struct {
		Rules  []sonarRule  `json:"rules"`
		Issues []sonarIssue `json:"issues"`
	}
	sonarRule struct {
		ID          string        `json:"id"`
		Name        string        `json:"name"`
		Description string        `json:"description"`
		Engine      string        `json:"engineId"`
		Attribute   string        `json:"cleanCodeAttribute"`
		Type        string        `json:"type"`     // these two are read in Standard Experience mode,
		Severity    string        `json:"severity"` // Attribute and Impacts in Multi-Quality Rule mode
		Impacts     []sonarImpact `json:"impacts"`
	}
	sonarImpact struct {
		Quality  string `json:"softwareQuality"`
		Severity string `json:"severity"`
	}
	sonarIssue struct {
		Rule      string          `json:"ruleId"`
		Primary   sonarLocation   `json:"primaryLocation"`
		Secondary []sonarLocation `json:"secondaryLocations,omitempty"`
	}
	sonarLocation struct {
		Message string      `json:"message,omitempty"`
		Path    string      `json:"filePath"`
		Range   *sonarRange `json:"textRange,omitempty"` // none: the issue is of the whole file
	}
	sonarRange struct {
		Start int `json:"startLine"`
	}
)

// sonarSeverity has the severities for a level, in Standard Experience mode and as an impact.
var sonarSeverity = map[finding.Level][2]string{
	finding.Error: {"CRITICAL", "HIGH"}, finding.Warning: {"MAJOR", "MEDIUM"}, finding.Note: {"MINOR", "LOW"},
}

// writeSonar writes the findings that are neither suppressed nor in the baseline. The format has severities of rules, not of
// issues: a rule has that of its most severe finding.
func writeSonar(w io.Writer, r *finding.Report) error {
	out := sonarReport{Rules: []sonarRule{}, Issues: []sonarIssue{}}
	levels := map[string]finding.Level{}
	var ids []string
	for _, f := range active(r) {
		if _, ok := levels[f.Rule]; !ok {
			ids = append(ids, f.Rule)
		}
		if l := levels[f.Rule]; l == "" || f.Level.Rank() > l.Rank() {
			levels[f.Rule] = f.Level
		}
		issue := sonarIssue{Rule: f.Rule, Primary: sonarPlace(f.Location, findingText(f))}
		for _, l := range f.Related {
			issue.Secondary = append(issue.Secondary, sonarPlace(l, l.Message))
		}
		out.Issues = append(out.Issues, issue)
	}
	for _, id := range ids {
		rule, severity := r.RuleByID(id), sonarSeverity[levels[id]]
		out.Rules = append(out.Rules, sonarRule{
			ID: id, Name: cmp.Or(rule.Name, id), Description: cmp.Or(rule.Summary, rule.Name, id), Engine: "energylint",
			Attribute: "EFFICIENT", Type: "CODE_SMELL", Severity: cmp.Or(severity[0], "INFO"),
			Impacts: []sonarImpact{{"MAINTAINABILITY", cmp.Or(severity[1], "INFO")}},
		})
	}
	data, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(jsonsafe.Escape(data), '\n'))
	return err
}

func sonarPlace(l finding.Location, message string) sonarLocation {
	p := sonarLocation{Message: oneLine(message), Path: filepath.ToSlash(l.Path())}
	if l.Line > 0 {
		p.Range = &sonarRange{l.Line}
	}
	return p
}
