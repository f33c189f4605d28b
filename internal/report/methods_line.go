package report

import (
	"bytes"
	"maps"
	"slices"
	"strconv"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/jsonsafe"
)

// line writes values as JSON without spaces, as encoding/json does, which takes several times as long for the hundreds of thousands
// of methods of a large program. Lists that are nil are null.
type line struct {
	b    []byte
	keys []string // memory for those of a map
	err  error    // the first
}

// row returns the JSON of a method as encodeValue writes it, which is valid until the next one.
func (w *line) row(m *result.Method) ([]byte, error) {
	w.b, w.err = w.b[:0], nil
	w.method(m)
	return jsonsafe.Escape(w.b), w.err
}

// key begins a field of an object.
func (w *line) key(name string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(append(append(w.b, '"'), name...), '"', ':')
}

// object writes an object with the fields that f writes.
func (w *line) object(f func()) {
	w.b = append(w.b, '{')
	f()
	w.b = append(w.b, '}')
}

// text writes a string. What is to be escaped is left to encoding/json.
func (w *line) text(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			var b bytes.Buffer
			if err := encodeValue(&b, s, "", ""); err != nil && w.err == nil {
				w.err = err
			}
			w.b = append(w.b, b.Bytes()...)
			return
		}
	}
	w.b = append(append(append(w.b, '"'), s...), '"')
}

func (w *line) texts(name string, ss []string) {
	w.key(name)
	listOf(w, ss, func(s *string) { w.text(*s) })
}

func (w *line) textField(name, s string) {
	w.key(name)
	w.text(s)
}

func (w *line) number(name string, n int64) {
	w.key(name)
	w.b = strconv.AppendInt(w.b, n, 10)
}

func (w *line) amount(name string, x result.Joules) {
	w.key(name)
	w.b = x.Append(w.b)
}

// listOf writes a list.
func listOf[T any](w *line, list []T, each func(x *T)) {
	if list == nil {
		w.b = append(w.b, "null"...)
		return
	}
	w.b = append(w.b, '[')
	for i := range list {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		each(&list[i])
	}
	w.b = append(w.b, ']')
}

// fields writes an object with numbers, by name; nothing where there are none.
func (w *line) fields(name string, numbers map[string]float64) {
	if len(numbers) == 0 {
		return
	}
	w.key(name)
	w.keys = slices.AppendSeq(w.keys[:0], maps.Keys(numbers))
	slices.Sort(w.keys)
	w.b = append(w.b, '{')
	for i, k := range w.keys {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.text(k)
		w.b = jsonsafe.Number(numbers[k]).Append(append(w.b, ':'))
	}
	w.b = append(w.b, '}')
}

func (w *line) interval(name string, r result.Range) {
	w.key(name)
	w.object(func() {
		w.number("min", r.Min)
		if w.key("max"); r.Max == nil {
			w.b = append(w.b, "null"...)
		} else {
			w.b = strconv.AppendInt(w.b, *r.Max, 10)
		}
	})
}

// method writes a method.
func (w *line) method(m *result.Method) {
	w.object(func() {
		w.textField("class", m.Class)
		w.textField("name", m.Name)
		w.textField("descriptor", m.Descriptor)
		w.textField("file", m.File)
		w.number("line", int64(m.Line))
		w.textField("status", string(m.Status))
		w.energies(m)
		w.textField("formula", m.Formula)
		if m.MeanFormula != "" {
			w.textField("mean_formula", m.MeanFormula)
		}
		w.expression(m.Expression)
		w.texts("conditions", m.Conditions)
		w.key("call_symbols")
		listOf(w, m.CallSymbols, func(c *result.CallSymbol) {
			w.object(func() {
				w.textField("symbol", c.Symbol)
				w.textField("member", c.Member)
			})
		})
		w.texts("reasons", m.Reasons)
		w.key("instructions")
		w.object(func() {
			w.interval("own", m.Instructions.Own)
			w.interval("total", m.Instructions.Total)
		})
		w.key("loops")
		listOf(w, m.Loops, w.loop)
		w.assumptions(m.Assumptions)
		w.texts("expected_costs", m.Expected)
		if len(m.Operands) > 0 {
			w.texts("costliest_operands", m.Operands)
		}
		w.texts("unpriced", m.Unpriced)
		w.calls(m.Calls)
		w.texts("capped", m.Capped)
		w.amount("derived_share", m.DerivedShare)
		w.budget(m.Budget)
	})
}

