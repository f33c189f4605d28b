package models

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/tomlline"
)

// File is what a model file says, before it is checked. docs: the shipped rpi5-nyholm.toml is the example.
type File struct {
	// Name is how configurations name the model.
	Name string `toml:"name"`
	// Extends names a model, shipped or a file beside this one, that this one is with calls and components added.
	Extends string `toml:"extends"`
	// Unit is the unit of every number in the file: "J" or "instruction".
	Unit string `toml:"unit"`
	// Source says where the numbers come from, for people.
	Source string `toml:"source"`
	// Meter, JVM, Flags and Date say what was measured: the instrument, the virtual machine with its version,
	// its flags, and when.
	Meter string `toml:"meter"`
	// Machine says in a phrase what the amounts are of: "the interpreter on a Raspberry Pi 5 at 1.5 GHz".
	Machine string `toml:"machine"`
	JVM     string `toml:"jvm"`
	Flags   string `toml:"flags"`
	Date    string `toml:"date"`
	// Note is shown wherever the model is described: what a reader has to know before trusting it.
	Note string `toml:"note"`

	// ResidualSD is the standard deviation of a pattern's lack of fit.
	ResidualSD float64 `toml:"residual_sd"`
	// Residual is its reading: "pattern" (default) or "execution".
	Residual string `toml:"residual"`
	// Covariance is "full", with Correlation naming a file beside this one, or "comonotone" where only marginals
	// are known.
	Covariance  string `toml:"covariance"`
	Correlation string `toml:"correlation"`

	Parameters []Parameter  `toml:"parameter"`
	Measured   []PatternSet `toml:"measured"`
	Derived    []Derivation `toml:"derived"`
	Included   []Inclusion  `toml:"included"`
	Shapes     []Shape      `toml:"shape"`
	Costliest  []Costliest  `toml:"costliest"`
	Components []Component  `toml:"component"`
	Calls      []CallCost   `toml:"call"`
}

// Parameter is the marginal posterior of one effect, in the file's unit.
type Parameter struct {
	// Category is "Operation", "Data type", "Data size", "Device", or, in a pooled model, "Pattern".
	Category string  `toml:"category"`
	Name     string  `toml:"name"`
	Mean     float64 `toml:"mean"`
	SD       float64 `toml:"sd"`
}

// Key names the parameter as correlation files do: "Operation:Addition".
func (p Parameter) Key() string { return p.Category + ":" + p.Name }

// PatternSet is every combination of the given operations, types and sizes.
type PatternSet struct {
	Operations []string `toml:"operations"`
	Types      []string `toml:"types"`
	Sizes      []string `toml:"sizes"`
}

// Derivation says what a set of patterns costs that was not measured: the sum of its terms. Without types or
// sizes it holds for all.
type Derivation struct {
	Operations []string `toml:"operations"`
	Types      []string `toml:"types"`
	Sizes      []string `toml:"sizes"`
	Terms      []Term   `toml:"terms"`
	Note       string   `toml:"note"`
}

// Inclusion says which parts of tiles, "Operand push" and "Result store", cost nothing by themselves, because the patterns
// were measured with them. A model that prices them instead, as parameters, has patterns that were measured without.
type Inclusion struct {
	Operations []string `toml:"operations"`
	Note       string   `toml:"note"` // why
}

// Shape is how much the cost of an operation's patterns varies between the shapes in which programs have them: operands
// pushed or left on the stack, a branch taken or not, local variables near or far. A program has shapes of its own, the
// same each time, so this is uncertainty that a pattern has besides that of its parameters and its lack of fit.
type Shape struct {
	Operations []string `toml:"operations"`
	SD         float64  `toml:"sd"` // of one execution, in the file's unit
}

// Term is a pattern by its three names: operation, type and size. "-" is none, "*" is the derived pattern's own.
type Term struct {
	Pattern []string `toml:"pattern"`
	// Count is how often the pattern counts, 1 if left out.
	Count *float64 `toml:"count"`
}

// ParseFile reads a model file and checks it. The files that it names are looked for beside it. It must not lead out of the
// tree own, nor they out of the tree named; nil is the whole file system.
func ParseFile(path string, own, named *files.Tree) (*Model, error) {
	data, err := own.Read(path, files.MaxModel)
	if err != nil {
		return nil, fmt.Errorf("cannot read the model: %s: %s", path, files.Reason(err))
	}
	return parse(path, data, beside(path, named), 0)
}

// beside reads files that the model in a file names.
func beside(path string, named *files.Tree) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if name = filepath.FromSlash(name); !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(path), name)
		}
		return named.Read(name, files.MaxData)
	}
}

// Parse reads a model from the text of its file and checks it. file is for messages; open reads the correlation
// file that the text names.
func Parse(file string, data []byte, open func(name string) ([]byte, error)) (*Model, error) {
	return parse(file, data, open, 0)
}

