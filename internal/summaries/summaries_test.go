package summaries

import (
	"bytes"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// fixture reads the classes of a package of the fixtures.
func fixture(t testing.TB, pkg string) []*classfile.Class {
	t.Helper()
	cs, err := ReadClasses([]string{filepath.Join("..", "..", "testdata", "fixtures", "summaries", "classes", pkg)}, archive.Options{})
	if err != nil || len(cs) == 0 {
		t.Fatalf("%d classes, %v", len(cs), err)
	}
	return cs
}

func all(*classfile.Class) bool { return true }

// database encodes a library and opens it again.
func database(t testing.TB, l *Library) *Database {
	t.Helper()
	data, err := Encode(l.Classes(all), "engine", "source")
	if err != nil {
		t.Fatal(err)
	}
	d, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	if d.Engine != "engine" || d.Source != "source" {
		t.Errorf("made by %q from %q", d.Engine, d.Source)
	}
	return d
}

// weights are prices of patterns that differ from each other; another seed makes other branches the costlier ones.
func weights(seed int) []float64 {
	w := make([]float64, pattern.Num)
	for i := range w {
		w[i] = 1 + float64((i*7919+seed*104729)%1000)/100
	}
	return w
}

// prices evaluates the methods of the classes app/Calls and app/Uses that are analysed, with the library in the place of foreign and its classes from find.
func prices(t testing.TB, find callgraph.Library, foreign absint.Foreign, seed int, analysed ...*classfile.Class) map[string]price {
	t.Helper()
	return pricesWith(t, false, find, foreign, seed, analysed...)
}

// pricesWith is prices for models that price pushes and stores by themselves, or that do not.
func pricesWith(t testing.TB, parts bool, find callgraph.Library, foreign absint.Foreign, seed int, analysed ...*classfile.Class) map[string]price {
	t.Helper()
	a := absint.NewAnalyzer(callgraph.New(analysed, find, 1), nil, nil, 1)
	a.External, a.Parts = foreign, parts
	var roots []*classfile.Method
	for _, c := range analysed {
		if c.Name == "app/Calls" || c.Name == "app/Uses" {
			for i := range c.Methods {
				roots = append(roots, &c.Methods[i])
			}
		}
	}
	obj := absint.Energy(weights(seed), true)
	p := a.Reach(roots)
	done := p.Evaluate(obj)
	out := map[string]price{}
	for _, m := range roots {
		o := done[p.Index(m)]
		n := a.Summary(m).Range(o, obj, func(*classfile.Method, string) (float64, string, bool) { return 1000, "test", true })
		x := price{terms: a.Terms(o), counts: n.Counts, joined: o.Joined}
		for _, r := range n.Missing {
			x.missing = append(x.missing, r.String())
		}
		out[m.Name] = x
	}
	return out
}

type price struct {
	terms   []absint.Term
	counts  pattern.Counts
	missing []string
	joined  bool
}

func (p price) cost(seed int) float64 { return p.counts.Dot(weights(seed)) }

// byName returns the classes as a library of the hierarchy.
func byName(cs []*classfile.Class) callgraph.Library {
	return func(name string) *classfile.Class {
		for _, c := range cs {
			if c.Name == name {
				return c
			}
		}
		return nil
	}
}

// TestDatabaseIsTheLibrary: callers get the same costs from the database as from the analysed code, for any weights.
func TestDatabaseIsTheLibrary(t *testing.T) {
	lib := fixture(t, "lib")
	for seed := range 20 {
		l := NewLibrary(lib, nil, nil, nil, 1)
		d := database(t, l)
		app := byName(fixture(t, "app"))
		analysed := []*classfile.Class{app("app/Calls"), app("app/Circle")}
		want := prices(t, byName(lib), l, seed, analysed...)
		got := prices(t, d.Find, d, seed, analysed...)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v\nwant %v", got, want)
		}
	}
}

