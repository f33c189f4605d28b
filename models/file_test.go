package models

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func shippedText(t testing.TB) (text, correlation string) {
	t.Helper()
	a, err := shipped.ReadFile("shipped/rpi5-nyholm.toml")
	if err != nil {
		t.Fatal(err)
	}
	b, err := shipped.ReadFile("shipped/rpi5-nyholm.correlation.tsv")
	if err != nil {
		t.Fatal(err)
	}
	return string(a), string(b)
}

// Each case breaks the shipped model in one place; the error names the line and says what is wrong.
func TestBrokenModels(t *testing.T) {
	text, correlation := shippedText(t)
	for _, tt := range []struct{ name, old, new, want string }{
		{"syntax", `unit = "J"`, `unit = "J`, `m.toml:7:`},
		{"unknown key", `meter = `, `metre = `, `unknown key "metre"; did you mean "meter"?`},
		{"unknown key in a table", "name = \"Addition\"\nmean", "name = \"Addition\"\naverage", `unknown key "average" in parameter`},
		{"unit", `unit = "J"`, `unit = "nJ"`, `m.toml:7: unknown unit "nJ": expected "J" or "instruction"`},
		{"type of a value", `residual_sd = 1.356665e-08`, `residual_sd = "1.4e-08"`, "residual_sd"},
		{"residual", `residual = "pattern"`, `residual = "run"`, `unknown residual "run"`},
		{"covariance", `covariance = "full"`, `covariance = "diagonal"`, `unknown covariance "diagonal": expected "full" or "comonotone"`},
		{"no correlation", `correlation = "rpi5-nyholm.correlation.tsv"`, ``, `needs correlation = `},
		{"missing correlation file", `correlation = "rpi5-nyholm.correlation.tsv"`, `correlation = "other.tsv"`, "cannot read the correlation"},
		{"comonotone with correlation", `covariance = "full"`, `covariance = "comonotone"`, "a comonotone model has no correlation"},
		{"category", `category = "Device"`, `category = "Devise"`, `unknown category "Devise"; did you mean "Device"?`},
		{"operation", `name = "Addition"`, `name = "Adition"`, `did you mean "Addition"?`},
		{"negative sd", `sd = 4.479418e-10`, `sd = -4.479418e-10`, `Operation "Addition": sd -4.479418e-10 is no standard deviation`},
		{"nan", `mean = 2.954780e-08`, `mean = nan`, `mean NaN is not an energy`},
		{"nanojoules", `mean = 2.954780e-08`, `mean = 29.5`, `numbers are in joules, not in nJ`},
		{"twice", `name = "Division"`, `name = "Addition"`, `Operation "Addition" is given twice`},
		{"missing operation", "[[parameter]]\ncategory = \"Operation\"\nname = \"i2s\"\nmean = 4.335038e-09\nsd = 1.416223e-09\n", "", `i2s`},
		{"derived without terms", `terms = [{ pattern = ["-", "-", "Load"] }]`, `terms = []`, "nothing costs nothing"},
		{"derived from a derived one", `terms = [{ pattern = ["-", "-", "Load"] }]`, `terms = [{ pattern = ["Throw", "-", "Load"] }]`, `the term Throw, Load has no parameter "Operation:Throw"`},
		{"term of two names", `pattern = ["-", "-", "Load"]`, `pattern = ["-", "Load"]`, "a term is a pattern of three names"},
		{"term count", `{ pattern = ["-", "-", "Load"] }`, `{ pattern = ["-", "-", "Load"], count = -1 }`, "expected a number above 0"},
		{"unpriced", `operations = ["Monitor"]`, `operations = ["Throw"]`, `operation "Monitor" has no price`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(text, tt.old) {
				t.Fatalf("the model has no %q", tt.old)
			}
			_, err := Parse("m.toml", []byte(strings.Replace(text, tt.old, tt.new, 1)), func(name string) ([]byte, error) {
				if name == "rpi5-nyholm.correlation.tsv" {
					return []byte(correlation), nil
				}
				return nil, errors.New("no such file")
			})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
			if err != nil && !strings.Contains(err.Error(), ".t") {
				t.Errorf("error %v names no file", err)
			}
		})
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	text, correlation := shippedText(t)
	broken := strings.Replace(text, "sd = 4.479418e-10", "sd = -1", 1)
	line := 1 + strings.Count(broken[:strings.Index(broken, "sd = -1")], "\n")
	_, err := Parse("m.toml", []byte(broken), func(string) ([]byte, error) { return []byte(correlation), nil })
	if want := "m.toml:" + strconv.Itoa(line) + ": "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want it at %s", err, want)
	}
}

