package cost

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/spec"
	"github.com/energylint/energylint/internal/ssa"
)

// Second names of sizes. A size at one place of a method has the name of the variable there; where a member is read into that
// variable, people write the member.

// addMembers gives the sizes of what is read from fields that no call of the method changes their second names: in
// List<T> l = items, l.size() is this.items.size() and items.size(), too.
func (n *Names) addMembers() {
	for _, sym := range n.ofCost() {
		if _, path, ok := strings.Cut(sym.Path, "("+n.method()+":"); ok {
			n.addMember(n.members, sym, firstName(sym.Name), n.stablePath(strings.TrimSuffix(path, ")")))
		}
		if v, ok := n.place(sym); ok && spec.IsPath(sym.Name) && !n.s.M.Altered(v, true) {
			n.addMember(n.members, sym, n.s.M.Describe(v), memberPath(n.s.M, v, 0))
		}
	}
}

// WithMembers gives second names to the sizes of what is read from any other field, too. Like the first name each means the size at the
// place that the cost depends on, not that at the beginning of the method: they are for what is compared with the cost, and not
// for preconditions.
func (n *Names) WithMembers() *Names {
	for _, sym := range n.ofCost() {
		if v, ok := n.place(sym); ok {
			n.addMember(n.places, sym, n.s.M.Describe(v), memberPath(n.s.M, v, 0))
		}
	}
	return n
}

// place returns the value that a size at one place of the method is of.
func (n *Names) place(sym expr.Symbol) (ssa.ID, bool) {
	_, at, ok := strings.Cut(sym.Path, "("+n.method()+"@")
	id, err := strconv.Atoi(strings.TrimSuffix(at, ")"))
	return ssa.ID(id), ok && err == nil && id >= 0 && id < len(n.s.M.Fn.Values)
}

// ofCost returns the sizes of the cost; none where the method could not be analysed.
func (n *Names) ofCost() []expr.Symbol {
	var out []expr.Symbol
	if n.s.Failure == nil {
		for _, syms := range n.symbols {
			out = append(out, syms...)
		}
	}
	return out
}

// method identifies the method in the paths of sizes at its places.
func (n *Names) method() string { return n.s.M.Fn.Method.Class.Name + "." + n.s.M.Fn.Method.ID() }

// addMember adds the names of a size in which a member stands in the place of a variable. A parameter hides a field of this.
func (n *Names) addMember(to map[string][]expr.Symbol, sym expr.Symbol, variable, member string) {
	members := []string{member}
	if bare, is := strings.CutPrefix(member, "this."); is {
		if field, _, _ := strings.Cut(bare, "."); !n.s.M.HasParam(field) {
			members = append(members, bare)
		}
	}
	for _, m := range members {
		if name, ok := code.ReplaceName(sym.Name, variable, m); ok && m != "" {
			name = plainName(name)
			to[name] = expr.SortSymbols(append(to[name], sym))
		}
	}
}

// second returns the sizes that have a second name.
func (n *Names) second(name string) []expr.Symbol {
	return expr.SortSymbols(slices.Concat(n.members[name], n.places[name]))
}

// AtEntry returns what the method's caller may call a size by name, such as this.items.size() for l.size() where List<T> l = items;
// ok is false for the size of any other value that the method computes.
func (n *Names) AtEntry(name string) (entry string, ok bool) {
	for _, sym := range n.each(name) {
		own := ""
		for _, second := range slices.Sorted(maps.Keys(n.members)) {
			if slices.Contains(n.members[second], sym) && (own == "" || strings.HasPrefix(second, "this.")) {
				own = second
			}
		}
		if own == "" {
			own = name
			if v, is := n.place(sym); is && n.s.M.Fn.Values[v].Kind != ssa.Param {
				return "", false
			}
		}
		if entry != "" && own != entry {
			return "", false
		}
		entry = own
	}
	return entry, entry != ""
}

// Members returns the second names of sizes, sorted.
func (n *Names) Members() []string {
	out := slices.AppendSeq(slices.Collect(maps.Keys(n.members)), maps.Keys(n.places))
	slices.Sort(out)
	return slices.Compact(out)
}

// Unmentioned returns the sizes at places of the program that have no upper bound, and that a cost depends on and a budget does not.
// Parameters are not among them, whose values a caller chooses.
func (n *Names) Unmentioned(d Domain, budget []WeightedSize) []expr.Symbol {
	mentioned := map[string]bool{}
	for _, t := range budget {
		for _, s := range t.Size.Symbols() {
			mentioned[s.Path] = true
			if name, ok := strings.CutPrefix(s.Path, namedPath("")); ok {
				for _, each := range slices.Concat(n.symbols[name], n.second(name)) {
					mentioned[each.Path] = true
				}
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(d.Open), func(s expr.Symbol) bool { return !strings.HasPrefix(s.Path, "~") || mentioned[s.Path] })
}

// WithoutWorst returns, as reasons, those of some open sizes without which a cost has no upper bound: a budget that does not mention them
// cannot be compared with a worst case. A size whose minimum with another one is what counts is no reason.
func (d Domain) WithoutWorst(o Outcome, open []expr.Symbol) []expr.Reason {
	var out []expr.Reason
	finite := func(s expr.Symbol) bool { return !slices.Contains(open, s) }
	for _, s := range open {
		if needsBound(o.Poly, s, d.Ranges.Symbol(s).Lo <= math.MinInt32, finite) {
			out = append(out, expr.Reason{Text: fmt.Sprintf("%s has no upper bound, and the budget does not depend on it", s.Name), Method: d.S.Name(), Line: d.S.M.Line(0)})
		}
	}
	return out
}

// stablePath writes the path of a symbol, p0.C:items:Ljava/util/List;, as this.items; empty for a parameter.
func (n *Names) stablePath(path string) string {
	root, fields, _ := strings.Cut(path, ".")
	i, err := strconv.Atoi(strings.TrimPrefix(root, "p"))
	if fields == "" || err != nil || i < 0 || i >= len(n.s.M.Fn.Params) {
		return ""
	}
	out := n.s.M.Describe(n.s.M.Fn.Params[i])
	for field := range strings.SplitSeq(fields, ".") {
		parts := strings.Split(field, ":") // no dots in them (JVMS 4.2.2); a name with a colon has no second name
		if len(parts) != 3 {
			return ""
		}
		out += "." + parts[1]
	}
	return out
}

// firstName returns the variable that the name of a size begins with: x of x.size() and of nodes(x.next).
func firstName(name string) string {
	if i := strings.IndexByte(name, '('); i >= 0 && !strings.Contains(name[:i], ".") {
		name = name[i+1:]
	}
	for i := range len(name) {
		if !code.IsNameByte(name[i]) {
			return name[:i]
		}
	}
	return name
}

// memberPath writes a value that is read from a field as this.items, order.customer.name or Limits.TABLE; empty for any other.
func memberPath(m *symval.Func, v ssa.ID, depth int) string {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr || depth > symval.MaxDepth {
		return ""
	}
	switch x.Op {
	case classfile.OpCheckcast:
		return memberPath(m, m.Fn.Args(v)[0], depth+1)
	case classfile.OpGetstatic:
		mem, _ := m.Fn.Member(v)
		return code.SimpleName(mem.Class) + "." + mem.Name
	case classfile.OpGetfield:
		mem, _ := m.Fn.Member(v)
		of := m.Fn.Args(v)[0]
		if m.Fn.Values[of].Kind == ssa.Param {
			return m.Describe(of) + "." + mem.Name
		}
		if path := memberPath(m, of, depth+1); path != "" {
			return path + "." + mem.Name
		}
	}
	return ""
}
