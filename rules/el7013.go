package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7013", Name: "CostlyComparison", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "collections"},
		Summary: "A comparison converts, parses or formats what it compares; sorting calls it n log n times",
	},
	Needs:   Needs{Calls: [][]string{comparisonNames()}, Named: []string{compareName, compareToName}},
	OrNeeds: &Needs{Calls: [][]string{methodsOf(comparatorClass, keyedOrders...)}, References: comparisonReferences()},
	Check:   costlyComparison,
})

// The methods by which a program orders objects.
const (
	compareName   = "compare"
	compareToName = "compareTo"
)

// comparisonWork is a method that makes of an object what could be kept with it.
type comparisonWork struct {
	class    string
	names    []string
	does     string
	measured string
}

// comparisonWorks are such methods of the library.
var comparisonWorks = []comparisonWork{
	{stringClass, []string{"toLowerCase", "toUpperCase"}, "converts", "LowerCase"},
	{stringClass, []string{"split", "replaceAll", "replaceFirst", "matches"}, "applies a regular expression", "Split"},
	{stringClass, []string{"format", "toCharArray", "getBytes"}, "makes a copy", "LowerCase"},
	{"java/util/regex/Pattern", []string{"compile", "matcher", "split"}, "applies a regular expression", "Split"},
	{"java/lang/Integer", []string{"parseInt", "valueOf"}, "parses", "ParseInt"},
	{"java/lang/Long", []string{"parseLong", "valueOf"}, "parses", "ParseInt"},
	{"java/lang/Double", []string{"parseDouble", "valueOf"}, "parses", "ParseInt"},
	{"java/math/BigDecimal", []string{"<init>"}, "parses", "ParseInt"},
	{"java/text/DateFormat", []string{"parse", "format"}, "parses or formats", "Split"},
	{"java/text/SimpleDateFormat", []string{"<init>", "parse", "format"}, "parses or formats", "Split"},
	{"java/time/LocalDate", []string{"parse"}, "parses", "Split"},
	{"java/time/LocalDateTime", []string{"parse"}, "parses", "Split"},
	{"java/io/File", []string{"lastModified", "length", "isDirectory", "isFile", "exists", "getCanonicalPath", "getCanonicalFile"}, "asks the file system", "LastModified"},
	{"java/nio/file/Files", []string{"getLastModifiedTime", "size", "isDirectory", "readAttributes", "exists"}, "asks the file system", "LastModified"},
}

func comparisonNames() (out []string) {
	for _, w := range comparisonWorks {
		out = append(out, methodsOf(w.class, w.names...)...)
	}
	return out
}

// comparisonReferences are the methods of comparisonWorks that a reference names where it gives the key of an order.
func comparisonReferences() (out []string) {
	for _, w := range comparisonWorks {
		for _, n := range w.names {
			if n != "<init>" {
				out = append(out, n)
			}
		}
	}
	return out
}

// keyedOrders are the methods of Comparator that make an order of keys: the function that gives them is called twice for each
// comparison.
var keyedOrders = []string{
	"comparing", "comparingInt", "comparingLong", "comparingDouble", "thenComparing", "thenComparingInt", "thenComparingLong", "thenComparingDouble",
}

const comparatorClass = "java/util/Comparator"

// costlyComparison finds such calls in comparators, natural orders and functions that give the keys of an order.
func costlyComparison(m *Method) {
	for v, c := range m.Calls() {
		if !ordersByKeys(c) {
			continue
		}
		for _, body := range m.functions(v) {
			if w := comparisonWorkOf(body); w != nil && !m.comparesFew(v) {
				m.reportComparison(v, body, w, simpleName(body.Class)+"."+body.Name, "a function of keys")
			}
		}
	}
	f := m.Func()
	kind := "" // asked for once a call is found
	for v, c := range m.Calls() {
		w := m.comparisonWorkAt(v, c)
		if w == nil || m.handles(int(f.Values[v].Block)) || !m.returns(v) {
			continue
		}
		if kind == "" {
			if kind = m.comparison(); kind == "" || m.neverSorts() {
				return
			}
		}
		if !m.sameInLambda(v) { // else EL5001's
			m.reportComparison(v, c, w, m.Call(v), kind)
		}
	}
}

