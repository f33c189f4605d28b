package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// randomArrow fills an arrow with a random positive definite matrix.
func randomArrow(rng *rand.Rand, m, k int) (*arrow, *mat.SymDense) {
	a := newArrow(m, k)
	n := m + k
	dense := mat.NewSymDense(n, nil)
	// As a design makes it: rows with one of the first block and any of the second.
	for range 3*n + 5 {
		x := make([]float64, n)
		if m > 0 {
			x[rng.IntN(m)] = 1
		}
		for j := m; j < n; j++ {
			x[j] = rng.NormFloat64()
		}
		dense.SymRankOne(dense, 1, mat.NewVecDense(n, x))
	}
	for i := range n {
		dense.SetSym(i, i, dense.At(i, i)+0.1)
	}
	for i := range m {
		a.d[i] = dense.At(i, i)
		for j := range k {
			a.b.Data[i*a.b.Stride+j] = dense.At(i, m+j)
		}
	}
	for i := range k {
		for j := i; j < k; j++ {
			a.c.Data[i*a.c.Stride+j] = dense.At(m+i, m+j)
		}
	}
	return a, dense
}

func TestArrowMatchesDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, k := rapid.IntRange(1, 8).Draw(t, "m"), rapid.IntRange(0, 6).Draw(t, "k")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		a, dense := randomArrow(rng, m, k)
		n := m + k
		if err := a.factor(); err != nil {
			t.Fatal(err)
		}
		var inverse mat.Dense
		if err := inverse.Inverse(dense); err != nil {
			t.Skip("nearly singular")
		}
		x, h := make([]float64, n), make([]float64, n)
		for j := range n {
			clear(h)
			h[j] = 1
			a.multiply(x, h)
			for i := range n {
				if x[i] != dense.At(i, j) {
					t.Fatalf("element %d, %d is %g, as multiplied %g", i, j, dense.At(i, j), x[i])
				}
			}
			a.column(j, x)
			clear(h)
			h[j] = 1
			a.solve(h)
			for i := range n {
				want := inverse.At(i, j)
				if tol := 1e-8 * (1 + math.Abs(want)); math.Abs(x[i]-want) > tol || math.Abs(h[i]-want) > tol {
					t.Fatalf("inverse[%d,%d] = %g: column gives %g, solve %g", i, j, want, x[i], h[i])
				}
			}
		}
		// v = T z for a matrix T with T T' = inverse: draw v as a linear map of unit vectors is not
		// possible, but its quadratic form with the precision has expectation n.
		const draws = 4000
		sum := 0.0
		v := make([]float64, n)
		for range draws {
			a.normal(rng, v)
			vec := mat.NewVecDense(n, v)
			sum += mat.Inner(vec, dense, vec)
		}
		if z := (sum/draws - float64(n)) / math.Sqrt(2*float64(n)/draws); math.Abs(z) > 6 {
			t.Fatalf("normal: v'Qv is %g on average, want %d", sum/draws, n)
		}
	})
}

// TestArrowRejects: a matrix that is not positive definite is an error, not a NaN.
func TestArrowRejects(t *testing.T) {
	a := newArrow(1, 1)
	a.d[0], a.b.Data[0], a.c.Data[0] = 1, 2, 1
	if err := a.factor(); err == nil {
		t.Error("indefinite matrix accepted")
	}
	a.d[0] = 0
	if err := a.factor(); err == nil {
		t.Error("zero diagonal accepted")
	}
}

// TestTruncatedMoments compares draws in one dimension with the truncated normal's closed form, for
// means inside, on and far outside the wall.
func TestTruncatedMoments(t *testing.T) {
	for _, mu := range []float64{3, 0.5, 0, -1, -4, -30} {
		tr := newTruncated(1, 0)
		rng := rand.New(rand.NewPCG(1, 2))
		x := []float64{1}
		var draws []float64
		for range 20000 {
			*tr.q.diagonal(0) = 1
			tr.h[0] = mu
			if err := tr.step(rng, x); err != nil {
				t.Fatal(err)
			}
			draws = append(draws, x[0])
		}
		lambda := math.Exp(distuv.UnitNormal.LogProb(mu) - logNormalCDF(mu))
		wantMean := mu + lambda
		wantVar := 1 - mu*lambda - lambda*lambda
		s := Summarise([][]float64{draws[:10000], draws[10000:]})
		if math.Abs(s.Mean-wantMean) > 5*s.MCSE {
			t.Errorf("mu %g: mean %g, want %g (MCSE %g)", mu, s.Mean, wantMean, s.MCSE)
		}
		if math.Abs(s.SD-math.Sqrt(wantVar)) > 5*s.MCSESD {
			t.Errorf("mu %g: sd %g, want %g (MCSE %g)", mu, s.SD, math.Sqrt(wantVar), s.MCSESD)
		}
		if tr.rejected > 0 {
			t.Errorf("mu %g: %d trajectories rejected", mu, tr.rejected)
		}
	}
}

