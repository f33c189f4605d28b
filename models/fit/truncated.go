package fit

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
)

// maxBounces bounds one trajectory. A trajectory that needs more is rejected, which leaves the
// distribution invariant: the reversed trajectory needs as many.
const maxBounces = 10000

// truncated draws from a multivariate normal distribution with precision q, cut off below zero in
// every coordinate, by exact Hamiltonian Monte Carlo (Pakman and Paninski 2014, section 2): with
// the precision as the mass matrix, a particle moves on x(t) = m + v sin t + (x-m) cos t and is
// reflected at the walls x_j = 0. Trajectories last a quarter of a period, so that without walls
// the draws would be independent.
type truncated struct {
	q        *arrow
	h        []float64 // precision times mean
	mean     []float64
	x, v     []float64 // position relative to the mean, velocity
	column   []float64 // scratch: of the covariance
	rejected int       // trajectories with too many bounces
	bounces  int       // that are left for all further trajectories
}

// newTruncated prepares for m+k coordinates, of which the first m are independent given the others.
func newTruncated(m, k int) *truncated {
	n := m + k
	return &truncated{
		q: newArrow(m, k), h: make([]float64, n), mean: make([]float64, n),
		x: make([]float64, n), v: make([]float64, n), column: make([]float64, n),
		bounces: math.MaxInt,
	}
}

// step replaces x, a point inside, by the end of one trajectory under the density exp(-x'qx/2 + h'x) on x >= 0. Where the
// trajectory has too many bounces, or q is singular to rounding, x moves along one coordinate after the other instead:
// that leaves the density as it is, too, takes a fixed time, and gets ahead more slowly.
func (t *truncated) step(rng *rand.Rand, x []float64) error {
	if t.bounces <= 0 || t.q.factor() != nil {
		return t.coordinates(rng, x)
	}
	copy(t.mean, t.h)
	t.q.solve(t.mean)
	t.q.normal(rng, t.v)
	for i := range t.x {
		t.x[i] = x[i] - t.mean[i]
	}
	if !t.travel(math.Pi / 2) {
		t.rejected++
		return t.coordinates(rng, x)
	}
	for i := range x {
		// Rounding may leave a coordinate that is on its wall just below it.
		x[i] = math.Max(t.mean[i]+t.x[i], math.SmallestNonzeroFloat64)
	}
	return nil
}

// travel moves the particle (x relative to the mean, v) for the given time.
func (t *truncated) travel(left float64) bool {
	for range min(maxBounces, t.bounces) {
		t.bounces--
		wall, at := t.nextWall(left)
		sin, cos := math.Sincos(at)
		for i, a := range t.v {
			b := t.x[i]
			t.x[i], t.v[i] = a*sin+b*cos, a*cos-b*sin
		}
		if wall < 0 {
			return true
		}
		left -= at
		t.reflect(wall)
	}
	return false
}

// nextWall finds the first wall that is hit before the time is over, or -1.
func (t *truncated) nextWall(left float64) (wall int, at float64) {
	wall, at = -1, left
	sin, cos := math.Sincos(at)
	for i, a := range t.v {
		b, m := t.x[i], t.mean[i]
		r2 := a*a + b*b
		// x(t) = m + r cos(t - phi) stays inside if r <= m.
		if m >= 0 && r2 <= m*m {
			continue
		}
		// In a quarter of a period a coordinate turns at most once. Inside at both ends, it can
		// have been outside only if it turned upwards in between.
		if m+a*sin+b*cos > 0 && (a >= 0 || a*cos-b*sin <= 0) {
			continue
		}
		r := math.Sqrt(r2)
		if -m >= r {
			continue // on the wall, to rounding
		}
		// It is inside while |t - phi| < acos(-m/r), so it leaves at the upper end.
		hit := math.Max(0, math.Atan2(a, b)+math.Acos(math.Max(-1, -m/r)))
		if hit < at {
			wall, at = i, hit
			sin, cos = math.Sincos(at)
		}
	}
	return wall, at
}

// reflect turns the velocity at wall j, keeping the kinetic energy v'qv/2.
func (t *truncated) reflect(j int) {
	t.x[j] = -t.mean[j]
	t.q.column(j, t.column)
	f := -2 * t.v[j] / t.column[j]
	if f < 0 {
		return // already moving inwards, to rounding
	}
	blas64.Axpy(f, vector(t.column), vector(t.v))
}
