package validate

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/energylint/energylint/internal/quantity"
)

// plotSizes has a row for every program that was measured at several sizes, and in it a plot for every size; nil if there
// is none.
func (r *Report) plotSizes() (*figure, error) {
	rows, columns := r.several()
	if len(rows) == 0 {
		return nil, nil
	}
	f := &figure{name: "sizes", height: headHeight + vg.Length(len(rows))*2.6*vg.Centimeter}
	for _, row := range rows {
		line := make([]*plot.Plot, columns)
		for k, x := range row {
			p, legend, err := r.plotDistribution(x)
			if err != nil {
				return nil, err
			}
			line[k], f.legend = p, legend
		}
		f.plots = append(f.plots, line)
	}
	return f, nil
}

// several lists the rows of the programs with several sizes, by program, and how many the largest has.
func (r *Report) several() (rows [][]*Row, most int) {
	at := map[string]int{}
	for i := range r.Rows {
		x := &r.Rows[i]
		k, ok := at[x.Program]
		if !ok {
			k = len(rows)
			at[x.Program], rows = k, append(rows, nil)
		}
		rows[k] = append(rows[k], x)
	}
	var out [][]*Row
	for _, row := range rows {
		if len(row) > 1 {
			out, most = append(out, row), max(most, len(row))
		}
	}
	return out, most
}

// plotDistribution draws what is predicted for a case as the density of its Gaussian, with the central 50% and 95% filled,
// and the measurement as a line.
func (r *Report) plotDistribution(x *Row) (*plot.Plot, []key, error) {
	p := newPlot(x.String())
	mean, sd := x.Predicted.Mean, math.Max(x.Predicted.SD, 1e-3*x.Predicted.Mean)
	density := func(z float64) float64 { return math.Exp(-z * z / 2) }
	curve := func(from, to float64) []plotter.XY {
		const steps = 60
		var points []plotter.XY
		for i := range steps + 1 {
			z := from + (to-from)*float64(i)/steps
			points = append(points, plotter.XY{X: mean + z*sd, Y: density(z)})
		}
		return points
	}
	filled := func(z float64) []plotter.XY {
		return append(append([]plotter.XY{{X: mean - z*sd}}, curve(-z, z)...), plotter.XY{X: mean + z*sd})
	}
	const widest = 3.2
	most, err := area(mostColor, filled(z95)...)
	if err != nil {
		return nil, nil, err
	}
	half, err := area(halfColor, filled(z50)...)
	if err != nil {
		return nil, nil, err
	}
	outline, err := line(meanColor, 1, curve(-widest, widest)...)
	if err != nil {
		return nil, nil, err
	}
	measured, err := line(measuredColor, 1.5, plotter.XY{X: x.Measured}, plotter.XY{X: x.Measured, Y: 1.08})
	if err != nil {
		return nil, nil, err
	}
	p.Add(most, half, outline, measured)
	p.X.Min, p.X.Max = math.Min(mean-widest*sd, x.Measured), math.Max(mean+widest*sd, x.Measured)
	p.Y.Min, p.Y.Max = 0, 1.1
	p.HideY()
	p.X.Tick.Marker = quantities{r.Model.Unit()}
	return p, []key{{"measured", measured}, {"predicted", outline}, {"50% interval", half}, {"95% interval", most}}, nil
}

// quantities are ticks with a few round numbers, with their prefix and unit.
type quantities struct{ unit quantity.Unit }

// Ticks implements plot.Ticker.
func (q quantities) Ticks(low, high float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/2)))
	for _, k := range []float64{5, 2} { // two to four ticks
		if (high-low)/(k*step) >= 2 {
			step *= k
			break
		}
	}
	var out []plot.Tick
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		out = append(out, plot.Tick{Value: v, Label: q.unit.Format(v)})
	}
	return out
}

var _ plot.Ticker = quantities{}

// glyph is a symbol of a legend.
type glyph struct{ draw.GlyphStyle }

// Thumbnail implements plot.Thumbnailer.
func (g glyph) Thumbnail(c *draw.Canvas) { c.DrawGlyph(g.GlyphStyle, c.Center()) }
