package validate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/energylint/energylint/internal/jsonsafe"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/models/fit"
)

// columns of the table.
var columns = []string{"PROGRAM", "SIZE", "BYTECODES", "MEASURED", "PREDICTED", "SD", "ERROR", "50%", "95%", "STATIC WORST CASE"}

// table returns the rows as people read them.
func (r *Report) table() [][]string {
	unit := r.Model.Unit()
	mark := map[bool]string{true: "in", false: "out"}
	var out [][]string
	for i := range r.Rows {
		x := &r.Rows[i]
		worst := "none: " + x.Why
		if x.WorstKnown {
			worst = fmt.Sprintf("%s (%.2f x)", unit.Format(x.Worst), x.Worst/x.Measured)
			if x.Worst < x.Measured {
				worst += " TOO LOW"
			}
		}
		out = append(out, []string{
			x.Program, fmt.Sprint(x.Size), quantity.Count(float64(x.Instructions)), unit.Format(x.Measured), unit.Format(x.Predicted.Mean),
			unit.Format(x.Predicted.SD), fmt.Sprintf("%+.1f%%", 100*x.Error()), mark[x.Within(z50)], mark[x.Within(z95)], worst,
		})
	}
	return out
}

// summary returns the numbers that the table comes down to.
func (r *Report) summary() []string {
	n := len(r.Rows)
	out := []string{
		fmt.Sprintf("Model %s on %s, measured by %s; Java: %s.", r.Model.Name(), r.Device, orUnknown(r.Meter), orUnknown(r.JVM)),
		fmt.Sprintf("Mean absolute error of the prediction from executed counts: %.1f%% (mean error %+.1f%%); correlation of the logarithms %.4f.", 100*r.MeanAbsoluteError, 100*r.Bias, r.R),
		fmt.Sprintf("The 50%% interval has %d of %d measurements, the 95%% interval %d (%.0f%%).", r.Within50, n, r.Within95, 100*float64(r.Within95)/float64(n)),
		fmt.Sprintf("Static worst case at %s confidence: known for %d of %d; %s.", quantity.Percent(r.Confidence), r.Bounded, n, map[bool]string{
			true: "never below the measurement", false: fmt.Sprintf("below the measurement for %d", r.Below)}[r.Below == 0]),
	}
	for _, v := range []struct {
		what string
		cv   *fit.CrossValidation
	}{{"observations", r.Observations}, {"patterns", r.Patterns}} {
		if v.cv == nil {
			continue
		}
		s := v.cv.Validation
		text := fmt.Sprintf("%d-fold cross-validation, leaving out %s: NMAE %.1f%%, r %.4f; intervals cover %.0f%% (of 50%%) and %.0f%% (of 95%%) of %d observations",
			len(v.cv.Folds), v.what, 100*s.NMAE, s.R, 100*s.Coverage50, 100*s.Coverage95, s.N)
		if v.cv.Unpredictable > 0 {
			text += fmt.Sprintf("; %d cannot be predicted, because an effect was only measured in them", v.cv.Unpredictable)
		}
		out = append(out, text+".")
	}
	return out
}

func orUnknown(s string) string {
	if s == "" {
		return "(unknown)"
	}
	return s
}

// Text writes the report for a terminal.
func (r *Report) Text(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(columns, "\t")) // Flush reports errors
	for _, row := range r.table() {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n%s\n", strings.Join(r.summary(), "\n"))
	return err
}

