package validate

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// plotPrograms draws a line for every case, in parts of the measurement: on the left what is predicted from the executed
// counts, on the right the static worst case, on a logarithmic axis.
func (r *Report) plotPrograms() (*figure, error) {
	n := len(r.Rows)
	f := &figure{name: "programs", height: headHeight + vg.Length(2.2+0.42*float64(n))*vg.Centimeter}
	predicted, worst := newPlot("Predicted from executed counts"), newPlot("Static worst case")
	predicted.X.Label.Text, worst.X.Label.Text = "times the measurement", "times the measurement"
	f.plots = [][]*plot.Plot{{predicted, worst}}
	labels := make([]plot.Tick, n)
	low, high, largest := 0.9, 1.1, 2.0
	for i := range r.Rows {
		x, y := &r.Rows[i], float64(n-1-i)
		labels[n-1-i] = plot.Tick{Value: y, Label: x.String()}
		at, sd := x.Predicted.Mean/x.Measured, x.Predicted.SD/x.Measured
		low, high = math.Min(low, at-z95*sd), math.Max(high, at+z95*sd)
		if x.WorstKnown {
			largest = math.Max(largest, x.Worst/x.Measured)
		}
	}
	bottom, top := -0.7, float64(n)-0.3
	for _, p := range []*plot.Plot{predicted, worst} {
		p.Y.Min, p.Y.Max = bottom, top
		for y := range n {
			rule, err := line(ruleColor, 0.5, plotter.XY{X: 1e-3, Y: float64(y)}, plotter.XY{X: 1e6, Y: float64(y)})
			if err != nil {
				return nil, err
			}
			p.Add(rule)
		}
		exact, err := line(measuredColor, 1, plotter.XY{X: 1, Y: bottom}, plotter.XY{X: 1, Y: top})
		if err != nil {
			return nil, err
		}
		p.Add(exact)
		f.legend = []key{{"measured", exact}}
	}
	if err := r.addPredictions(predicted, f); err != nil {
		return nil, err
	}
	if err := r.addWorst(worst, f); err != nil {
		return nil, err
	}
	predicted.Y.Tick.Marker = plot.ConstantTicks(labels)
	predicted.Y.Tick.Length, predicted.Y.LineStyle.Width = 0, 0
	worst.HideY()
	span := high - low
	predicted.X.Min, predicted.X.Max = math.Max(0.01, low-0.05*span), high+0.05*span
	worst.X.Min, worst.X.Max = 0.8, largest*1.3
	worst.X.Scale, worst.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	return f, nil
}

// addPredictions draws the intervals and means.
func (r *Report) addPredictions(p *plot.Plot, f *figure) error {
	for _, band := range []struct {
		name  string
		z     float64
		color color.Color
	}{{"95% interval", z95, mostColor}, {"50% interval", z50, halfColor}} {
		for i := range r.Rows {
			x, y := &r.Rows[i], float64(len(r.Rows)-1-i)
			at, half := x.Predicted.Mean/x.Measured, band.z*x.Predicted.SD/x.Measured
			l, err := line(band.color, 6, plotter.XY{X: at - half, Y: y}, plotter.XY{X: at + half, Y: y})
			if err != nil {
				return err
			}
			p.Add(l)
			if i == 0 {
				f.legend = append(f.legend, key{band.name, l})
			}
		}
	}
	var means plotter.XYs
	for i := range r.Rows {
		x := &r.Rows[i]
		means = append(means, plotter.XY{X: x.Predicted.Mean / x.Measured, Y: float64(len(r.Rows) - 1 - i)})
	}
	return addGlyphs(p, f, "predicted", means, draw.GlyphStyle{Color: meanColor, Shape: draw.CircleGlyph{}, Radius: vg.Points(2.2)})
}

// addWorst draws the static worst cases that are known.
func (r *Report) addWorst(p *plot.Plot, f *figure) error {
	var known plotter.XYs
	for i := range r.Rows {
		if x := &r.Rows[i]; x.WorstKnown {
			known = append(known, plotter.XY{X: x.Worst / x.Measured, Y: float64(len(r.Rows) - 1 - i)})
		}
	}
	if len(known) == 0 {
		return nil
	}
	return addGlyphs(p, f, "static worst case", known, draw.GlyphStyle{Color: worstColor, Shape: draw.PyramidGlyph{}, Radius: vg.Points(3)})
}

func addGlyphs(p *plot.Plot, f *figure, name string, points plotter.XYs, style draw.GlyphStyle) error {
	s, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	s.GlyphStyle = style
	p.Add(s)
	f.legend = append(f.legend, key{name, glyph{style}})
	return nil
}