func (w *line) energies(m *result.Method) {
	w.key("worst")
	w.object(func() {
		w.amount("mean_J", m.Worst.Mean)
		w.amount("sd_J", m.Worst.SD)
		w.amount("quantile_J", m.Worst.Quantile)
		w.amount("upper_J", m.Worst.Upper)
	})
	w.key("best")
	w.object(func() {
		w.amount("mean_J", m.Best.Mean)
		w.amount("sd_J", m.Best.SD)
		w.amount("lower_J", m.Best.Lower)
	})
}

func (w *line) expression(x *result.Expression) {
	w.key("expression")
	if x == nil {
		w.b = append(w.b, "null"...)
		return
	}
	w.object(func() {
		w.key("terms")
		listOf(w, x.Terms, func(t *result.ExpressionTerm) {
			w.object(func() {
				w.key("factors")
				listOf(w, t.Factors, w.factor)
				w.fields("counts", t.Counts)
				w.fields("calls", t.Calls)
			})
		})
	})
}

func (w *line) factor(f *result.Factor) {
	w.object(func() {
		w.textField("kind", string(f.Kind))
		if f.Name != "" {
			w.textField("name", f.Name)
		}
		if f.Path != "" {
			w.textField("path", f.Path)
		}
		if len(f.Args) > 0 {
			w.key("args")
			listOf(w, f.Args, func(arg *[]result.SizeProduct) { listOf(w, *arg, w.product) })
		}
		if f.K != 0 {
			w.number("k", f.K)
		}
	})
}

func (w *line) product(p *result.SizeProduct) {
	w.object(func() {
		w.number("coefficient", p.Coefficient)
		if len(p.Factors) > 0 {
			w.key("factors")
			listOf(w, p.Factors, w.factor)
		}
	})
}

func (w *line) loop(l *result.Loop) {
	w.object(func() {
		w.number("offset", int64(l.Offset))
		w.number("line", int64(l.Line))
		w.textField("status", string(l.Status))
		w.textField("bound", l.Bound)
		w.texts("conditions", l.Conditions)
		w.interval("iterations", l.Iterations)
		w.interval("header_per_call", l.HeaderPerCall)
		w.textField("reason", l.Reason)
		w.assumptions(l.Assumptions)
	})
}

func (w *line) assumptions(as []result.Assumption) {
	w.key("assumptions")
	listOf(w, as, func(a *result.Assumption) {
		w.object(func() {
			w.textField("symbol", a.Symbol)
			w.amount("max", a.Max)
		})
	})
}

func (w *line) calls(c result.Calls) {
	w.key("calls")
	w.object(func() {
		w.number("analysed", int64(c.Analysed))
		w.number("modelled", int64(c.Modelled))
		w.number("symbolic", int64(c.Symbolic))
		w.number("incomplete", int64(c.Incomplete))
		w.number("unbounded", int64(c.Unbounded))
		w.number("unpriced", int64(c.Unpriced))
	})
}

func (w *line) budget(b *result.MethodBudget) {
	w.key("budget")
	if b == nil {
		w.b = append(w.b, "null"...)
		return
	}
	w.object(func() {
		w.textField("energy", b.Energy)
		w.amount("confidence", b.Confidence)
		w.textField("verdict", b.Verdict)
		w.amount("probability_exceeded", b.Exceeded)
	})
}
