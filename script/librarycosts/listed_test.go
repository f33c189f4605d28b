package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models/formula"
)

// traced makes a method that ran at sizes of its receiver, each with a number of additions.
func traced(method, options string, runs ...[2]float64) *listed {
	l := newListed([]string{method, "expected", "this.size(),", options, ""})
	for _, r := range runs {
		l.runs = append(l.runs, &call{
			sample: sample{counts: pattern.Single(pattern.Of(pattern.Addition, pattern.Int, pattern.Load), r[1])}, sizes: []float64{r[0], 8},
		})
	}
	return l
}

func TestListedFit(t *testing.T) {
	for _, tt := range []struct {
		name, options string
		runs          [][2]float64
		want          string
	}{
		{"constant", "", [][2]float64{{8, 5}, {32, 5}, {128, 5}}, "5"},
		{"linear", "", [][2]float64{{8, 19}, {32, 67}, {128, 259}}, "3 + 2*this.size()"},
		{"less than a constant", "", [][2]float64{{8, 7}, {32, 31}, {128, 127}}, "max(0, 1*this.size() - 1)"},
		{"up and down is the highest", "", [][2]float64{{8, 4}, {32, 9}, {128, 5}}, "9"},
		{"falling is the highest", "", [][2]float64{{8, 9}, {32, 5}, {128, 4}}, "9"},
		{"told to be constant", "const=1", [][2]float64{{8, 19}, {32, 67}, {128, 259}}, "259"},
		{"told to be a logarithm", "log=1", [][2]float64{{7, 6}, {31, 10}, {127, 14}}, "2*log2(this.size() + 1)"},
	} {
		l := traced("java/util/List.x(I)V", tt.options, tt.runs...)
		cost := l.cost()
		if len(cost) != 1 || cost[0].count != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, cost, tt.want)
		}
	}
}

// What grows faster than its sizes has no formula here, and is left out.
func TestListedSteep(t *testing.T) {
	l := traced("java/util/List.x(I)V", "", [2]float64{8, 64}, [2]float64{32, 1024}, [2]float64{128, 16384})
	l.cost()
	if l.options["steep"] == "" {
		t.Error("a square passes for linear")
	}
}

func TestListedComplete(t *testing.T) {
	if !traced("java/util/List.x(I)V", "", [2]float64{8, 1}, [2]float64{32, 1}, [2]float64{128, 1}).complete() {
		t.Error("three sizes are not enough")
	}
	if traced("java/util/List.x(I)V", "", [2]float64{8, 1}, [2]float64{32, 1}).complete() {
		t.Error("two sizes are enough")
	}
}

func TestSizesAfter(t *testing.T) {
	for _, tt := range []struct{ method, want string }{
		{"java/util/List.addAll(ILjava/util/Collection;)Z", `receiver_size = "this.size() + arg1.size()"`},
		{"java/util/Map.clear()V", `receiver_size = "0"`},
		{"java/util/Vector.size()I", `returns = "this.size()"`},
		{"java/util/TreeSet.<init>(Ljava/util/Collection;)V", `receiver_size = "arg0.size()"`},
		{"java/util/Properties.load(Ljava/io/InputStream;)V", `receiver_size = "unknown"`},
		{"java/lang/StringBuilder.append(Ljava/lang/Object;)Ljava/lang/StringBuilder;", `receiver_size = "unknown"`},
		{"java/lang/StringBuilder.append(J)Ljava/lang/StringBuilder;", `receiver_size = "this.length() + 20"`},
		{"java/lang/CharSequence.length()I", `returns = "this.length()"`},
		{"java/util/BitSet.size()I", ""},
		{"java/util/List.get(I)Ljava/lang/Object;", ""},
	} {
		if got := strings.Join(newListed([]string{tt.method, "", "", "", ""}).sizesAfter(), " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.method, got, tt.want)
		}
	}
}

// What grows with the smaller of two sizes, or with their product, shows where both grow, and only there.
func TestListedJoint(t *testing.T) {
	for _, tt := range []struct {
		name string
		of   func(a, b float64) float64
		want string
	}{
		{"the smaller", func(a, b float64) float64 { return 5 + 2*min(a, b) }, "5 + 2*min(this.size(), arg0.size())"},
		{"the product", func(a, b float64) float64 { return 5 + 3*a + a*b }, "5 + 3*this.size() + 1*this.size()*arg0.size()"},
		{"the sum", func(a, b float64) float64 { return 5 + a + 2*b }, "5 + 1*this.size() + 2*arg0.size()"},
		{"one of them", func(a, _ float64) float64 { return 5 + a }, "5 + 1*this.size()"},
	} {
		l := newListed([]string{"java/util/List.x(Ljava/util/List;)Z", "expected", "this.size(),arg0.size()", "", ""})
		for _, sizes := range [][]float64{{8, 8}, {32, 8}, {128, 8}, {8, 32}, {8, 128}, {32, 32}, {64, 64}} {
			l.runs = append(l.runs, &call{sizes: sizes, sample: sample{
				counts: pattern.Single(pattern.Of(pattern.Addition, pattern.Int, pattern.Load), tt.of(sizes[0], sizes[1])),
			}})
		}
		cost := l.cost()
		if len(cost) != 1 || cost[0].count != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, cost, tt.want)
			continue
		}
		f, err := formula.Parse(cost[0].count)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range l.runs {
			got, err := formula.Eval(f, func(s formula.Symbol) (float64, bool) {
				if s.Argument == formula.Receiver {
					return r.sizes[0], true
				}
				return r.sizes[1], true
			})
			if want := tt.of(r.sizes[0], r.sizes[1]); err != nil || got < want {
				t.Errorf("%s: %v at %v, counted %v", tt.name, got, r.sizes, want)
			}
		}
	}
}

// Models of methods that no trace has stay in their files.
func TestListedKeepsTheRest(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "java.util.toml")
	const kept = "\n[[method]]\nmethod = \"java/util/List.x()V\"\ncase = \"worst\"\nbasis = \"kept\"\n"
	if err := os.WriteFile(file, []byte("# Head.\n"+kept+strings.ReplaceAll(kept, ".x", ".y")), 0o666); err != nil {
		t.Fatal(err)
	}
	tables, err := readTables(file)
	if err != nil || len(tables) != 2 || tables["java/util/List.x()V"] != kept {
		t.Errorf("%q, %v", tables, err)
	}
}

func TestCallsOf(t *testing.T) {
	for _, tt := range []struct {
		option string
		want   float64
	}{{"", 1}, {"8", 8}, {"n", 32}, {"x", 1}, {"0", 1}} {
		if got := callsOf(tt.option, 32); got != tt.want {
			t.Errorf("%q: %v calls, want %v", tt.option, got, tt.want)
		}
	}
}
