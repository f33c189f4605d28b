package rules

import (
	_ "embed" // the table
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Site is where a lambda is passed to a method that calls it for every element of something, or to compare elements.
type Site struct {
	Code   *absint.Code // of the method that contains the lambda
	Lambda ssa.ID       // the invokedynamic
	Call   ssa.ID       // the call that takes it, or what is made of it: a comparator or a collector
	Member classfile.Member
	// Compares is set where the lambda is, or is a part of, a comparator: it is called for every comparison.
	Compares bool
	// Captured is how many of the body's first parameters are captured values, the receiver of an instance method
	// included.
	Captured int
}

// perElement are methods that call their functional argument for every element.
var perElement = map[string]bool{
	"map": true, "mapToInt": true, "mapToLong": true, "mapToDouble": true, "mapToObj": true, "filter": true, "forEach": true,
	"forEachOrdered": true, "flatMap": true, "anyMatch": true, "allMatch": true, "noneMatch": true, "peek": true, "removeIf": true,
	"replaceAll": true, "takeWhile": true, "dropWhile": true, "mapMulti": true,
	"foreach": true, "exists": true, "forall": true, "collect": true, // Scala
}

//go:embed each.tsv
var eachText string

// What the rows of each.tsv say of a method and a function that it is given.
const (
	forElements    = "element"    // it calls the function for every element
	forComparisons = "comparison" // it compares elements by the function, a comparator
	forWhatItMakes = "makes"      // it makes a comparator or a collector, which calls the function as it is called
)

// eachRow is a row of each.tsv without the method.
type eachRow struct {
	row        string
	parameters int    // of the method, -1 for any number
	functions  string // the places of the functions among them; * for all
}

// eachTable are the rows of each.tsv, by class and name.
var eachTable = func() map[[2]string][]eachRow {
	out := map[[2]string][]eachRow{}
	for c := range rows(eachText) {
		n, err := strconv.Atoi(c[3])
		if err != nil {
			n = -1
		}
		for _, name := range strings.Fields(c[2]) {
			k := [2]string{c[1], name}
			out[k] = append(out[k], eachRow{row: c[0], parameters: n, functions: c[4]})
		}
	}
	return out
}()

// perElementNames are the names of perElement and of each.tsv in order.
var perElementNames = func() []string {
	names := maps.Clone(perElement)
	for k := range eachTable {
		names[k[1]] = true
	}
	return slices.Sorted(maps.Keys(names))
}()

// callsGiven returns what a method does with a function that is its parameter at a place, by the rows of each.tsv; -1 is the receiver. It is empty
// for another method.
func callsGiven(c classfile.Member, place int) string {
	table := eachTable[[2]string{c.Class, c.Name}]
	if len(table) > 0 {
		n := len(classfile.Params(c.Desc))
		for _, r := range table {
			if (r.parameters < 0 || r.parameters == n) && (r.functions == "*" || slices.Contains(strings.Fields(r.functions), strconv.Itoa(place))) {
				return r.row
			}
		}
		return ""
	}
	if elementwise(c) {
		return forElements
	}
	return ""
}

// givenTo returns the call that calls a function for every element or comparison which call v takes as its argument arg: v itself, or the one
// that takes the comparator or collector that v makes of it. ok is false where there is none, or more than one. users returns the users of a value.
func givenTo(f *ssa.Func, v ssa.ID, arg int, users func(ssa.ID) []ssa.ID) (call ssa.ID, compares, ok bool) {
	for range 8 {
		c, _ := f.Member(v)
		place := arg - (len(f.Args(v)) - len(classfile.Params(c.Desc)))
		if place < 0 && f.Values[v].Op == classfile.OpInvokestatic {
			return 0, false, false
		}
		switch callsGiven(c, place) {
		case forElements:
			return v, false, place >= 0
		case forComparisons:
			return v, true, place >= 0
		case forWhatItMakes:
		default:
			return 0, false, false
		}
		us := users(v)
		if len(us) != 1 || !f.IsCall(us[0]) || f.Values[us[0]].Op == classfile.OpInvokedynamic {
			return 0, false, false
		}
		arg = slices.Index(f.Args(us[0]), v)
		v = us[0]
	}
	return 0, false, false
}

// siteOf returns where a function that an instruction of some code makes is given, by call v as its argument arg, to be called for every element or
// comparison; nil where it is not. users returns the users of a value.
func siteOf(code *absint.Code, made, v ssa.ID, arg int, users func(ssa.ID) []ssa.ID) *Site {
	call, compares, ok := givenTo(code.Func(), v, arg, users)
	if !ok {
		return nil
	}
	c, _ := code.Func().Member(call)
	return &Site{Code: code, Lambda: made, Call: call, Member: c, Compares: compares}
}

// usersIn returns the instructions and phis of a method that use a value, without a table of all.
func usersIn(f *ssa.Func, used ssa.ID) (out []ssa.ID) {
	for _, b := range f.Graph.RPO {
		for _, v := range f.Body[b] {
			if slices.Contains(f.Args(v), used) {
				out = append(out, v)
			}
		}
	}
	return out
}

// elementOwners are the beginnings of the names of types whose methods perElement means.
var elementOwners = []string{
	"java/util/stream/", "java/lang/Iterable", "java/util/", "kotlin/collections/", "kotlin/sequences/", "scala/collection/",
}

// notElements are types below elementOwners that have at most one element.
var notElements = []string{"java/util/Optional", "java/util/concurrent/", "java/util/function/"}

// PerElement returns where the method, if it is the body of a lambda, is passed to be called for every element of
// a stream or collection; nil where it is not.
func (m *Method) PerElement() *Site { return m.view.site(m.Func().Method) }

func (k *classView) site(m *classfile.Method) *Site {
	key := m.Member()
	if s, ok := k.sites[key]; ok {
		return s
	}
	if k.sites == nil {
		k.sites = map[classfile.Member]*Site{}
	}
	s := k.findSite(m)
	k.sites[key] = s
	return s
}

func (k *classView) findSite(body *classfile.Method) *Site {
	l := k.lambda(body)
	if l == nil {
		return nil
	}
	bs, err := k.class.Bootstraps()
	if err != nil {
		return nil
	}
	creates := map[int]bool{}
	pool := &k.class.Pool
	for i := 1; i < pool.Len(); i++ {
		if pool.Tag(i) != classfile.TagInvokeDynamic {
			continue
		}
		d, _ := pool.Dynamic(i)
		if x, ok := callgraph.LambdaAt(k.class, bs, d); ok && x.Body.Member.Name == body.Name && x.Body.Member.Desc == body.Desc && x.Body.Member.Class == body.Class.Name {
			creates[i] = true
		}
	}
	var out *Site
	for i := range k.class.Methods {
		m := &k.class.Methods[i]
		made := callsIn(m, creates)
		if len(made) == 0 {
			continue
		}
		if out != nil {
			return nil // used at two places: no single one to speak of
		}
		if out = k.passed(m, int(made[0].pc)); out == nil {
			return nil
		}
		out.Captured = len(l.Captured)
	}
	return out
}

// passed finds the call that takes the lambda made at pc.
func (k *classView) passed(m *classfile.Method, pc int) *Site {
	s := k.engine.Peek(m)
	if s.Err() != nil {
		return nil
	}
	f := s.Func()
	made := f.At(pc)
	if made == 0 {
		return nil
	}
	for _, b := range f.Graph.RPO {
		for _, v := range f.Body[b] {
			if !f.IsCall(v) {
				continue
			}
			i := slices.Index(f.Args(v), made)
			if i < 0 {
				continue
			}
			return siteOf(s, made, v, i, func(v ssa.ID) []ssa.ID { return usersIn(f, v) })
		}
	}
	return nil
}

// unit is what the lambda is called for: "element" or "comparison".
func (s *Site) unit() string {
	if s.Compares {
		return "comparison"
	}
	return "element"
}

// parallel reports whether several threads may call the lambda: it is of a stream that is made or made to be parallel.
func (s *Site) parallel() bool {
	f := s.Code.Func()
	for at := s.Call; f.IsCall(at) && len(f.Args(at)) > 0; at = f.Args(at)[0] {
		if c, _ := f.Member(at); c.Name == "parallelStream" || c.Name == "parallel" {
			return true
		}
	}
	return false
}

func elementwise(c classfile.Member) bool {
	if !perElement[c.Name] {
		return false
	}
	for _, p := range notElements {
		if strings.HasPrefix(c.Class, p) {
			return false
		}
	}
	for _, p := range elementOwners {
		if strings.HasPrefix(c.Class, p) {
			return true
		}
	}
	return false
}
