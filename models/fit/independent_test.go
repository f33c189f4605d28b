package fit

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

// walker samples testdata/reference/model.stan one parameter at a time, by slice sampling of its log
// density as it is written there. It shares only the one-dimensional updates with the package's sampler, so that
// it can decide where the two that are compared, ours and Stan's, differ.
type walker struct {
	rng       *rand.Rand
	beta      []float64
	category  []int
	mu, tau   [4]float64
	sigma     float64
	a         [][]float64 // X'NX
	g         []float64   // X'N(y - X beta)
	rss       float64
	n         float64
	direction [][]float64
}

func newWalker(obs Observations, seed uint64) (*walker, []string) {
	w := &walker{rng: rand.New(rand.NewPCG(seed, 99)), sigma: 10}
	index := map[string]int{}
	var names []string
	term := func(category int, level string) int {
		key := [...]string{"Operation", "Data type", "Data size", "Device"}[category] + ":" + level
		i, ok := index[key]
		if !ok {
			i = len(names)
			index[key], names = i, append(names, key)
			w.category = append(w.category, category)
			w.beta = append(w.beta, 5)
		}
		return i
	}
	var rows [][]int
	for _, o := range obs.List {
		var row []int
		for c, l := range []string{o.Operation, o.Type, o.Size, o.Device} {
			if l != "" {
				row = append(row, term(c, l))
			}
		}
		rows = append(rows, row)
	}
	k := len(names)
	w.a, w.g = make([][]float64, k), make([]float64, k)
	for i := range w.a {
		w.a[i] = make([]float64, k)
	}
	for i, o := range obs.List {
		e := o.Energy * 1e9
		for _, t := range rows[i] {
			e -= w.beta[t]
		}
		w.rss += e * e
		for _, t := range rows[i] {
			w.g[t] += e
			for _, u := range rows[i] {
				w.a[t][u]++
			}
		}
	}
	w.n = float64(len(obs.List))
	for c := range w.mu {
		w.mu[c], w.tau[c] = 0, 20
	}
	for i := range k {
		v := make([]float64, k)
		v[i] = 1
		w.direction = append(w.direction, v)
	}
	shear := make([]float64, k)
	shear[index["Data size:Reference"]] = 1
	shear[index["Operation:Static method call"]] = -1
	shear[index["Operation:Non-static method call"]] = -1
	for range 5 {
		w.direction = append(w.direction, shear)
	}
	for _, c := range []int{1, 2, 3} { // everything of a category against the operations
		v := make([]float64, k)
		for i := range v {
			switch w.category[i] {
			case c:
				v[i] = 1
			case 0:
				v[i] = -1
			}
		}
		w.direction = append(w.direction, v)
	}
	return w, names
}

func (w *walker) sweep() {
	for _, v := range w.direction {
		vg, vav := 0.0, 0.0
		av := make([]float64, len(v))
		var at []int
		for i, x := range v {
			if x != 0 {
				at = append(at, i)
				vg += x * w.g[i]
				for j := range v {
					av[j] += w.a[i][j] * x
				}
			}
		}
		for _, i := range at {
			vav += v[i] * av[i]
		}
		rssAt := func(t float64) float64 { return w.rss - 2*t*vg + t*t*vav }
		t := slice(w.rng, 0, 3, func(t float64) float64 {
			logp := -rssAt(t) / (2 * w.sigma * w.sigma)
			for _, i := range at {
				b, c := w.beta[i]+t*v[i], w.category[i]
				if b < 0 {
					return math.Inf(-1)
				}
				z := (b - w.mu[c]) / w.tau[c]
				logp -= z * z / 2
			}
			return logp
		})
		w.rss = rssAt(t)
		for i, x := range v {
			w.beta[i] += t * x
			w.g[i] -= t * av[i]
		}
	}
	for c := range w.mu {
		logp := func(mu, tau float64) float64 {
			if tau <= 0 {
				return math.Inf(-1)
			}
			sum := -mu*mu/5000 - 0.04*tau
			for i, b := range w.beta {
				if w.category[i] == c {
					z := (b - mu) / tau
					sum -= z*z/2 + math.Log(tau) + logNormalCDF(mu/tau)
				}
			}
			return sum
		}
		for range 3 {
			w.mu[c] = slice(w.rng, w.mu[c], 30, func(x float64) float64 { return logp(x, w.tau[c]) })
			w.tau[c] = slice(w.rng, w.tau[c], 10, func(x float64) float64 { return logp(w.mu[c], x) })
		}
	}
	w.sigma = slice(w.rng, w.sigma, 0.5, func(s float64) float64 {
		if s <= 0 {
			return math.Inf(-1)
		}
		return -w.n*math.Log(s) - w.rss/(2*s*s) - 0.04*s
	})
}

func TestIndependentSamplerAgrees(t *testing.T) {
	tier.Slow(t, tier.Long)
	obs := readReference(t)
	const chains = 2
	draws := 4000
	if tier.Whole() {
		draws = 12000
	}
	var names []string
	got := map[string][][]float64{}
	for c := range chains {
		w, n := newWalker(obs, uint64(c))
		names = n
		for range 1000 {
			w.sweep()
		}
		for i := range names {
			got[names[i]] = append(got[names[i]], make([]float64, draws))
		}
		for i := range draws {
			w.sweep()
			for j, b := range w.beta {
				got[names[j]][c][i] = b
			}
		}
	}
	r, err := Run(context.Background(), obs, Options{Seed: 2, Draws: draws / 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		w := Summarise(got[name])
		p, _ := r.Parameter(name)
		if name == "Data size:Reference" {
			t.Logf("%s: sd %.2f nJ, independently %.2f", name, p.SD*1e9, w.SD)
		}
		if z := (p.Mean*1e9 - w.Mean) / math.Hypot(p.MCSE*1e9, w.MCSE); math.Abs(z) > 4 {
			t.Errorf("%s: mean %g, independently %g (%.1f standard errors)", name, p.Mean*1e9, w.Mean, z)
		}
		if z := (p.SD*1e9 - w.SD) / math.Hypot(p.MCSESD*1e9, w.MCSESD); math.Abs(z) > 4 {
			t.Errorf("%s: sd %g, independently %g (%.1f standard errors)", name, p.SD*1e9, w.SD, z)
		}
	}
}
