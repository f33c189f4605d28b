package report

import (
	"encoding/xml"
	"io"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/plain"
)

// The XML of Checkstyle's logger (XMLLogger, version 4.3), which many tools that collect warnings read.
type (
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr,omitempty"`
		Column   int    `xml:"column,attr,omitempty"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// checkstyleSeverity returns Checkstyle's word for a level.
func checkstyleSeverity(l finding.Level) string {
	switch l {
	case finding.Error, finding.Warning:
		return string(l)
	}
	return "info"
}

// writeCheckstyle writes the findings that are neither suppressed nor in the baseline, by file in the order of the report.
func writeCheckstyle(w io.Writer, r *finding.Report) error {
	out := checkstyleReport{Version: "4.3"}
	at := map[string]int{}
	for _, f := range active(r) {
		name := plain.Text(f.Location.Path())
		i, ok := at[name]
		if !ok {
			i = len(out.Files)
			at[name] = i
			out.Files = append(out.Files, checkstyleFile{Name: name})
		}
		out.Files[i].Errors = append(out.Files[i].Errors, checkstyleError{
			Line: max(f.Location.Line, 0), Column: max(f.Location.Column, 0), Severity: checkstyleSeverity(f.Level),
			Message: findingLine(f), Source: "energylint." + plain.Text(f.Rule),
		})
	}
	return encodeXML(w, out)
}
