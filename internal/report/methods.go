package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/jsonsafe"
)

// MethodsSchema names the format of the JSON output of methods.
const MethodsSchema = "energylint/methods/2"

// MethodFormats lists the formats of the methods command.
func MethodFormats() []string { return []string{"text", "json", "csv"} }

// WriteMethods writes m as a table for a terminal ("text"), as JSON, or as CSV for a spreadsheet.
func WriteMethods(w io.Writer, format string, m *result.MethodReport, o Options) error {
	var err error
	switch format {
	case "text":
		err = writeMethodTable(w, m, o)
	case "json":
		if o.Rows == nil {
			err = encode(w, complete(m), true)
		} else {
			err = encodeRows(w, complete(m), o.Rows)
		}
	case "csv":
		err = writeMethodCSV(w, m)
	default:
		return fmt.Errorf("unknown format %q: expected one of %s", format, strings.Join(MethodFormats(), ", "))
	}
	if err != nil {
		return fmt.Errorf("write the methods as %s: %w", format, err)
	}
	return nil
}

// complete returns a copy with the schema set and empty lists in the place of null ones: scripts need not ask.
func complete(m *result.MethodReport) *result.MethodReport {
	out := *m
	out.Schema = MethodsSchema
	out.Methods = make([]result.Method, len(m.Methods))
	for i, x := range m.Methods {
		out.Methods[i] = completeMethod(x)
	}
	return &out
}

// completeMethod returns a copy with empty lists in the place of null ones.
func completeMethod(x result.Method) result.Method {
	x.Loops = append([]result.Loop{}, x.Loops...)
	for k := range x.Loops {
		x.Loops[k].Conditions = jsonsafe.List(x.Loops[k].Conditions)
		x.Loops[k].Assumptions = append([]result.Assumption{}, x.Loops[k].Assumptions...)
	}
	if x.Assumptions == nil {
		x.Assumptions = []result.Assumption{}
	}
	x.CallSymbols = append([]result.CallSymbol{}, x.CallSymbols...)
	x.Unpriced, x.Reasons, x.Capped = jsonsafe.List(x.Unpriced), jsonsafe.List(x.Reasons), jsonsafe.List(x.Capped)
	x.Expected, x.Conditions = jsonsafe.List(x.Expected), jsonsafe.List(x.Conditions)
	if x.Budget != nil && x.Budget.Exceeded < 0 {
		b := *x.Budget
		b.Exceeded = jsonsafe.Probability(-1)
		x.Budget = &b
	}
	return x
}