// TestLeastCosts: the database has what calls surely cost, also of methods that have no price or a model.
func TestLeastCosts(t *testing.T) {
	lib := fixture(t, "lib")
	l := NewLibrary(lib, nil, nil, nil, 1)
	d := database(t, l)
	priced, unpriced := 0, 0
	for _, c := range lib {
		for i := range c.Methods {
			m := &c.Methods[i]
			of := m.Member()
			want, _ := l.Cost(of, true)
			got, ok := d.Cost(of, true)
			if m.Abstract() {
				continue
			}
			if !ok || !reflect.DeepEqual(got.MustCost, want.MustCost) {
				t.Errorf("%s surely costs %v, want %v", of, got.MustCost, want.MustCost)
			}
			switch {
			case len(got.MustCost) == 0:
			case got.Why == "":
				priced++
			default:
				unpriced++
			}
		}
	}
	if priced == 0 || unpriced == 0 {
		t.Errorf("%d methods with a price surely cost something, and %d without one: the test shows nothing", priced, unpriced)
	}
}

// TestCostsOfTheWholeProgram: what the database says is what comes out where the library is analysed with its caller.
func TestCostsOfTheWholeProgram(t *testing.T) {
	lib := fixture(t, "lib")
	d := database(t, NewLibrary(lib, nil, nil, nil, 1))
	calls := byName(fixture(t, "app"))("app/Calls")
	for seed := range 20 {
		whole := prices(t, nil, nil, seed, append(fixture(t, "lib"), calls)...)
		for name, got := range prices(t, d.Find, d, seed, calls) {
			want := whole[name]
			if len(got.missing) > 0 != (len(want.missing) > 0) {
				t.Errorf("%s: missing %q, want %q", name, got.missing, want.missing)
				continue
			}
			if x, y := got.cost(seed), want.cost(seed); len(got.missing) == 0 && math.Abs(x-y) > 1e-9*y {
				t.Errorf("seed %d: %s costs %v, want %v", seed, name, x, y)
			}
		}
	}
}

// TestPartsOfTheLibrary: what the database says has room for the pushes and stores of the library's code, where they count.
func TestPartsOfTheLibrary(t *testing.T) {
	lib := fixture(t, "lib")
	d := database(t, NewLibrary(lib, nil, nil, nil, 1))
	calls := byName(fixture(t, "app"))("app/Calls")
	known := 0
	for seed := range 20 {
		whole := pricesWith(t, true, nil, nil, seed, append(fixture(t, "lib"), calls)...)
		for name, got := range pricesWith(t, true, d.Find, d, seed, calls) {
			if len(got.missing) > 0 {
				continue
			}
			known++
			if x, y := got.cost(seed), whole[name].cost(seed); x < y*(1-1e-9) {
				t.Errorf("seed %d: %s costs %v, want %v at least", seed, name, x, y)
			}
		}
	}
	if known == 0 {
		t.Error("no call has a price")
	}
}

// TestOverrides: what of the library runs methods of the program has a price only as long as there are none.
func TestOverrides(t *testing.T) {
	d := database(t, NewLibrary(fixture(t, "lib"), nil, nil, nil, 1))
	app := byName(fixture(t, "app"))
	for _, tt := range []struct{ with, method, why string }{
		{"", "area", ""},
		{"", "twice", ""},
		{"", "square", ""},
		{"app/Circle", "area", ""},
		{"app/Circle", "square", ""},
		{"app/Circle", "twice", "the cost of s.twice() depends on the object"},
		{"app/Circle", "sum", ""},
		{"", "apply", ""},
		{"app/Increments", "apply", "the cost of Shape.apply(Op, int) depends on the object"},
		{"", "collatz", "does not change by a constant step"},
		{"", "down", ""},
	} {
		analysed := []*classfile.Class{app("app/Calls")}
		if tt.with != "" {
			analysed = append(analysed, app(tt.with))
		}
		got := prices(t, d.Find, d, 1, analysed...)[tt.method]
		why := strings.Join(got.missing, "; ")
		if (tt.why == "") != (why == "") || !strings.Contains(why, tt.why) {
			t.Errorf("%s with %q: missing %q, want %q", tt.method, tt.with, why, tt.why)
		}
		if tt.with == "app/Circle" && tt.method == "area" && got.cost(1) < 1000 {
			t.Errorf("the area of a shape costs %v: that of the circle is left out", got.cost(1))
		}
	}
}

