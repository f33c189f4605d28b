package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
)

// worst lists methods whose costliest path is the traced one although it branches: their other paths end early or
// throw.
var worst = []string{
	"java/util/ArrayList.get(", "java/util/ArrayList.set(", "java/util/ArrayList$Itr.next(", "java/util/ArrayList$Itr.hasNext(",
	"java/util/ArrayList.contains(", "java/util/ArrayList.indexOf(", "java/util/ArrayList.clear(", "java/util/LinkedList.contains(",
	"java/util/LinkedList.get(", "java/lang/Integer.valueOf(", "java/lang/Long.valueOf(", "java/lang/Character.valueOf(",
	"java/lang/Integer.equals(", "java/lang/Long.equals(", "java/util/Arrays.fill(", "java/util/Objects.", "java/util/ArrayDeque.po",
	"java/util/LinkedList.add", "java/util/Optional.get(", "java/util/Optional.of(", "java/util/Optional.isPresent(",
	"java/util/HashMap$HashIterator.hasNext(",
}

func (p *probe) write() error {
	kind := "worst"
	for _, s := range p.samples {
		if s.branches || s.hidden {
			kind = p.kind
		}
	}
	if kind == "worst" && p.branches() && !slices.ContainsFunc(worst, func(w string) bool { return strings.HasPrefix(p.method, w) }) {
		kind = "expected"
	}
	cost := p.cost()
	for _, extra := range []struct{ option, operations, size string }{
		{"copy", "Array load,Array store", ""}, {"zero", "Array zeroing", ""},
	} {
		bytes := p.options[extra.option]
		if bytes == "" {
			continue
		}
		if n, err := strconv.ParseFloat(bytes, 64); err == nil { // of constant length
			if extra.option == "copy" && n > 0 {
				cost = append(cost, item{[3]string{"Array load", "long", "Load"}, number(n / 8)}, item{[3]string{"Array store", "long", "Load"}, number(n / 8)})
			} // fewer than 64 bytes need no zeroing
			continue
		}
		for _, o := range strings.Split(extra.operations, ",") {
			if o == "Array zeroing" {
				cost = append(cost, item{[3]string{o, "int", "Constant"}, fmt.Sprintf("max(0, %s - 64) / 64", parenthesised(bytes))})
			} else {
				cost = append(cost, item{[3]string{o, "long", "Load"}, fmt.Sprintf("max(0, %s) / 8", bytes)})
			}
		}
	}
	cost = merge(cost)
	basis := p.basis(kind)
	p.table(kind, basis, cost)
	return nil
}

func (p *probe) branches() bool {
	return slices.ContainsFunc(p.samples, func(s sample) bool { return s.branches })
}

type item struct {
	names [3]string
	count string
}

func merge(items []item) []item {
	var out []item
	for _, x := range items {
		if i := slices.IndexFunc(out, func(y item) bool { return y.names == x.names }); i >= 0 {
			out[i].count += " + " + x.count
		} else {
			out = append(out, x)
		}
	}
	return out
}

func parenthesised(s string) string {
	if strings.ContainsAny(s, "+-") {
		return "(" + s + ")"
	}
	return s
}

func (p *probe) table(kind, basis string, cost []item) {
	method := p.method
	fmt.Printf("\n[[method]]\nmethod = %q\n", method)
	if also := p.options["also"]; also != "" {
		fmt.Printf("also = [\"%s\"]\n", strings.ReplaceAll(also, ",", `", "`))
	}
	fmt.Printf("case = %q\n", kind)
	if len(cost) > 0 {
		fmt.Println("cost = [")
		for _, c := range cost {
			names := c.names
			for i, n := range names {
				if n == "" {
					names[i] = "-"
				}
			}
			fmt.Printf("    { pattern = [%q, %q, %q], count = %q },\n", names[0], names[1], names[2], c.count)
		}
		fmt.Println("]")
	}
	if c := p.options["callback"]; c != "" {
		parts := strings.SplitN(c, " ", 3)
		fmt.Printf("callbacks = [{ on = %q, method = %q, count = %q }]\n", parts[0], parts[1], parts[2])
	}
	if p.options["callback"] != "" && closedButCallbacks.MatchString(method) || p.options["callback"] == "" && closed(method) && (asksNothing.MatchString(method) || !strings.Contains(method, "Ljava/lang/Object;)")) {
		fmt.Println("closed = true")
	}
	for _, effect := range []struct{ option, key string }{
		{"returns", "returns"}, {"rsize", "result_size"}, {"rcv", "receiver_size"},
	} {
		text := p.options[effect.option]
		if text == "" || effect.option == "returns" && p.options["noreturns"] != "" {
			continue
		}
		fmt.Printf("%s = %q\n", effect.key, text)
	}
	fmt.Printf("basis = %q\n", basis)
}

