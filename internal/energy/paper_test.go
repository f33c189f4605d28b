package energy

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models"
)

// power is a polynomial in the size n: coefficients of 1, n, n^2 and n^3.
type power [4]float64

func (p power) at(n float64) float64 { return p[0] + n*(p[1]+n*(p[2]+n*p[3])) }

// statement is one pattern of a source statement, and how often a call runs it. The type T stands for the one of
// the elements.
type statement struct {
	operation, typ, size string
	times                power
}

// The statements of figure 5 of the paper, as javap -c shows them in examples/paper. The pattern of a test is that of
// the branch which javac emits: i < n is left by if_icmpge. An operand that another pattern leaves on the stack is a
// Load, like a local variable; an expression's size is that of its costliest operand.
var matrixMultiplication = []statement{
	{"Variable declaration", "int", "Constant", power{1}},            // int i = 0            iconst_0 istore
	{"if greater or equal (int )", "int", "Load", power{1, 1}},       // i < n                iload, n, if_icmpge
	{"Increase", "int", "Constant", power{0, 1}},                     // i++                  iinc
	{"else branch", "int", "Load", power{0, 1}},                      // } of for i           goto
	{"Variable declaration", "int", "Constant", power{0, 1}},         // int j = 0
	{"if greater or equal (int )", "int", "Load", power{0, 1, 1}},    // j < n
	{"Increase", "int", "Constant", power{0, 0, 1}},                  // j++
	{"else branch", "int", "Load", power{0, 0, 1}},                   // } of for j
	{"Variable declaration", "T", "Constant", power{0, 0, 1}},        // T sum = 0            Tconst_0 Tstore
	{"Variable declaration", "int", "Constant", power{0, 0, 1}},      // int k = 0
	{"if greater or equal (int )", "int", "Load", power{0, 0, 1, 1}}, // k < n
	{"Increase", "int", "Constant", power{0, 0, 0, 1}},               // k++
	{"else branch", "int", "Load", power{0, 0, 0, 1}},                // } of for k
	{"Multiplication", "int", "Load", power{0, 0, 0, 1}},             // i * n                iload, n, imul
	{"Addition", "int", "Load", power{0, 0, 0, 1}},                   // i * n + k            iload iadd
	{"Array load", "T", "Load", power{0, 0, 0, 1}},                   // a[i * n + k]         aload Taload
	{"Multiplication", "int", "Load", power{0, 0, 0, 1}},             // k * n
	{"Addition", "int", "Load", power{0, 0, 0, 1}},                   // k * n + j
	{"Array load", "T", "Load", power{0, 0, 0, 1}},                   // b[k * n + j]
	{"Multiplication", "T", "Load", power{0, 0, 0, 1}},               // a[..] * b[..]        Tmul
	{"Addition", "T", "Load", power{0, 0, 0, 1}},                     // sum += ..            Tload Tadd Tstore
	{"Multiplication", "int", "Load", power{0, 0, 1}},                // i * n
	{"Addition", "int", "Load", power{0, 0, 1}},                      // i * n + j
	{"Array store", "T", "Load", power{0, 0, 1}},                     // c[i * n + j] = sum   aload Tload Tastore
	{"void return", "int", "Load", power{1}},                         // }                    return
}

// The statements of figure 6.
var fibonacci = []statement{
	{"Variable declaration", "T", "Constant", power{1}},        // T previous = 0       Tconst_0 Tstore
	{"Variable declaration", "T", "Constant", power{1}},        // T current = 1        Tconst_1 Tstore
	{"Variable declaration", "int", "Constant", power{1}},      // int i = 0
	{"if greater or equal (int )", "int", "Load", power{1, 1}}, // i < n
	{"Increase", "int", "Constant", power{0, 1}},               // i++
	{"else branch", "int", "Load", power{0, 1}},                // }                    goto
	{"Addition", "T", "Load", power{0, 1}},                     // T next = ..          Tload Tload Tadd Tstore
	{"Variable declaration", "T", "Load", power{0, 1}},         // previous = current   Tload Tstore
	{"Variable declaration", "T", "Load", power{0, 1}},         // current = next
	{"return statement", "T", "Load", power{1}},                // return previous      Tload Treturn
}

type triple struct{ operation, typ, size string }

func (t triple) String() string { return t.operation + ", " + t.typ + ", " + t.size }

func countByHand(program []statement, typ string, n float64) map[triple]float64 {
	out := map[triple]float64{}
	for _, s := range program {
		k := triple{s.operation, s.typ, s.size}
		if k.typ == "T" {
			k.typ = typ
		}
		if x := s.times.at(n); x != 0 {
			out[k] += x
		}
	}
	return out
}

// published is the model as the paper prints it, read without the product's code.
type published struct {
	index       map[string]int // "category:name" to parameter
	mean, sd    []float64
	correlation [][]float64
	sigma       float64
}

