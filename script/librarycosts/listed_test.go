package main

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
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
		{"java/util/List.addAll(ILjava/util/Collection;)Z", `receiver_size = "this.size() + arg1.size()" receiver_size_min = "this.size()"`},
		{"java/util/Map.clear()V", `receiver_size = "0" receiver_size_min = "0"`},
		{"java/util/Vector.size()I", `returns = "this.size()"`},
		{"java/util/TreeSet.<init>(Ljava/util/Collection;)V", `receiver_size = "arg0.size()" receiver_size_min = "0"`},
		{"java/util/Properties.load(Ljava/io/InputStream;)V", `receiver_size = "unknown"`},
		{"java/lang/StringBuilder.append(Ljava/lang/Object;)Ljava/lang/StringBuilder;", `receiver_size = "unknown"`},
		{"java/lang/StringBuilder.append(J)Ljava/lang/StringBuilder;", `receiver_size = "this.length() + 20" receiver_size_min = "this.length()"`},
		{"java/lang/CharSequence.length()I", `returns = "this.length()"`},
		{"java/util/BitSet.size()I", ""},
		{"java/util/List.get(I)Ljava/lang/Object;", ""},
	} {
		if got := strings.Join(newListed([]string{tt.method, "", "", "", ""}).sizesAfter(), " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.method, got, tt.want)
		}
	}
}