// TestSkeletons: classes come out as they went in, without code and private members.
func TestSkeletons(t *testing.T) {
	lib := fixture(t, "lib")
	d := database(t, NewLibrary(lib, nil, nil, nil, 1))
	for _, c := range lib {
		got, want := skeletonOf(d.Find(c.Name)), skeletonOf(c)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v\nwant %+v", got, want)
		}
	}
	square := d.Find("lib/Square")
	if len(square.Fields) != 1 || square.Fields[0].Name != "CORNERS" {
		t.Errorf("fields %v", square.Fields)
	}
	if d.Find("lib/Nothing") != nil {
		t.Error("a class that there is not")
	}
}

// TestDeterministic: the same library makes the same bytes, whatever was asked before.
func TestDeterministic(t *testing.T) {
	encode := func(l *Library) []byte {
		data, err := Encode(l.Classes(all), "e", "s")
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	a, b := NewLibrary(fixture(t, "lib"), nil, nil, nil, 1), NewLibrary(fixture(t, "lib"), nil, nil, nil, 2)
	b.Cost(classfile.Member{Class: "lib/Shape", Name: "pickOften", Desc: "(II)I"}, true)
	b.Cost(classfile.Member{Class: "lib/Twice", Name: "run", Desc: "(I)I"}, false)
	if !bytes.Equal(encode(a), encode(b)) {
		t.Error("the bytes differ")
	}
}

// FuzzDatabase: a damaged file is an error, or unknown classes and costs, never a panic.
func FuzzDatabase(f *testing.F) {
	data, err := Encode(NewLibrary(fixture(f, "lib"), nil, nil, nil, 1).Classes(all), "e", "s")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Open(data)
		if err != nil {
			return
		}
		for _, name := range d.Names() {
			if c := d.Find(name); c != nil {
				for _, m := range c.Methods {
					d.Cost(classfile.Member{Class: name, Name: m.Name, Desc: m.Desc}, true)
				}
			}
		}
	})
}

// TestJDK: the embedded database opens, and knows what everybody calls.
func TestJDK(t *testing.T) {
	d, err := JDK()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []classfile.Member{
		{Class: "java/util/Objects", Name: "requireNonNull", Desc: "(Ljava/lang/Object;)Ljava/lang/Object;"},
		{Class: "java/lang/Math", Name: "floorMod", Desc: "(II)I"},
	} {
		c := d.Find(m.Class)
		if c == nil {
			t.Errorf("%s is not there", m.Class)
		}
	}
	p, ok := d.Cost(classfile.Member{Class: "java/nio/Buffer", Name: "remaining", Desc: "()I"}, true)
	if !ok || p.Why != "" {
		t.Errorf("Buffer.remaining has no price: %+v", p)
	}
	priced, rests := 0, 0
	for _, name := range d.Names() {
		c := d.Find(name)
		if c == nil {
			t.Errorf("%s is damaged", name)
			continue
		}
		for _, m := range c.Methods {
			for _, direct := range []bool{true, false} {
				p, ok := d.Cost(classfile.Member{Class: name, Name: m.Name, Desc: m.Desc}, direct)
				if ok && p.Why == "" {
					priced++
					if len(p.Expected()) > 0 {
						rests++
					}
				}
				if ok && strings.HasSuffix(p.Why, "failed") {
					t.Errorf("%s.%s: %s", name, m.ID(), p.Why)
				}
			}
		}
	}
	if priced < 10000 {
		t.Errorf("%d calls have a price", priced)
	}
	if rests < 10000 || rests > priced*3/4 {
		t.Errorf("%d of %d prices rest on expected costs", rests, priced)
	}
	if list := d.Find("java/util/ArrayList"); list == nil || list.Super != "java/util/AbstractList" {
		t.Errorf("ArrayList is %+v", list)
	}
}