func (p *probe) basis(kind string) string {
	text := p.options["basis"]
	if text != "" {
		text += "; "
	}
	sizes := make([]string, len(p.samples))
	instructions := make([]string, len(p.samples))
	same := true
	var natives []string
	hidden := false
	for i, s := range p.samples {
		sizes[i] = strconv.FormatFloat(s.size, 'f', 0, 64)
		instructions[i] = strconv.FormatFloat(s.instructions, 'f', 0, 64)
		same = same && s.instructions == p.samples[0].instructions
		hidden = hidden || s.hidden
		for _, n := range s.natives {
			if !slices.Contains(natives, n) {
				natives = append(natives, n)
			}
		}
	}
	if same {
		text += instructions[0] + " executed instructions"
	} else {
		text += fmt.Sprintf("%s executed instructions at %s = %s", strings.Join(instructions, ", "), p.symbol, strings.Join(sizes, ", "))
	}
	if !p.branches() {
		text += ", no branch"
	}
	if p.options["copy"] != "" {
		text += "; copied bytes as one array load and one array store per 8"
	}
	slices.Sort(natives)
	if slices.Contains(natives, "System.arraycopy") && p.options["copy"] == "" {
		fmt.Fprintf(os.Stderr, "%s copies an array, but the probe does not say how much\n", p.method)
	}
	if len(natives) > 0 {
		text += "; native code as its call only: " + strings.Join(natives, ", ")
	}
	if hidden {
		text += "; lambdas as a static call and a return"
	}
	return text
}

// cost fits a formula to the counts of each pattern.
func (p *probe) cost() []item {
	var ids []pattern.ID
	for _, s := range p.samples {
		for _, c := range s.counts {
			if !slices.Contains(ids, c.ID) {
				ids = append(ids, c.ID)
			}
		}
	}
	slices.Sort(ids)
	var out []item
	for _, id := range ids {
		ns, ys := make([]float64, len(p.samples)), make([]float64, len(p.samples))
		for i, s := range p.samples {
			ns[i], ys[i] = s.size, s.counts.Of(id)
		}
		if f := p.fit(ns, ys); f != "0" {
			out = append(out, item{[3]string{id.Operation().String(), id.Type().String(), id.Size().String()}, f})
		}
	}
	slices.SortStableFunc(out, func(a, b item) int { return cmp.Compare(len(a.count), len(b.count)) })
	return out
}

// fit returns a formula that is never below the observed counts: a constant, a + b*n where that is exact or nearly
// so, or what the probe says the shape is.
func (p *probe) fit(ns, ys []float64) string {
	highest := slices.Max(ys)
	if p.options["times"] != "" { // an average: the analysis rounds what one call costs up, and a tenth of a pattern is not one
		return number(math.Round(highest))
	}
	if slices.Min(ys) == highest || p.options["const"] != "" || p.options["sym"] == "0" {
		return number(highest)
	}
	ratio := func(f func(float64) float64) float64 {
		c := 0.0
		for i, n := range ns {
			c = max(c, ys[i]/f(n))
		}
		return c
	}
	if p.options["log"] != "" {
		return number(ratio(func(n float64) float64 { return math.Log2(n + 1) })) + "*log2(" + p.symbol + " + 1)"
	}
	if strings.Contains(p.method, "sort(") {
		c := ratio(func(n float64) float64 { return n*math.Log2(n) + 1 })
		return fmt.Sprintf("%s*(%s*log2(%s) + 1)", number(c), p.symbol, p.symbol)
	}
	last := len(ns) - 1
	b := math.Max(0, (ys[last]-ys[0])/(ns[last]-ns[0]))
	b = math.Ceil(b*1e4-1e-6) / 1e4
	a := math.Inf(-1)
	off := 0.0
	for i, n := range ns {
		a = max(a, ys[i]-b*n)
	}
	a = math.Ceil(a*1e2-1e-6) / 1e2
	for i, n := range ns {
		off = max(off, a+b*n-ys[i])
	}
	if off > 2 && off > 0.2*highest {
		fmt.Fprintf(os.Stderr, "%s: %v at %v is not linear\n", p.method, ys, ns)
	}
	switch {
	case b == 0:
		return number(max(a, 0))
	case a == 0:
		return number(b) + "*" + p.symbol
	case a < 0:
		return fmt.Sprintf("max(0, %s*%s - %s)", number(b), p.symbol, number(-a))
	}
	return fmt.Sprintf("%s + %s*%s", number(a), number(b), p.symbol)
}

func number(v float64) string { return strconv.FormatFloat(math.Ceil(v*1e4-1e-6)/1e4, 'f', -1, 64) }