// TestTruncatedRidge draws two almost perfectly confounded coordinates (their sum is 10 +- 0.1),
// uniform along the ridge between the walls.
func TestTruncatedRidge(t *testing.T) {
	tr := newTruncated(1, 1)
	rng := rand.New(rand.NewPCG(3, 4))
	x := []float64{1, 9}
	var draws []float64
	for range 20000 {
		const weak = 1e-6
		*tr.q.diagonal(0), *tr.q.diagonal(1) = 100+weak, 100+weak
		tr.q.b.Data[0] = 100
		tr.h[0], tr.h[1] = 1000, 1000
		if err := tr.step(rng, x); err != nil {
			t.Fatal(err)
		}
		if x[0] <= 0 || x[1] <= 0 || math.IsNaN(x[0]) {
			t.Fatalf("outside: %v", x)
		}
		draws = append(draws, x[0])
	}
	s := Summarise([][]float64{draws[:10000], draws[10000:]})
	if math.Abs(s.Mean-5) > 5*s.MCSE || math.Abs(s.SD-10/math.Sqrt(12)) > 0.05 || s.BulkESS < 1000 {
		t.Errorf("along the ridge: %+v", s)
	}
}

// TestReflectKeepsEnergy: a reflection changes neither the kinetic energy nor, except at the wall,
// anything that would break reversibility.
func TestReflectKeepsEnergy(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	tr := newTruncated(4, 3)
	a, dense := randomArrow(rng, 4, 3)
	tr.q = a
	if err := a.factor(); err != nil {
		t.Fatal(err)
	}
	for j := range 7 {
		a.normal(rng, tr.v)
		tr.v[j] = -math.Abs(tr.v[j])
		before := append([]float64(nil), tr.v...)
		energy := mat.Inner(mat.NewVecDense(7, before), dense, mat.NewVecDense(7, before))
		tr.reflect(j)
		after := mat.Inner(mat.NewVecDense(7, tr.v), dense, mat.NewVecDense(7, tr.v))
		if math.Abs(after/energy-1) > 1e-10 || math.Abs(tr.v[j]+before[j]) > 1e-10 {
			t.Errorf("wall %d: energy %g -> %g, velocity %g -> %g", j, energy, after, before[j], tr.v[j])
		}
		tr.reflect(j) // moving inwards now: nothing happens
		if math.Abs(tr.v[j]+before[j]) > 1e-10 {
			t.Errorf("wall %d: reflected twice", j)
		}
	}
}

func TestLogNormalCDF(t *testing.T) {
	// log(erfc(-x/sqrt 2)/2) to 12 digits.
	for _, c := range []struct{ x, want float64 }{
		{0, -0.693147180560}, {-1, -1.84102164501}, {-5, -15.0649983939}, {-10, -53.2312851505},
		{-19.999, -203.897106117}, {-20.001, -203.937205623}, {-40, -804.608442014}, {-1000, -500007.826694813},
		{2, -0.0230129093289}, {8, -6.22096057427e-16},
	} {
		if got := logNormalCDF(c.x); math.Abs(got-c.want) > 1e-9*math.Abs(c.want) {
			t.Errorf("logNormalCDF(%g) = %.12g, want %.12g", c.x, got, c.want)
		}
	}
}

// TestSliceMoments draws a gamma distribution, which is skewed and has a boundary.
func TestSliceMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	x := 1.0
	var draws []float64
	for range 40000 {
		x = slice(rng, x, 2, func(x float64) float64 {
			if x <= 0 {
				return math.Inf(-1)
			}
			return 2*math.Log(x) - x
		})
		draws = append(draws, x)
	}
	s := Summarise([][]float64{draws[:20000], draws[20000:]})
	if math.Abs(s.Mean-3) > 5*s.MCSE || math.Abs(s.SD-math.Sqrt(3)) > 5*s.MCSESD {
		t.Errorf("gamma(3): %+v", s)
	}
}
