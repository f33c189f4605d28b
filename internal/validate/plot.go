package validate

import (
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

var (
	measuredColor  = color.RGBA{R: 0xd9, G: 0x5f, B: 0x02, A: 0xff}
	predictedColor = color.RGBA{R: 0x1b, G: 0x5e, B: 0x9e, A: 0xff}
	worstColor     = color.RGBA{R: 0x77, G: 0x77, B: 0x77, A: 0xff}
)

// Plots writes two figures, each as SVG and PNG, and returns the names of the files: "sizes", programs at several sizes
// as Figs. 13 and 14 of Nyholm et al. (2025) show them, measured beside predicted with its 95% interval; and
// "programs", all measurements in parts of the prediction with its 50% and 95% intervals and the static worst case.
func (r *Report) Plots(dir string) ([]string, error) {
	var files []string
	for _, f := range []struct {
		name   string
		height vg.Length
		draw   func() (*plot.Plot, error)
	}{{"sizes", 12 * vg.Centimeter, r.plotSizes}, {"programs", vg.Length(4+0.45*float64(len(r.Rows))) * vg.Centimeter, r.plotPrograms}} {
		p, err := f.draw()
		if err != nil {
			return nil, fmt.Errorf("plot of the %s: %w", f.name, err)
		}
		for _, ext := range []string{".svg", ".png"} {
			name := filepath.Join(dir, f.name+ext)
			w, err := p.WriterTo(18*vg.Centimeter, f.height, ext[1:])
			if err != nil {
				return nil, fmt.Errorf("plot of the %s: %w", f.name, err)
			}
			out, err := os.Create(name)
			if err != nil {
				return nil, err
			}
			_, err = w.WriteTo(out)
			if e := out.Close(); err == nil {
				err = e
			}
			if err != nil {
				return nil, err
			}
			files = append(files, name)
		}
	}
	return files, nil
}

// bars are points with vertical or horizontal error bars.
type bars struct {
	plotter.XYs
	plotter.XErrors
	plotter.YErrors
}

// plotSizes draws the programs that were measured at several sizes, energy over bytecode instructions.
func (r *Report) plotSizes() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "Measured and predicted, with 95% intervals"
	p.X.Label.Text = "executed bytecode instructions"
	p.Y.Label.Text = r.Model.File().Unit
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	sizes := map[string]int{}
	for _, x := range r.Rows {
		sizes[x.Program]++
	}
	var names []string
	for _, x := range r.Rows {
		if sizes[x.Program] > 1 && !slices.Contains(names, x.Program) {
			names = append(names, x.Program)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no program was measured at several sizes")
	}
	shapes := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}, draw.BoxGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}}
	for i, name := range names {
		var measured plotter.XYs
		var predicted bars
		for k := range r.Rows {
			x := &r.Rows[k]
			if x.Program != name {
				continue
			}
			n := float64(x.Instructions)
			measured = append(measured, plotter.XY{X: n, Y: x.Measured})
			predicted.XYs = append(predicted.XYs, plotter.XY{X: n, Y: x.Predicted.Mean})
			half := z95 * x.Predicted.SD
			low := min(half, 0.99*x.Predicted.Mean) // the axis is logarithmic
			predicted.YErrors = append(predicted.YErrors, struct{ Low, High float64 }{low, half})
		}
		line, err := plotter.NewLine(predicted.XYs)
		if err != nil {
			return nil, err
		}
		line.Color = predictedColor
		interval, err := plotter.NewYErrorBars(predicted)
		if err != nil {
			return nil, err
		}
		interval.Color = predictedColor
		points, err := plotter.NewScatter(measured)
		if err != nil {
			return nil, err
		}
		points.Shape, points.Color, points.Radius = shapes[i%len(shapes)], measuredColor, vg.Points(3)
		p.Add(line, interval, points)
		p.Legend.Add(name+", measured", points)
		if i == len(names)-1 {
			p.Legend.Add("predicted", line)
		}
	}
	return p, nil
}

// plotPrograms draws every case as a line: the measurement is at 1.
func (r *Report) plotPrograms() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = "Prediction / measurement, with 50% and 95% intervals, and static worst case"
	p.X.Label.Text = "times the measurement (1 is exact)"
	p.X.Min = 0
	var mean, half, most bars
	var worst plotter.XYs
	labels := make([]string, len(r.Rows))
	const edge = 5 // static worst cases beyond are drawn there
	for i := range r.Rows {
		x := &r.Rows[i]
		y := float64(len(r.Rows) - 1 - i)
		labels[len(r.Rows)-1-i] = x.String()
		at := plotter.XY{X: x.Predicted.Mean / x.Measured, Y: y}
		sd := x.Predicted.SD / x.Measured
		mean.XYs, half.XYs, most.XYs = append(mean.XYs, at), append(half.XYs, at), append(most.XYs, at)
		half.XErrors = append(half.XErrors, struct{ Low, High float64 }{z50 * sd, z50 * sd})
		most.XErrors = append(most.XErrors, struct{ Low, High float64 }{z95 * sd, z95 * sd})
		if x.WorstKnown {
			worst = append(worst, plotter.XY{X: min(edge, x.Worst/x.Measured), Y: y})
		}
	}
	exact, err := plotter.NewLine(plotter.XYs{{X: 1, Y: -0.5}, {X: 1, Y: float64(len(r.Rows)) - 0.5}})
	if err != nil {
		return nil, err
	}
	exact.Color = measuredColor
	p.Add(plotter.NewGrid(), exact)
	p.Legend.Add("measured", exact)
	for _, b := range []struct {
		bars
		width vg.Length
	}{{most, 1}, {half, 3}} {
		e, err := plotter.NewXErrorBars(b.bars)
		if err != nil {
			return nil, err
		}
		e.Color, e.LineStyle.Width, e.CapWidth = predictedColor, vg.Points(float64(b.width)), 0
		p.Add(e)
	}
	points, err := plotter.NewScatter(mean.XYs)
	if err != nil {
		return nil, err
	}
	points.Shape, points.Color, points.Radius = draw.CircleGlyph{}, predictedColor, vg.Points(2.5)
	p.Add(points)
	p.Legend.Add("predicted from executed counts", points)
	if len(worst) > 0 {
		w, err := plotter.NewScatter(worst)
		if err != nil {
			return nil, err
		}
		w.Shape, w.Color = draw.PyramidGlyph{}, worstColor
		p.Add(w)
		p.Legend.Add("static worst case", w)
	}
	p.NominalY(labels...)
	p.Legend.Top = true
	return p, nil
}