// parse is Parse; depth is how many models extend this one.
func parse(file string, data []byte, open func(name string) ([]byte, error), depth int) (*Model, error) {
	var f File
	if err := tomlline.Decode(file, data, &f); err != nil {
		return nil, err
	}
	index := tomlline.NewIndex(data)
	if f.Extends != "" {
		return extend(file, f, index, open, depth)
	}
	if problems := checkMarginals(f); len(problems) > 0 { // before the correlation, whose rows name the parameters
		return nil, problemsError(file, index, problems)
	}
	var correlation [][]float64
	switch {
	case f.Covariance == "full" && f.Correlation == "":
		return nil, &tomlline.Error{File: file, Line: index.Line("", 0, "covariance"),
			Text: `covariance = "full" needs correlation = "FILE.tsv"; use "comonotone" where only marginals are known`}
	case f.Covariance == "full":
		text, err := open(f.Correlation)
		if err != nil {
			return nil, &tomlline.Error{File: file, Line: index.Line("", 0, "correlation"), Text: "cannot read the correlation: " + err.Error()}
		}
		if correlation, err = parseCorrelation(f.Correlation, text, f.Parameters); err != nil {
			return nil, err
		}
	case f.Covariance == "comonotone" && f.Correlation != "":
		return nil, &tomlline.Error{File: file, Line: index.Line("", 0, "correlation"), Text: `a comonotone model has no correlation: remove the key or say covariance = "full"`}
	}
	m, problems := build(f, correlation)
	if len(problems) > 0 {
		return nil, problemsError(file, index, problems)
	}
	return m, nil
}

// parseCorrelation reads a correlation file: tab-separated, one row per parameter, its key and then its
// correlation with every parameter above it and with itself. A line beginning with # is a comment. A full square
// matrix is read too, and must then be symmetric. The result is in the order of the parameters.
func parseCorrelation(file string, data []byte, parameters []Parameter) ([][]float64, error) {
	type row struct {
		parameter, line int
		values          []float64
	}
	position := map[string]int{}
	for i, p := range parameters {
		position[p.Key()] = i
	}
	var rows []row
	seen := map[string]int{}
	s := bufio.NewScanner(bytes.NewReader(data))
	s.Buffer(nil, 1<<20)
	for line := 1; s.Scan(); line++ {
		text := strings.TrimRight(s.Text(), "\r")
		if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "#") {
			continue
		}
		fields := strings.Split(text, "\t")
		key := fields[0]
		i, ok := position[key]
		if !ok {
			return nil, &tomlline.Error{File: file, Line: line, Text: fmt.Sprintf("the model has no parameter %q", key)}
		}
		if first, again := seen[key]; again {
			return nil, &tomlline.Error{File: file, Line: line, Text: fmt.Sprintf("%q has a row already, at line %d", key, first)}
		}
		seen[key] = line
		values := make([]float64, len(fields)-1)
		for j, field := range fields[1:] {
			v, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
			if err != nil || math.IsNaN(v) || math.Abs(v) > 1+1e-9 {
				return nil, &tomlline.Error{File: file, Line: line, Text: fmt.Sprintf("%q is no correlation: expected a number from -1 to 1", field)}
			}
			values[j] = v
		}
		if n := len(values); n != len(rows)+1 && n != len(parameters) {
			return nil, &tomlline.Error{File: file, Line: line, Text: fmt.Sprintf("%d values: expected %d, one for each row down to this one", n, len(rows)+1)}
		}
		rows = append(rows, row{i, line, values})
	}
	if err := s.Err(); err != nil {
		return nil, &tomlline.Error{File: file, Text: err.Error()}
	}
	for _, p := range parameters {
		if seen[p.Key()] == 0 {
			return nil, &tomlline.Error{File: file, Text: fmt.Sprintf("no row for parameter %q", p.Key())}
		}
	}
	r := make([][]float64, len(parameters))
	for i := range r {
		r[i] = make([]float64, len(parameters))
	}
	for a, x := range rows {
		for b, y := range rows[:a+1] {
			v := x.values[b]
			if a < len(y.values) && math.Abs(y.values[a]-v) > 1e-9 {
				return nil, &tomlline.Error{File: file, Line: x.line, Text: fmt.Sprintf("not symmetric: %v here, %v in the row of %q", v, y.values[a], parameters[y.parameter].Key())}
			}
			r[x.parameter][y.parameter], r[y.parameter][x.parameter] = v, v
		}
		if math.Abs(x.values[a]-1) > 1e-6 {
			return nil, &tomlline.Error{File: file, Line: x.line, Text: fmt.Sprintf("a parameter's correlation with itself is 1, not %v", x.values[a])}
		}
	}
	return r, nil
}

// WriteCorrelation writes a correlation matrix, rows in the order of the parameters, as ParseFile reads it.
func WriteCorrelation(parameters []Parameter, r [][]float64) []byte {
	var b bytes.Buffer
	b.WriteString("# Correlation of the parameters: each row with the rows down to itself.\n")
	for i, p := range parameters {
		b.WriteString(p.Key())
		for _, v := range r[i][:i+1] {
			b.WriteByte('\t')
			b.WriteString(strconv.FormatFloat(v, 'g', 6, 64))
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}
