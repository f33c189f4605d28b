package fit

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, in string
		opts     ReadOptions
		unit     string
		want     []Observation
	}{
		{
			"as documented",
			"operation\ttype\tsize\tdevice\treplicate\tenergy_J\nAddition\tint\tLoad\tpi\t1\t5e-8\n# a comment\n\nThrow\t-\t-\tpi\t1\t-1e-9\n",
			ReadOptions{}, "J",
			[]Observation{
				{Pattern{"Addition", "int", "Load"}, "pi", "1", 5e-8, 2},
				{Pattern{"Throw", "", ""}, "pi", "1", -1e-9, 5},
			},
		},
		{
			"commas, other order, no device, a prefix, a byte order mark, carriage returns",
			"\ufeffenergy_nJ, operation\r\n50, Addition\r\n", ReadOptions{}, "J",
			[]Observation{{Pattern{Operation: "Addition"}, "", "", 50e-9, 2}},
		},
		{
			"other columns and unit",
			"op\tkind\tcount\nAddition\tint\t12.5\n",
			ReadOptions{Columns: Columns{Operation: "op", Type: "kind", Energy: "count"}, Unit: "instruction"},
			"instruction",
			[]Observation{{Pattern{"Addition", "int", ""}, "", "", 12.5, 2}},
		},
		{
			"the same measurement twice without replicate numbers",
			"operation\tenergy_uJ\nThrow\t1\nThrow\t1\n", ReadOptions{}, "J",
			[]Observation{{Pattern{Operation: "Throw"}, "", "", 1e-6, 2}, {Pattern{Operation: "Throw"}, "", "", 1e-6, 3}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read(strings.NewReader(c.in), c.opts)
			if err != nil {
				t.Fatal(err)
			}
			if got.Unit != c.unit || len(got.List) != len(c.want) {
				t.Fatalf("got %+v", got)
			}
			for i, w := range c.want {
				g := got.List[i]
				if math.Abs(g.Energy-w.Energy) > 1e-12*math.Abs(w.Energy) {
					t.Errorf("energy %g, want %g", g.Energy, w.Energy)
				}
				g.Energy = w.Energy
				if g != w {
					t.Errorf("got %+v, want %+v", g, w)
				}
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	const header = "operation\ttype\tsize\tdevice\treplicate\tenergy_J\n"
	for _, c := range []struct {
		in   string
		opts ReadOptions
		want string
	}{
		{"", ReadOptions{}, "empty"},
		{header, ReadOptions{}, "header is the only line"},
		{"a\tb\n", ReadOptions{}, `line 1: no column "operation"`},
		{"operation\ttype\n", ReadOptions{}, "no column \"energy_J\""},
		{"operation\toperation\tenergy_J\n", ReadOptions{}, "twice"},
		{"operation\tenergy_J\tenergy_nJ\n", ReadOptions{}, "both look like the energy"},
		{"operation\tenergy\nThrow\t1\n", ReadOptions{}, "unit"},
		{"operation\tenergy_J\n", ReadOptions{Columns: Columns{Device: "board"}}, `no column "board" for the device`},
		{header + "Addition\tint\tLoad\tpi\t1\n", ReadOptions{}, "line 2: 5 fields, but the header has 6"},
		{header + "\n-\tint\tLoad\tpi\t1\t1e-9\n", ReadOptions{}, "line 3: no operation"},
		{header + "Addition\tint\tLoad\tpi\t1\t5 nJ\n", ReadOptions{}, `line 2: energy "5 nJ" is not a number`},
		{header + "Addition\tint\tLoad\tpi\t1\tNaN\n", ReadOptions{}, "line 2: energy \"NaN\" is not finite"},
		{header + "Addition\tint\tLoad\tpi\t1\t1e999\n", ReadOptions{}, "line 2: energy \"1e999\" is not finite"},
		{header + "Addition\tint\tLoad\tpi\t1\t1e-9\nAddition\tint\tLoad\tpi\t1\t2e-9\n", ReadOptions{}, "line 3: replicate 1 of Addition, int, Load on \"pi\" was already given on line 2"},
		{header + strings.Repeat("x", maxLineBytes+1), ReadOptions{}, "line 2: longer than"},
	} {
		_, err := Read(strings.NewReader(c.in), c.opts)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: got %v, want %q", c.in, err, c.want)
		}
	}
	if _, err := Read(strings.NewReader(header), ReadOptions{}); !errors.Is(err, ErrNoObservations) {
		t.Errorf("got %v", err)
	}
	broken := errors.New("disk on fire")
	if _, err := Read(&failing{broken}, ReadOptions{}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

// FuzzRead: whatever is read is usable, and nothing panics.
func FuzzRead(f *testing.F) {
	f.Add("operation\ttype\tsize\tdevice\treplicate\tenergy_J\nAddition\tint\tLoad\tpi\t1\t5e-8\n", "")
	f.Add("energy_nJ,operation\n50,Addition\n", "")
	f.Add("operation\tenergy\n#\n\nx\t1e308", "kJ")
	f.Fuzz(func(t *testing.T, in, unit string) {
		obs, err := Read(strings.NewReader(in), ReadOptions{Unit: unit})
		if err != nil {
			return
		}
		if len(obs.List) == 0 || obs.Unit == "" {
			t.Fatalf("nothing read and no error: %+v", obs)
		}
		for _, o := range obs.List {
			if o.Operation == "" || math.IsNaN(o.Energy) || math.IsInf(o.Energy, 0) || o.Line < 2 {
				t.Fatalf("unusable: %+v", o)
			}
		}
	})
}
