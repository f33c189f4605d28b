package report

import (
	"encoding/json"
	"io"
	"path/filepath"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/jsonsafe"
)

// The format of GitLab's code quality reports, which merge requests show the new ones of: the fields of
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
type (
	gitlabIssue struct {
		Description string         `json:"description"`
		Check       string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitlabLocation `json:"location"`
	}
	gitlabLocation struct {
		Path  string      `json:"path"`
		Lines gitlabLines `json:"lines"`
	}
	gitlabLines struct {
		Begin int `json:"begin"`
	}
)

// gitlabSeverity is GitLab's word for a level.
var gitlabSeverity = map[finding.Level]string{finding.Error: "critical", finding.Warning: "minor", finding.Note: "info"}

// writeGitLab writes the findings that are neither suppressed nor in the baseline. Fingerprints do not depend on lines.
func writeGitLab(w io.Writer, r *finding.Report) error {
	issues := []gitlabIssue{}
	prints := finding.Fingerprints(r.Findings)
	for i, f := range r.Findings {
		if !f.Active() {
			continue
		}
		severity := gitlabSeverity[f.Level]
		if severity == "" {
			severity = "info"
		}
		issues = append(issues, gitlabIssue{
			Description: findingLine(f), Check: f.Rule, Fingerprint: prints[i], Severity: severity,
			Location: gitlabLocation{Path: filepath.ToSlash(f.Location.Path()), Lines: gitlabLines{max(f.Location.Line, 1)}},
		})
	}
	data, err := json.MarshalIndent(issues, "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(jsonsafe.Escape(data), '\n'))
	return err
}
