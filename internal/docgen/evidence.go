package main

import (
	"bytes"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	_ "gonum.org/v1/plot/vg/vgsvg" // the format svg

	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/rules/evidence"
)

// typicalSize is the size for which the pages show shares.
const typicalSize = 100

// evidenceSection is what was measured of a rule, in Markdown; it is empty where nothing was.
func evidenceSection(rule string) (string, error) {
	tables, names, err := shippedTables()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, name := range names {
		rows := caseRows(tables[name], rule)
		if rows == "" {
			continue
		}
		fmt.Fprintf(&b, "\n%s (%s)\n\n| case | mode | base | slope | saves of %d |\n| --- | --- | ---: | ---: | ---: |\n%s", tables[name].Name, tables[name].CPU, typicalSize, rows)
	}
	if b.Len() == 0 {
		return "", nil
	}
	return "\n## Evidence\n\nWhat the repair saves, measured ([how](../evidence.md)): base, and slope for each unit of the size, with standard deviations;\n" +
		"in the last column the share of the cost as written that it saves for a size of 100. What does not save at least 5% significantly is\n" +
		"not reported in its mode.\n" + b.String() + fmt.Sprintf("\n![The share that each repair saves, by mode](evidence/%s.svg)\n", rule), nil
}

// caseRows are the rows of a rule's cases in a table.
func caseRows(t *evidence.Table, rule string) string {
	var b strings.Builder
	for _, e := range t.Entries() {
		if e.Rule != rule || !current(e) {
			continue
		}
		a := e.At(typicalSize)
		name := e.Case
		if e.CPU != "" {
			name += " (" + e.CPU + ")"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", name, e.Mode, coefficient(e, 0, ""), slope(e, evidence.Lookup(e.Key).Unit), shareText(a))
	}
	return b.String()
}

// current reports whether an entry is of its pair as it is.
func current(e *evidence.Entry) bool {
	pair := evidence.Lookup(e.Key)
	return pair != nil && pair.Digest() == e.Digest
}

// slope writes the coefficients of the size.
func slope(e *evidence.Entry, unit string) string {
	parts := []string{coefficient(e, 1, " per "+unit)}
	if len(e.Terms) > 2 {
		parts = append(parts, coefficient(e, 2, " per square"))
	}
	return strings.Join(parts, " + ")
}

// coefficient writes a coefficient of the saving with its standard deviation.
func coefficient(e *evidence.Entry, i int, per string) string {
	k, at := len(e.Terms), 0
	for j := range i {
		at += k - j
	}
	return fmt.Sprintf("%s ± %s%s", quantity.Second.Format(e.Saving.Coefficients[i]), quantity.Second.Format(e.SD(at)), per)
}

// evidencePlot draws the share that each case of a rule saves for the typical size, in each mode, as SVG; nil where nothing
// was measured.
func evidencePlot(rule string) ([]byte, error) {
	tables, err := evidence.Shipped()
	if err != nil {
		return nil, err
	}
	t := tables[evidence.DefaultName]
	var cases []string
	shares := map[evidence.Mode]plotter.Values{}
	for _, e := range t.Entries() {
		if e.Rule == rule && current(e) && !slices.Contains(cases, e.Case) {
			cases = append(cases, e.Case)
		}
	}
	if len(cases) == 0 {
		return nil, nil
	}
	for _, mode := range evidence.Modes {
		for _, c := range slices.Backward(cases) {
			share := 0.0
			if e := t.Entry(evidence.Key{Rule: rule, Case: c}, mode); e != nil {
				share = max(100*e.At(typicalSize).Share(), -100)
			}
			shares[mode] = append(shares[mode], share)
		}
	}
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%s: what the repair saves (%s)", rule, t.Name)
	p.X.Label.Text = fmt.Sprintf("%% of the cost as written, for a size of %d", typicalSize)
	width := vg.Points(7)
	colors := []color.Color{color.RGBA{R: 160, G: 160, B: 160, A: 255}, color.RGBA{R: 230, G: 159, A: 255}, color.RGBA{G: 114, B: 178, A: 255}}
	for i, mode := range evidence.Modes {
		bars, err := plotter.NewBarChart(shares[mode], width)
		if err != nil {
			return nil, err
		}
		bars.Horizontal, bars.Color, bars.LineStyle.Width, bars.Offset = true, colors[i], 0, width*vg.Length(1-i)
		p.Add(bars)
		p.Legend.Add(string(mode), bars)
	}
	p.Legend.Top = true
	slices.Reverse(cases)
	p.NominalY(cases...)
	p.X.Max = 125 // room for the legend
	w, err := p.WriterTo(16*vg.Centimeter, vg.Points(90+30*float64(len(cases))), "svg")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	_, err = w.WriteTo(&out)
	return out.Bytes(), err
}
