// Package validate asks whether a model is to be believed: it runs programs that the model has not seen, measures them
// with the model's own meter, and holds what the model says of them against that (Nyholm, Mostowski, Reichenbach 2025,
// section 6.5; Li and Gallagher 2016, section 5).
package validate

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/execution"
	"github.com/energylint/energylint/internal/pattern"
)

// The programs call nothing but their own code, so that every executed instruction is counted. script/fixtures compiles
// them. Their sources say what bounds the loops and the recursion that the analysis does not bound by itself.
//
//go:embed programs/*.java programs/classes/*.class
var programs embed.FS

const (
	sourcesDir = "programs"
	classesDir = sourcesDir + "/classes"
)

// Case is a program on a problem of one size.
type Case struct {
	Program string // its class
	Size    int
}

// String is the program and its size: "MatrixInt 32".
func (c Case) String() string { return fmt.Sprintf("%s %d", c.Program, c.Size) }

// Cases returns what models are validated on.
func Cases() []Case {
	var all []Case
	for _, p := range []struct {
		name  string
		sizes []int
	}{
		{"MatrixInt", []int{8, 16, 32}}, {"MatrixLong", []int{8, 16, 32}}, {"MatrixFloat", []int{8, 16, 32}}, {"MatrixDouble", []int{8, 16, 32}},
		{"Fibonacci", []int{100, 1000}}, {"Recursion", []int{15}},
		{"InsertionSort", []int{100}}, {"HeapSort", []int{500}}, {"QuickSort", []int{500}},
		{"Sieve", []int{2000}}, {"Text", []int{400}},
		{"LinkedQueue", []int{500}}, {"HashTable", []int{800}}, {"Tree", []int{300}},
		{"Dispatch", []int{100}}, {"Interpreter", []int{200}}, {"Bits", []int{300}}, {"BinarySearch", []int{500}},
		{"Subsequence", []int{60}}, {"Queens", []int{6}}, {"Mandelbrot", []int{24}}, {"Statistics", []int{1000}}, {"Divisors", []int{60}},
		{"Checksum", []int{1000}}, {"Alignment", []int{40}}, {"ShortestPaths", []int{16}}, {"Life", []int{12}}, {"Transform", []int{256}},
		{"Knapsack", []int{24}}, {"Components", []int{500}}, {"Maze", []int{20}}, {"Dijkstra", []int{80}}, {"Scanner", []int{1000}},
		{"Base64", []int{300}}, {"RunLengths", []int{600}}, {"Elimination", []int{16}}, {"Planets", []int{30}}, {"Permutations", []int{6}},
		{"Hanoi", []int{9}}, {"MergeSort", []int{200}}, {"Digest", []int{8}}, {"BigProduct", []int{60}}, {"Words", []int{200}},
		{"Formulas", []int{60}}, {"Blur", []int{20}}, {"Calendar", []int{60}},
	} {
		for _, n := range p.sizes {
			all = append(all, Case{p.name, n})
		}
	}
	return all
}

// assumed are sizes that no code of a program bounds, as a configuration would say them, by program and symbol.
var assumed = map[string]map[string]float64{
	"Interpreter": {"Interpreter.CODE.length": 11}, // a constant
}

var parsed = sync.OnceValues(func() ([]*classfile.Class, error) {
	entries, err := programs.ReadDir(classesDir)
	if err != nil {
		return nil, err
	}
	var out []*classfile.Class
	for _, e := range entries {
		data, err := programs.ReadFile(path.Join(classesDir, e.Name()))
		if err != nil {
			return nil, err
		}
		c, err := classfile.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		out = append(out, c)
	}
	return out, nil
})

// Execution is what one repetition of a case executes.
type Execution struct {
	Counts       pattern.Counts
	Instructions int64 // bytecode instructions
	Result       int32 // of Runner, for two repetitions
}

// Execute counts what one repetition of a case executes: the difference of the second and the first, in which classes
// are initialised.
func Execute(c Case) (*Execution, error) {
	classes, err := parsed()
	if err != nil {
		return nil, err
	}
	m, err := execution.New(classes)
	if err != nil {
		return nil, err
	}
	p, err := m.Instantiate(c.Program)
	if err == nil {
		err = m.SetInt(p, "size", int32(c.Size))
	}
	if err == nil {
		_, err = m.CallInt(p, "repeat", 1)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c, err)
	}
	once, instructions := m.Counts(), m.Instructions()
	x := &Execution{}
	if x.Result, err = m.CallInt(p, "repeat", 2); err != nil {
		return nil, fmt.Errorf("%s: %w", c, err)
	}
	two, more := m.Counts(), m.Instructions()
	if _, err := m.CallInt(p, "repeat", 1); err != nil {
		return nil, fmt.Errorf("%s: %w", c, err)
	}
	one := m.Counts().AddScaled(two, -1)
	x.Counts = two.AddScaled(once, -1).AddScaled(one, -1)
	x.Instructions = more - instructions - (m.Instructions() - more)
	return x, nil
}

// classNames lists the files of the programs.
func classNames() ([]string, error) {
	entries, err := programs.ReadDir(classesDir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".class") {
			out = append(out, e.Name())
		}
	}
	return out, nil
}
