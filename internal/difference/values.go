package difference

import (
	"cmp"
	"fmt"
	"math"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models"
)

// compareValues compares two costs where all sizes are 10, 100 and 1,000, what is next to that of the values that both
// specifications admit, or the maxima that both assume. What is most certain of the largest size that shows a change decides. It
// returns why the values cannot be compared; empty where they can.
func (c *comparison) compareValues(p *pair, ch *Change, base, head *result.Expression, t *symbols) string {
	points := c.points(p, t)
	ch.points = len(points)
	why := "the costs are beyond what is computed"
	for _, at := range points {
		b, okBase := point{t.base, at.values, at.size}.expression(base)
		h, okHead := point{t.head, at.values, at.size}.expression(head)
		if !okBase || !okHead {
			continue
		}
		var x AtSize
		var k callsDifference
		if x, k, why = c.compareAt(b, h, t); why != "" {
			continue
		}
		x.Size, x.Others = result.Joules(at.size), at.others
		ch.Sizes = append(ch.Sizes, x)
		c.judge(p, ch, x, k)
	}
	if len(ch.Sizes) > 0 {
		return ""
	}
	return why
}

// callsDifference compares how often calls of unknown cost are made: more is how many more at most relative to the base,
// less how many fewer.
type callsDifference struct{ more, less float64 }

// compareAt compares two values. It returns why that cannot be done.
func (c *comparison) compareAt(base, head value, t *symbols) (AtSize, callsDifference, string) {
	counts, scale, ok := c.vectors(base.counts, head.counts)
	if !ok {
		return AtSize{}, callsDifference{}, "a count is of no pattern of the model"
	}
	var k callsDifference
	var dearerCall, cheaperCall string
	for i, label := range t.labels {
		b, h := base.calls[i], head.calls[i]
		switch low := min(b, h); {
		case h-b > 1e-9*math.Abs(b):
			k.more, dearerCall = max(k.more, ratio(h-b, low)), label
		case b-h > 1e-9*math.Abs(h):
			k.less, cheaperCall = max(k.less, ratio(b-h, low)), label
		}
	}
	if k.more > 0 && k.less > 0 {
		return AtSize{}, k, fmt.Sprintf("head calls %s more often and %s less often, and what they cost depends on objects that are not known", dearerCall, cheaperCall)
	}
	device := c.worstDevice(counts[0], counts[1])
	d := c.model.Difference(counts[1], counts[0], device)
	at := AtSize{
		Base: result.Joules(scale * c.model.Price(counts[0], device).Mean), Head: result.Joules(scale * c.model.Price(counts[1], device).Mean),
		Mean: result.Joules(scale * d.Mean), SD: result.Joules(scale * d.SD), Probability: result.Joules(d.Exceed(0)),
	}
	if d.Mean == 0 && d.SD == 0 {
		at.Probability = 0.5
	}
	// Energies are not negative: a call more is dearer, whatever it costs, if the rest does not get cheaper by that.
	switch {
	case k.more > 0 && d.Mean >= 0:
		at.Probability = 1
	case k.less > 0 && d.Mean <= 0:
		at.Probability = 0
	case k.more > 0 || k.less > 0:
		return AtSize{}, k, fmt.Sprintf("the number of calls of %s changes against the rest, and what they cost depends on an object that is not known", cmp.Or(dearerCall, cheaperCall))
	}
	return at, k, ""
}

// worstDevice returns the device that two costs are compared on: that on which their sum costs most, whichever is the base.
func (c *comparison) worstDevice(base, head pattern.Counts) string {
	if c.device != models.AnyDevice {
		return c.device
	}
	_, device := c.model.Worst(base.Add(head), models.Z(c.options.Confidence))
	return device
}

// ratio is a / b, infinite where b is 0.
func ratio(a, b float64) float64 {
	if b <= 0 {
		return math.Inf(1)
	}
	return a / b
}

// judge sets what the comparison at one size says. Later sizes are larger and overrule the ones before, but a size that
// shows no change does not.
func (c *comparison) judge(p *pair, ch *Change, at AtSize, k callsDifference) {
	grown := ch.Is(Grown) || ch.Is(Shrunk)
	delta, probability := float64(at.Mean), float64(at.Probability)
	low := min(float64(at.Base), float64(at.Head))
	share := ratio(delta, float64(at.Base))
	calls := max(k.more, k.less)
	enough := c.options.Threshold.reached(delta, low) ||
		calls > 0 && c.options.Threshold.Amount == 0 && calls >= cmp.Or(c.options.Threshold.Share, DefaultShare)
	var class Class
	switch {
	case probability >= c.options.Confidence:
		class = Regressed
		if !grown {
			p.trend = dearer
		}
	case 1-probability >= c.options.Confidence:
		class = Improved
		if !grown {
			p.trend = cheaper
		}
	}
	decided := ch.Is(Regressed) || ch.Is(Improved)
	if !(enough && class != "") && (decided || !math.IsNaN(float64(ch.Probability)) && math.Abs(share) < math.Abs(float64(ch.Share))) {
		return
	}
	ch.Probability, ch.Share = at.Probability, result.Joules(share)
	if grown || !enough || class == "" {
		return
	}
	for i, x := range ch.Classes {
		if x == Regressed || x == Improved {
			ch.Classes[i] = class
			return
		}
	}
	ch.Classes = append(ch.Classes, class)
}
