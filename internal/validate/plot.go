package validate

import (
	"bytes"
	"fmt"
	"image/color"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	_ "gonum.org/v1/plot/vg/vgimg" // the format png
	_ "gonum.org/v1/plot/vg/vgsvg" // the format svg

	"github.com/energylint/energylint/internal/atomicfile"
)

var (
	measuredColor = color.RGBA{R: 0xd9, G: 0x5f, B: 0x02, A: 0xff}
	meanColor     = color.RGBA{R: 0x08, G: 0x30, B: 0x6b, A: 0xff}
	halfColor     = color.RGBA{R: 0x42, G: 0x92, B: 0xc6, A: 0xff}
	mostColor     = color.RGBA{R: 0xc6, G: 0xdb, B: 0xef, A: 0xff}
	worstColor    = color.RGBA{R: 0x55, G: 0x55, B: 0x55, A: 0xff}
	ruleColor     = color.Gray{Y: 0xdd}
)

// figureWidth is the width of every figure, and margin what is left free around it.
const (
	figureWidth = 18 * vg.Centimeter
	margin      = 0.3 * vg.Centimeter
	headHeight  = 0.8 * vg.Centimeter
)

// figure is a drawing: a legend above rows of plots.
type figure struct {
	name   string
	height vg.Length
	legend []key
	plots  [][]*plot.Plot
}

// key is an entry of a legend.
type key struct {
	text   string
	symbol plot.Thumbnailer
}

// Plots writes two figures, each as SVG and PNG, and returns the names of the files: "sizes", the distributions predicted
// for the programs that were measured at several sizes, beside the measurement, as Figs. 13 and 14 of Nyholm et al. (2025)
// have them (not drawn if there are none); and "programs", the prediction and the static worst case of every program in parts of its measurement.
func (r *Report) Plots(dir string) ([]string, error) {
	var files []string
	for _, draw := range []func() (*figure, error){r.plotSizes, r.plotPrograms} {
		f, err := draw()
		if err != nil {
			return nil, fmt.Errorf("drawing: %w", err)
		}
		if f == nil {
			continue
		}
		for _, format := range []string{"svg", "png"} {
			name := filepath.Join(dir, f.name+"."+format)
			if err := f.write(name, format); err != nil {
				return nil, fmt.Errorf("drawing the %s: %w", f.name, err)
			}
			files = append(files, name)
		}
	}
	return files, nil
}

// write draws a figure into a file.
func (f *figure) write(name, format string) error {
	w, err := draw.NewFormattedCanvas(figureWidth, f.height, format)
	if err != nil {
		return err
	}
	whole := draw.New(w)
	whole.SetColor(color.White)
	whole.Fill(whole.Rectangle.Path())
	all := draw.Crop(whole, margin, -margin, margin, -margin)
	width := (all.Max.X - all.Min.X) / vg.Length(len(f.legend))
	for i, k := range f.legend {
		l := plot.NewLegend()
		l.Top, l.Left, l.XOffs = true, true, 0
		l.TextStyle.Font.Variant, l.TextStyle.Font.Size = "Serif", vg.Points(10)
		l.Padding = vg.Points(4)
		l.Add(k.text, k.symbol)
		x := vg.Length(i) * width
		l.Draw(draw.Crop(all, x, x+width-(all.Max.X-all.Min.X), 0, 0))
	}
	tiles := draw.Tiles{Rows: len(f.plots), Cols: len(f.plots[0]), PadX: vg.Points(8), PadY: vg.Points(8), PadTop: headHeight}
	for i, row := range plot.Align(f.plots, tiles, all) {
		for j, c := range row {
			if p := f.plots[i][j]; p != nil {
				p.Draw(c)
			}
		}
	}
	var data bytes.Buffer
	if _, err := w.WriteTo(&data); err != nil {
		return err
	}
	return atomicfile.Write(name, data.Bytes())
}

// newPlot is a plot without a frame, in the letters of all figures.
func newPlot(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.TextStyle.Font.Variant, p.Title.TextStyle.Font.Size = "Serif", vg.Points(10)
	p.Title.Padding = vg.Points(3)
	p.BackgroundColor = color.White
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font.Variant, a.Label.TextStyle.Font.Size = "Serif", vg.Points(9)
		a.Tick.Label.Font.Variant, a.Tick.Label.Font.Size = "Serif", vg.Points(9)
		a.LineStyle.Color, a.Tick.LineStyle.Color = worstColor, worstColor
		a.Padding = 0
	}
	return p
}

// line is a straight line.
func line(c color.Color, width float64, points ...plotter.XY) (*plotter.Line, error) {
	l, err := plotter.NewLine(plotter.XYs(points))
	if err != nil {
		return nil, err
	}
	l.Color, l.Width = c, vg.Points(width)
	return l, nil
}

// area fills a polygon.
func area(c color.Color, points ...plotter.XY) (*plotter.Polygon, error) {
	a, err := plotter.NewPolygon(plotter.XYs(points))
	if err != nil {
		return nil, err
	}
	a.Color, a.LineStyle.Width = c, 0
	return a, nil
}