// Markdown writes the report as Markdown.
func (r *Report) Markdown(out io.Writer) error {
	var b strings.Builder
	for _, s := range r.summary() {
		fmt.Fprintf(&b, "- %s\n", s)
	}
	b.WriteByte('\n')
	line := func(cells []string) {
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(c, "|", `\|`)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	head := make([]string, len(columns))
	for i, c := range columns {
		head[i] = strings.ToLower(c)
	}
	line(head)
	b.WriteString("| --- |" + strings.Repeat(" ---: |", len(columns)-2) + " --- |\n")
	for _, row := range r.table() {
		line(row)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

type jsonRow struct {
	Program      string          `json:"program"`
	Size         int             `json:"size"`
	Instructions int64           `json:"bytecode_instructions"`
	Measured     jsonsafe.Number `json:"measured"`
	Mean         jsonsafe.Number `json:"predicted_mean"`
	SD           jsonsafe.Number `json:"predicted_sd"`
	Error        jsonsafe.Number `json:"relative_error"`
	Within50     bool            `json:"within_50"`
	Within95     bool            `json:"within_95"`
	Derived      jsonsafe.Number `json:"derived_share"`
	Worst        jsonsafe.Number `json:"static_worst"`
	Why          string          `json:"static_worst_missing,omitempty"`
}

type jsonScore struct {
	Folds         int             `json:"folds"`
	N             int             `json:"observations"`
	NMAE          jsonsafe.Number `json:"nmae"`
	R             jsonsafe.Number `json:"r"`
	Coverage50    jsonsafe.Number `json:"coverage_50"`
	Coverage95    jsonsafe.Number `json:"coverage_95"`
	Unpredictable int             `json:"unpredictable"`
}

func scoreOf(cv *fit.CrossValidation) *jsonScore {
	if cv == nil {
		return nil
	}
	s := cv.Validation
	return &jsonScore{len(cv.Folds), s.N, jsonsafe.Number(s.NMAE), jsonsafe.Number(s.R), jsonsafe.Number(s.Coverage50), jsonsafe.Number(s.Coverage95), cv.Unpredictable}
}

// Schema names the JSON form of a Report.
const Schema = "energylint/validation/1"

// Document is what the JSON form is made of, for its JSON Schema.
func Document() any { return &jsonReport{} }

type jsonReport struct {
	Schema     string          `json:"schema"`
	Model      string          `json:"model"`
	Device     string          `json:"device"`
	Unit       string          `json:"unit"`
	Meter      string          `json:"meter"`
	JVM        string          `json:"jvm"`
	Confidence jsonsafe.Number `json:"confidence"`
	Error      jsonsafe.Number `json:"mean_absolute_error"`
	Bias       jsonsafe.Number `json:"mean_error"`
	R          jsonsafe.Number `json:"r"`
	Within50   int             `json:"within_50"`
	Within95   int             `json:"within_95"`
	Bounded    int             `json:"static_worst_known"`
	Below      int             `json:"static_worst_below_measurement"`
	Rows       []jsonRow       `json:"programs"`
	LeftOut    *jsonScore      `json:"cross_validation_observations,omitempty"`
	Unseen     *jsonScore      `json:"cross_validation_patterns,omitempty"`
}

// JSON writes the report for programs. Numbers are in the unit of the model; shares are 0 to 1.
func (r *Report) JSON(out io.Writer) error {
	doc := jsonReport{
		Schema, r.Model.Name(), r.Device, r.Model.File().Unit, r.Meter, r.JVM, jsonsafe.Number(r.Confidence),
		jsonsafe.Number(r.MeanAbsoluteError), jsonsafe.Number(r.Bias), jsonsafe.Number(r.R), r.Within50, r.Within95, r.Bounded, r.Below, nil,
		scoreOf(r.Observations), scoreOf(r.Patterns),
	}
	for i := range r.Rows {
		x := &r.Rows[i]
		worst := math.NaN()
		if x.WorstKnown {
			worst = x.Worst
		}
		doc.Rows = append(doc.Rows, jsonRow{x.Program, x.Size, x.Instructions, jsonsafe.Number(x.Measured), jsonsafe.Number(x.Predicted.Mean), jsonsafe.Number(x.Predicted.SD),
			jsonsafe.Number(x.Error()), x.Within(z50), x.Within(z95), jsonsafe.Number(x.Derived), jsonsafe.Number(worst), x.Why})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := out.Write(jsonsafe.Escape(b.Bytes()))
	return err
}