// ordersByKeys reports whether a method is one of keyedOrders.
func ordersByKeys(c classfile.Member) bool {
	return c.Class == comparatorClass && slices.Contains(keyedOrders, c.Name)
}

// plainSplit is what String.split does at a plain character.
var plainSplit = comparisonWork{stringClass, []string{"split"}, "makes copies of the parts", "LowerCase"}

// comparisonWorkAt is comparisonWorkOf for a call: split needs no regular expression for most separators.
func (m *Method) comparisonWorkAt(v ssa.ID, c classfile.Member) *comparisonWork {
	w := comparisonWorkOf(c)
	if w == nil || c.Class != stringClass || c.Name != "split" {
		return w
	}
	if separator, constant := m.Func().StringConstant(m.Func().Args(v)[1]); constant && splitsWithoutPattern(separator) {
		return &plainSplit
	}
	return w
}

// comparisonWorkOf returns what a method does, nil where it is not worth keeping.
func comparisonWorkOf(c classfile.Member) *comparisonWork {
	if (c.Name == "valueOf" || c.Name == "<init>" && c.Class == "java/math/BigDecimal") && !strings.HasPrefix(c.Desc, "("+stringDesc) {
		return nil
	}
	for i := range comparisonWorks {
		if w := &comparisonWorks[i]; w.class == c.Class && slices.Contains(w.names, c.Name) {
			return w
		}
	}
	return nil
}

// reportComparison reports what a comparison does to both objects once.
func (m *Method) reportComparison(v ssa.ID, c classfile.Member, w *comparisonWork, what, kind string) {
	if slices.ContainsFunc(m.found, func(x finding.Finding) bool { return x.Subject == c.Name }) {
		return
	}
	cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
	if energy := m.Energy(Change{At: v, Cost: cost, Per: "comparison", Case: w.measured}); energy != nil {
		m.Report(v, c.Name, fmt.Sprintf("%s %s in %s, n log n times for a sort: compute it once for each element, and compare the results", what, w.does, kind), energy)
	}
}

// comparison names the method where it compares two objects for an order, or gives what is compared; empty where it does not.
func (m *Method) comparison() string {
	own := m.Func().Method
	switch {
	case m.Engine.ordersElements(own) && own.Name == compareName:
		return "a comparator"
	case m.Engine.ordersElements(own):
		return "compareTo"
	}
	l := m.view.lambda(own)
	switch {
	case l == nil:
	case l.Interfaces[0] == comparatorClass:
		return "a comparator"
	case m.givesKeys(own):
		return "a function of keys"
	}
	return ""
}

// givesKeys reports whether the class passes a lambda with that body to one of keyedOrders.
func (m *Method) givesKeys(body *classfile.Method) bool {
	class := body.Class
	bits := make([]bool, class.Pool.Len())
	for i := 1; i < len(bits); i++ {
		if t := class.Pool.Tag(i); t == classfile.TagMethodref || t == classfile.TagInterfaceMethodref {
			c, _ := class.Pool.Member(i)
			bits[i] = ordersByKeys(c)
		}
	}
	for i := range class.Methods {
		code, err := class.Methods[i].Code()
		if err != nil || code == nil || !callsAny(code, bits) {
			continue
		}
		other := m.Engine.reader(&class.Methods[i])
		if other == nil {
			continue
		}
		for v, c := range other.Calls() {
			if !ordersByKeys(c) {
				continue
			}
			for _, b := range other.functions(v) {
				if b.Name == body.Name && b.Desc == body.Desc {
					return true
				}
			}
		}
	}
	return false
}

// callsAny reports whether code calls a method of the marked entries of its constant pool.
func callsAny(code *classfile.Code, marked []bool) bool {
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if op := code.Op(pc); op.IsCall() && marked[code.Index(pc)] {
			return true
		}
	}
	return false
}