func readPublished(t *testing.T) published {
	t.Helper()
	p := published{index: map[string]int{}}
	for i, row := range readTSV(t, "rpi5-nyholm.parameters.tsv")[1:] {
		mean, sd := number(t, row[2]), number(t, row[4])
		if i == 0 {
			p.sigma = mean
			continue
		}
		p.index[row[0]+":"+row[1]] = len(p.mean)
		p.mean, p.sd = append(p.mean, mean), append(p.sd, sd)
	}
	rows := readTSV(t, "rpi5-nyholm.correlation.tsv")
	for i, row := range rows[1:] {
		if k, ok := p.index[row[0]]; !ok || k != i || rows[0][i+1] != row[0] {
			t.Fatalf("the correlation's row %d is %q", i, row[0])
		}
		var r []float64
		for _, x := range row[1:] {
			r = append(r, number(t, x))
		}
		p.correlation = append(p.correlation, r)
	}
	if len(p.correlation) != len(p.mean) {
		t.Fatalf("%d parameters, %d rows of correlations", len(p.mean), len(p.correlation))
	}
	return p
}

func readTSV(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open("../../models/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// price is semantics section 1, literally: every pattern has a row of parameters; the mean is c'Xm, the variance
// (X'c)' S (X'c) plus the residual's.
func (p published) price(t *testing.T, counts map[triple]float64, device string, perExecution bool) (mean, sd float64) {
	t.Helper()
	v := make([]float64, len(p.mean))
	squares, executions := 0.0, 0.0
	for k, n := range counts {
		if k.operation == "void return" { // not measured: as a return of an int
			k.operation = "return statement"
		}
		for _, key := range []string{"Operation:" + k.operation, "Data type:" + k.typ, "Data size:" + k.size, "Device:" + device} {
			i, ok := p.index[key]
			if !ok {
				t.Fatalf("no parameter %s", key)
			}
			v[i] += n
		}
		squares += n * n
		executions += n
	}
	variance := 0.0
	for i := range v {
		mean += v[i] * p.mean[i]
		for j := range v {
			variance += v[i] * p.sd[i] * p.correlation[i][j] * p.sd[j] * v[j]
		}
	}
	if perExecution {
		variance += p.sigma * p.sigma * executions
	} else {
		variance += p.sigma * p.sigma * squares
	}
	return mean, math.Sqrt(variance)
}

// TestPaper holds the worst case of the paper's programs against a count by hand, and its distribution against the
// published model: four types, constant and parametric sizes, both devices and both readings of the residual.
func TestPaper(t *testing.T) {
	cs := classesIn(t, "../../examples/paper/classes")
	methods := methodsOf(cs)
	model := readPublished(t)
	const matrixSize, steps = 10, 80 // MatrixMultiplication.SIZE, Fibonacci.STEPS
	for _, reading := range []models.Residual{models.Pattern, models.Execution} {
		for _, device := range []string{"Device 1", "Device 2"} {
			for _, n := range []float64{0, 1, 7, 1000} {
				e := engineOf(t, cs, Options{Model: rpi5(t).WithResidual(reading), Device: device, Confidence: 0.95, Assume: atMost("n", n)})
				for _, typ := range []string{"int", "long", "float", "double"} {
					check := func(method string, program []statement, size float64) {
						t.Helper()
						m := methods[method]
						if m == nil {
							t.Fatalf("no method %s", method)
						}
						name := fmt.Sprintf("%s, n = %v, %s, residual %s", method, size, device, reading)
						worst := e.Evaluate(roots(m)).Worst(m, 0.95)
						if !worst.Numbers.Known {
							t.Fatalf("%s: missing %v", name, worst.Numbers.Missing)
						}
						want := countByHand(program, typ, size)
						got := map[triple]float64{}
						for _, c := range worst.Numbers.Counts {
							got[triple{c.ID.Operation().String(), c.ID.Type().String(), c.ID.Size().String()}] = c.N
						}
						for k, n := range want {
							if got[k] != n {
								t.Errorf("%s: %s runs %v times, by hand %v", name, k, got[k], n)
							}
						}
						for k, n := range got {
							if want[k] == 0 && n != 0 {
								t.Errorf("%s: %s runs %v times, by hand never", name, k, n)
							}
						}
						mean, sd := model.price(t, want, device, reading == models.Execution)
						if !relatively(worst.Energy.Mean, mean, 1e-9) || !relatively(worst.Energy.SD, sd, 1e-9) {
							t.Errorf("%s: %v +- %v J, from the published model %v +- %v J", name, worst.Energy.Mean, worst.Energy.SD, mean, sd)
						}
						if q := mean + 1.6448536269514722*sd; worst.Bound < q*(1-1e-12) {
							t.Errorf("%s: the bound %v is below the quantile %v", name, worst.Bound, q)
						}
						// There is one path: the best case counts the same, and so many steps at most.
						if best := e.Evaluate(roots(m)).Best(m, 0.95); size == matrixSize || size == steps {
							for k, n := range want {
								if id, err := pattern.Parse(k.operation, k.typ, k.size); err != nil || best.Numbers.Counts.Of(id) != n {
									t.Errorf("%s: at best %s runs %v times, not %v (%v)", name, k, best.Numbers.Counts.Of(id), n, err)
								}
							}
						}
					}
					check("MatrixMultiplication."+typ+"Constant", matrixMultiplication, matrixSize)
					check("MatrixMultiplication."+typ+"Parametric", matrixMultiplication, n)
					check("Fibonacci."+typ+"Constant", fibonacci, steps)
					check("Fibonacci."+typ+"Parametric", fibonacci, n)
				}
			}
		}
	}
}

func relatively(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*math.Max(math.Abs(a), math.Abs(b))
}