func TestBrokenCorrelations(t *testing.T) {
	text, correlation := shippedText(t)
	lines := strings.Split(correlation, "\n")
	replace := func(line int, s string) string {
		ls := append([]string(nil), lines...)
		ls[line] = s
		return strings.Join(ls, "\n")
	}
	for _, tt := range []struct{ name, text, want string }{
		{"missing row", replace(4, ""), "expected"},
		{"unknown parameter", replace(2, "Operation:Flight\t1"), `:3: the model has no parameter "Operation:Flight"`},
		{"too large", replace(3, "Data size:64-bit\t1.5\t1"), `:4: "1.5" is no correlation`},
		{"diagonal", replace(3, "Data size:64-bit\t0.1\t0.5"), "a parameter's correlation with itself is 1, not 0.5"},
		{"no number", replace(3, "Data size:64-bit\tx\t1"), `"x" is no correlation`},
		{"empty", "", "no row for parameter"},
		{"indefinite", replace(3, "Data size:64-bit\t-1\t1"), "not positive semidefinite"},
		{"twice", correlation + "Data size:32-bit\t1\n", "has a row already, at line 3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("m.toml", []byte(text), func(string) ([]byte, error) { return []byte(tt.text), nil })
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// A full square matrix is read like its lower triangle, and must be symmetric.
func TestSquareCorrelation(t *testing.T) {
	p := []Parameter{{Category: "Device", Name: "a"}, {Category: "Device", Name: "b"}}
	if r, err := parseCorrelation("c.tsv", []byte("Device:b\t1\t0.5\nDevice:a\t0.5\t1\n"), p); err != nil || r[0][1] != 0.5 || r[1][0] != 0.5 || r[0][0] != 1 {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := parseCorrelation("c.tsv", []byte("Device:b\t1\t0.5\nDevice:a\t0.4\t1\n"), p); err == nil || !strings.Contains(err.Error(), "not symmetric") {
		t.Errorf("error %v", err)
	}
}

func TestParseFileFromDisk(t *testing.T) {
	text, _ := shippedText(t)
	m := rpi5(t)
	r := make([][]float64, len(m.parameters))
	for i := range r {
		r[i] = make([]float64, len(r))
		for j := range r {
			r[i][j] = m.cov[i*len(r)+j] / (m.sd[i] * m.sd[j])
		}
	}
	dir := t.TempDir()
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("ours.toml", []byte(strings.Replace(text, `name = "rpi5-nyholm"`, `name = "ours"`, 1)))
	write("rpi5-nyholm.correlation.tsv", WriteCorrelation(m.parameters, r))
	got, err := ParseFile(filepath.Join(dir, "ours.toml"), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Name() != "ours" {
		t.Errorf("name %q", got.Name())
	}
	rapid.Check(t, func(t *rapid.T) {
		c := counts().Draw(t, "counts")
		if a, b := got.Price(c, "Device 1"), m.Price(c, "Device 1"); a.Mean != b.Mean || !near(a.SD, b.SD, 1e-5) {
			t.Fatalf("%v and %v", a, b)
		}
	})
	if _, err := ParseFile(filepath.Join(dir, "none.toml"), nil, nil); err == nil || !strings.Contains(err.Error(), "cannot read the model") {
		t.Errorf("error %v", err)
	}
	if _, err := Load("rpi5"); err == nil || !strings.Contains(err.Error(), "rpi5-nyholm") {
		t.Errorf("error %v", err)
	}
}

func FuzzParse(f *testing.F) {
	text, correlation := shippedText(f)
	f.Add([]byte(text), []byte(correlation))
	f.Add([]byte("name = \"x\"\nunit = \"J\"\ncovariance = \"comonotone\"\n[[parameter]]\ncategory = \"Device\"\nname = \"d\"\n"), []byte(""))
	f.Add([]byte(nodeText), []byte(""))
	f.Add([]byte("name = \"x\"\nextends = \"y.toml\"\n"), []byte("name = \"y\"\nextends = \"z.toml\"\n"))
	f.Add([]byte("covariance = \"full\"\ncorrelation = \"c\"\n"), []byte("a\t1"))
	f.Fuzz(func(t *testing.T, text, correlation []byte) {
		m, err := Parse("m.toml", text, func(string) ([]byte, error) { return bytes.Clone(correlation), nil })
		if (m == nil) == (err == nil) {
			t.Fatalf("model %v and error %v", m, err)
		}
		if m != nil {
			m.Weights(AnyDevice, 2)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	text, correlation := shippedText(b)
	for b.Loop() {
		if _, err := Parse("m.toml", []byte(text), func(string) ([]byte, error) { return []byte(correlation), nil }); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWeights(b *testing.B) {
	m := rpi5(b)
	for b.Loop() {
		m.Weights("Device 1", 2)
	}
}
