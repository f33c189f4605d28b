package report

import (
	"github.com/energylint/energylint/rules/finding"
	"io"
)

func writeJSON(w io.Writer, r *finding.Report) error             { return nil }
func writeGitHub(w io.Writer, r *finding.Report) error           { return nil }
func writeMarkdown(w io.Writer, r *finding.Report) error         { return nil }
func writeJUnit(w io.Writer, r *finding.Report, o Options) error { return nil }
