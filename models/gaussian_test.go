package models

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func near(a, b, relative float64) bool {
	return a == b || math.Abs(a-b) <= relative*math.Max(math.Abs(a), math.Abs(b))
}

func TestZ(t *testing.T) {
	for _, tt := range []struct{ p, want float64 }{ // to 17 digits from the continued fraction of Mills' ratio
		{0.5, 0}, {0.95, 1.6448536269514722}, {0.975, 1.959963984540054}, {0.99, 2.3263478740408408}, {0.999, 3.090232306167813},
		{1e-10, -6.3613409024040557}, {1e-20, -9.2623400897985226}, {1e-200, -30.205594179579645}, {0.25, -0.67448975019608171},
	} {
		if got := Z(tt.p); !near(got, tt.want, 1e-12) {
			t.Errorf("Z(%v) = %.17g, want %.17g", tt.p, got, tt.want)
		}
	}
	if !math.IsInf(Z(1), 1) || !math.IsInf(Z(0), -1) || !math.IsNaN(Z(1.5)) || !math.IsNaN(Z(math.NaN())) {
		t.Errorf("Z at the ends: %v, %v, %v, %v", Z(1), Z(0), Z(1.5), Z(math.NaN()))
	}
}

func TestExceedTail(t *testing.T) {
	g := Gaussian{10e-9, 1e-9}
	for _, tt := range []struct{ z, want float64 }{ // from the same continued fraction
		{0, 0.5}, {1, 0.15865525393145707}, {9, 1.1285884059538407e-19}, {30, 4.906713927148187e-198},
	} {
		if got := g.Exceed(g.At(tt.z)); !near(got, tt.want, 1e-10) {
			t.Errorf("beyond %v sigma: %v, want %v", tt.z, got, tt.want)
		}
	}
	if got := g.Exceed(g.At(-30)); got != 1 {
		t.Errorf("beyond -30 sigma: %v", got)
	}
}

func TestPointMass(t *testing.T) {
	g := Gaussian{3, 0}
	if g.Exceed(2.9) != 1 || g.Exceed(3) != 0 || g.Quantile(1) != 3 || g.Quantile(0.01) != 3 {
		t.Errorf("point mass: %v %v %v %v", g.Exceed(2.9), g.Exceed(3), g.Quantile(1), g.Quantile(0.01))
	}
}

func TestQuantileExceed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := Gaussian{rapid.Float64Range(-1, 1).Draw(t, "mean"), rapid.Float64Range(0.01, 2).Draw(t, "sd")}
		p := math.Pow(10, rapid.Float64Range(-15, -0.001).Draw(t, "log p"))
		if got := g.Exceed(g.Mean - Z(p)*g.SD); !near(got, p, 1e-8) {
			t.Fatalf("p = %v: exceeded with %v", p, got)
		}
		low, high := g.Interval(p)
		if low > high || !near(g.Mean-low, high-g.Mean, 1e-6) && math.Abs(high-low) > 1e-6 {
			t.Fatalf("interval of %v: %v to %v around %v", p, low, high, g.Mean)
		}
	})
}
