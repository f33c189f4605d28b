package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/plain"
)

// writeMethodCSV writes one row for each method, with a heading (RFC 4180). A cell is empty where there is no number. Numbers
// are those of the JSON output, in the report's unit.
func writeMethodCSV(w io.Writer, m *result.MethodReport) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{
		"class", "method", "descriptor", "file", "line", "status", "unit",
		"worst_mean_J", "worst_sd_J", "worst_quantile_J", "worst_upper_J", "best_mean_J", "best_sd_J", "best_lower_J",
		"formula", "conditions", "reasons", "budget", "verdict", "probability_exceeded",
	}); err != nil {
		return err
	}
	for _, x := range m.Methods {
		line := ""
		if x.Line > 0 {
			line = strconv.Itoa(x.Line)
		}
		row := []string{
			csvText(finding.Location{Class: x.Class}.ClassName()), csvText(x.Name), csvText(x.Descriptor), csvText(x.File), line, csvText(string(x.Status)), csvText(m.Unit),
			csvNumber(x.Worst.Mean), csvNumber(x.Worst.SD), csvNumber(x.Worst.Quantile), csvNumber(x.Worst.Upper),
			csvNumber(x.Best.Mean), csvNumber(x.Best.SD), csvNumber(x.Best.Lower),
			csvText(x.Formula), csvText(strings.Join(x.Conditions, "; ")), csvText(strings.Join(x.Reasons, "; ")),
		}
		if b := x.Budget; b != nil {
			exceeded := ""
			if b.Exceeded >= 0 {
				exceeded = csvNumber(b.Exceeded)
			}
			row = append(row, csvText(b.Energy), csvText(b.Verdict), exceeded)
		} else {
			row = append(row, "", "", "")
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func csvNumber(x result.Joules) string {
	if !bounded(float64(x)) {
		return ""
	}
	return strconv.FormatFloat(float64(x), 'g', -1, 64)
}

// csvText returns text for a cell that no spreadsheet takes for a formula: names come from class files, which may be
// hostile. An apostrophe before what starts a formula makes it text (OWASP, "CSV injection"). White space is one blank.
func csvText(s string) string {
	s = strings.Join(strings.Fields(plain.Text(s)), " ")
	if strings.IndexAny(s, "=+-@＝＋－＠") == 0 {
		return "'" + s
	}
	return s
}
