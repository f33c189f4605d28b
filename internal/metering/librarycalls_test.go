package metering

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/internal/tier"
	"github.com/energylint/energylint/internal/unit"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/library"
)

// callerSize is the size of all arguments that the fixture Caller makes.
const callerSize = 16

// cheap is the energy in joules that methods of the fixtures whose names begin with cheap may have at most: that of one of the costly methods of
// elements there is more.
const cheap = 1e-3

// TestLibraryCallbacks runs methods that call the library with code of the program to call back, and holds the energy of the program's own
// instructions, wherever they are called from, against the bound of the method's energy. The library's own instructions are not
// counted: what is counted is less than an execution costs.
func TestLibraryCallbacks(t *testing.T) {
	tier.Slow(t, tier.JVM)
	jvm := java(t, 17)
	platform := platformOf(t, jvm)
	bounded := callbacks(t, jvm, "calledback", nil, nil, func(_ string, classes []*classfile.Class) *unit.Program {
		var of []*unit.Class
		for _, c := range classes {
			of = append(of, &unit.Class{Class: c})
		}
		return unit.NewProgram(callgraph.New(classes, platform, 1), of, 1)
	})
	if bounded < 200 {
		t.Errorf("%d methods with a bound are too few to show anything", bounded)
	}
}

// TestKotlinCallbacks does the same with the library of Kotlin, by its models alone and with its code on the class path.
func TestKotlinCallbacks(t *testing.T) {
	tier.Slow(t, tier.JVM)
	jvm := java(t, 17)
	library := corpus.Jar(t, "kotlin-stdlib.jar")
	for name, classpath := range map[string][]string{"models": nil, "code": {library}} {
		t.Run(name, func(t *testing.T) {
			bounded := callbacks(t, jvm, "calledbackkotlin", []string{library}, classpath, func(topic string, classes []*classfile.Class) *unit.Program {
				a, err := driver.Load(context.Background(), driver.Options{
					Paths: []string{filepath.Join("..", "..", "testdata", "fixtures", topic, "classes")}, Classpath: classpath,
					JDK: filepath.Dir(filepath.Dir(jvm)), Jobs: 2,
				})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() {
					if err := a.Close(); err != nil {
						t.Error(err)
					}
				})
				for i, c := range classes {
					classes[i] = a.Program.Lookup(c.Name)
				}
				return a.Program
			})
			if bounded < 15 {
				t.Errorf("%d methods with a bound are too few to show anything", bounded)
			}
		})
	}
}

// callbacks runs the methods of a fixture that Caller calls, with libraries, against the bounds of the programs that the function makes of their
// classes, with the code of the libraries on a class path. It returns how many have a bound.
func callbacks(t *testing.T, jvm, topic string, libraries, classpath []string, program func(topic string, classes []*classfile.Class) *unit.Program) (bounded int) {
	t.Helper()
	model, err := models.Load("rpi5-nyholm")
	if err != nil {
		t.Fatal(err)
	}
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	jdk, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	var foreign absint.Foreign = jdk
	if len(classpath) > 0 {
		foreign = summaries.Read(classpath, archive.Options{}, energy.Priced(lib), jdk.Find, jdk, 2)
	}
	device := model.Devices()[0]
	x := newExecution(t)
	x.table.Weigh = picojoules(model, device)
	programs := byProgram(classFiles(t, topic))
	bounds := map[*classfile.Method]float64{}
	var names []string
	for name := range programs {
		names = append(names, name)
	}
	slices.Sort(names)
	lacking := 0
	for _, name := range names {
		x.add(t, programs[name], func(classes []*classfile.Class) *absint.Analyzer {
			e, err := energy.New(program(topic, classes), energy.Options{Model: model, Device: device, Confidence: 0.5, Library: lib, Foreign: foreign, Assume: callerSizes})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range calledMethods(classes, name) {
				c := e.Evaluate([]*classfile.Method{m}).Worst(m, 0.5)
				if bounds[m] = c.Bound; math.IsInf(c.Bound, 1) {
					lacking++
					why := ""
					for _, r := range c.Outcome.Reasons {
						why += " " + r.Text
					}
					t.Logf("no bound: %s.%s%s", m.Class.Name, m.Name, why)
				}
			}
			return e.Analyzer
		})
	}
	text, err := x.start(t, jvm, []string{"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"}, libraries, append([]string{"Caller"}, names...))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(text) > 0 {
		t.Errorf("the programs wrote:\n%s", text)
	}
	most := map[*classfile.Method]float64{}
	for _, c := range x.counts(t) {
		m := x.table.Methods[c.method]
		most[m] = max(most[m], float64(c.Total)*1e-12)
	}
	for m, bound := range bounds {
		switch counted, ran := most[m]; {
		case !ran:
			t.Errorf("%s.%s%s did not run", m.Class.Name, m.Name, m.Desc)
		case counted > bound:
			t.Errorf("energy of %s.%s%s: the program's instructions cost %.4g J, at most %.4g J by its bound", m.Class.Name, m.Name, m.Desc, counted, bound)
		case strings.HasPrefix(m.Name, "cheap") && bound > cheap:
			t.Errorf("the bound of %s.%s%s is %.4g J: it has costly methods of elements that it does not call", m.Class.Name, m.Name, m.Desc, bound)
		default:
			t.Logf("counted/bound %.3f: %s.%s", counted/bound, m.Class.Name, m.Name)
		}
	}
	t.Logf("%d methods, %d of them without a bound", len(bounds), lacking)
	return len(bounds) - lacking
}

// picojoules returns the weights of instructions: that at the root of a tile has the mean energy of the tile.
func picojoules(model *models.Model, device string) func(*cfg.Graph) ([]int64, error) {
	return func(g *cfg.Graph) ([]int64, error) {
		tiling, err := cfg.Tile(g)
		if err != nil {
			return nil, err
		}
		weights := make([]int64, len(g.Code.Bytes))
		for i, tile := range tiling.Tiles {
			weights[tile.Root] = int64(model.Mean(tiling.Patterns(i), device) * 1e12)
		}
		return weights, nil
	}
}

// byProgram returns class files by the class that they are nested in.
func byProgram(files map[string][]byte) map[string]map[string][]byte {
	out := map[string]map[string][]byte{}
	for file, data := range files {
		name, _, _ := strings.Cut(strings.TrimSuffix(filepath.ToSlash(file), ".class"), "$")
		if out[name] == nil {
			out[name] = map[string][]byte{}
		}
		out[name][file] = data
	}
	return out
}

// callerSizes assumes the size of the arguments for every size, and nothing for a call.
func callerSizes(_ *classfile.Method, symbol string) (float64, string, bool) {
	call := strings.HasSuffix(symbol, ")") && !strings.HasSuffix(symbol, ".size()") && !strings.HasSuffix(symbol, ".length()") && !strings.HasPrefix(symbol, "elements(")
	return callerSize, "the arguments of Caller", !call
}

// calledMethods are the methods that Caller calls.
func calledMethods(classes []*classfile.Class, name string) (out []*classfile.Method) {
	for _, c := range classes {
		for i := range c.Methods {
			m := &c.Methods[i]
			if c.Name == name && m.Static() && m.Access&(classfile.AccPrivate|classfile.AccSynthetic) == 0 && m.Name != "<clinit>" && m.HasCode() {
				out = append(out, m)
			}
		}
	}
	return out
}
