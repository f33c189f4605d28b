package difference

import (
	"cmp"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
)

// symbols number the sizes of two expressions: what stands for the same has one number.
type symbols struct {
	base, head map[string]int // by identity
	labels     []string       // as head names them; as base does where head has none
	inBase     []bool
	inHead     []bool
}

// named is a symbol of an expression.
type named struct {
	identity string
	label    string
	member   string // of a call symbol: the method
}

// callIdentity is the identity of the cost of a call.
func callIdentity(name string) string { return "call " + name }

// identity returns what a symbol is told apart by in its method.
func identity(f *result.Factor) string {
	if f.Kind == result.FactorIndex || f.Path == "" {
		return string(f.Kind) + " " + f.Name
	}
	return f.Path
}

// symbolsOf returns the symbols of expressions, each once, in the order of their identities.
func symbolsOf(calls []result.CallSymbol, xs ...*result.Expression) []named {
	found := map[string]named{}
	var size func([]result.SizeProduct)
	factors := func(fs []result.Factor) {
		for i := range fs {
			f := &fs[i]
			if f.Kind == result.FactorSymbol || f.Kind == result.FactorIndex {
				found[identity(f)] = named{identity: identity(f), label: cmp.Or(f.Name, f.Path)}
			}
			for _, a := range f.Args {
				size(a)
			}
		}
	}
	size = func(ps []result.SizeProduct) {
		for i := range ps {
			factors(ps[i].Factors)
		}
	}
	for _, x := range xs {
		if x == nil {
			continue
		}
		for i := range x.Terms {
			factors(x.Terms[i].Factors)
			for name := range x.Terms[i].Calls {
				n := named{identity: callIdentity(name), label: name}
				if k := slices.IndexFunc(calls, func(c result.CallSymbol) bool { return c.Symbol == name }); k >= 0 {
					n.member = calls[k].Member
				}
				found[n.identity] = n
			}
		}
	}
	out := make([]named, 0, len(found))
	for _, n := range found {
		out = append(out, n)
	}
	slices.SortFunc(out, func(a, b named) int { return cmp.Compare(a.identity, b.identity) })
	return out
}

// correspondence says which symbols of a pair stand for the same.
type correspondence struct {
	sameCode   bool              // values have the same numbers
	own        string            // the method of head
	parameters map[string]string // of base: p1 is p2 in head; nil where they are the same
	renamed    func(string) string
	callee     func(string) string      // the name in head of a method of base
	library    func(member string) bool // a method outside of the program
	// vanished reports whether no method of the class has the size in head any more, appeared whether none had it in base.
	vanished, appeared func(named) bool
}

// matcher joins the symbols of two methods.
type matcher struct {
	correspondence
	base, head           []named
	takenBase, takenHead []bool
	out                  *symbols
}

// matchSymbols numbers the symbols of both sides. In the same code, the same value is the same size. Else the same name and
// kind is, then the same place: the parameter at its position, with the fields behind it under the names that they have in
// head; then, where one of each is left of a method that is called, the calls of it. Lines in names do not count: of
// several that differ in lines only, the first is the first. What is left is joined by its name alone: a size of code that was
// moved to a callee or back, a call that names another class of a library.
func matchSymbols(base, head []named, c correspondence) *symbols {
	m := &matcher{
		correspondence: c, base: base, head: head, takenBase: make([]bool, len(base)), takenHead: make([]bool, len(head)),
		out: &symbols{base: map[string]int{}, head: map[string]int{}},
	}
	place := func(n named, ofBase bool) string {
		if ofBase {
			return c.place(n.identity)
		}
		return n.identity
	}
	label := func(n named, ofBase bool) string {
		if ofBase {
			return c.renamed(n.label)
		}
		return n.label
	}
	if c.sameCode {
		m.join(func(n named, ofBase bool) string {
			if c.numberedElsewhere(n.identity) {
				return ""
			}
			return place(n, ofBase)
		})
	}
	m.join(func(n named, ofBase bool) string { // the same in all
		if hasLine(n.label) {
			return ""
		}
		return place(n, ofBase) + "\x00" + label(n, ofBase)
	})
	m.join(func(n named, ofBase bool) string {
		if hasLine(n.label) {
			return ""
		}
		return kind(n.identity) + label(n, ofBase)
	})
	m.join(func(n named, ofBase bool) string {
		if strings.HasPrefix(n.identity, "~") || hasLine(n.label) { // numbered by the code
			return ""
		}
		return place(n, ofBase)
	})
	m.joinLines(label)
	m.join(func(n named, ofBase bool) string {
		if ofBase {
			return c.callee(n.member)
		}
		return n.member
	})
	m.joinMoved(label)
	m.joinDeclared()
	m.joinRenamed()
	for i := range base {
		if !m.takenBase[i] {
			m.out.add(&base[i], nil)
		}
	}
	for i := range head {
		if !m.takenHead[i] {
			m.out.add(nil, &head[i])
		}
	}
	return m.out
}

// join joins the symbols that are the only ones with their key on their side. An empty key is none.
func (m *matcher) join(key func(n named, ofBase bool) string) {
	unique := func(ns []named, taken []bool, ofBase bool) map[string]int {
		at := map[string]int{}
		for i, n := range ns {
			k := key(n, ofBase)
			if taken[i] || k == "" {
				continue
			}
			if _, twice := at[k]; twice {
				at[k] = -1
			} else {
				at[k] = i
			}
		}
		return at
	}
	b, h := unique(m.base, m.takenBase, true), unique(m.head, m.takenHead, false)
	for i := range m.base {
		k := key(m.base[i], true)
		if j, ok := h[k]; k != "" && ok && j >= 0 && b[k] == i && !m.takenBase[i] {
			m.pair(i, j)
		}
	}
}

func (m *matcher) pair(i, j int) {
	m.takenBase[i], m.takenHead[j] = true, true
	m.out.add(&m.base[i], &m.head[j])
}

// joinLines joins symbols whose names differ in lines only, in the order of these.
func (m *matcher) joinLines(label func(n named, ofBase bool) string) {
	inOrder := func(ns []named) []int {
		order := make([]int, len(ns))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Or(compareNumbered(ns[a].label, ns[b].label), compareNumbered(ns[a].identity, ns[b].identity))
		})
		return order
	}
	b, h := inOrder(m.base), inOrder(m.head)
	joinInOrder(len(b), len(h), func(i int) string {
		if m.takenBase[b[i]] {
			return ""
		}
		return kind(m.base[b[i]].identity) + withoutLines(label(m.base[b[i]], true))
	}, func(j int) string {
		if m.takenHead[h[j]] {
			return ""
		}
		return kind(m.head[h[j]].identity) + withoutLines(m.head[h[j]].label)
	}, func(i, j int) { m.pair(b[i], h[j]) })
}

// joinMoved joins the sizes of one name that is unique on each side where the method does not count that the size is of: code that
// was moved to a callee, or from there.
func (m *matcher) joinMoved(label func(n named, ofBase bool) string) {
	m.join(func(n named, ofBase bool) string {
		if kind(n.identity) == "call " {
			return ""
		}
		name := withoutLines(label(n, ofBase))
		if i := strings.LastIndex(name, ": "); i >= 0 {
			name = name[i+len(": "):]
		}
		return kind(n.identity) + name
	})
}

// joinDeclared joins the calls of one method of a library that the code names by another class: Deque.addAll for ArrayDeque.addAll.
func (m *matcher) joinDeclared() {
	m.join(func(n named, _ bool) string {
		if n.member == "" || m.library == nil || !m.library(n.member) {
			return ""
		}
		k := parseKey(n.member)
		return k.Name + k.Descriptor
	})
}

// joinRenamed joins the one size of a kind that is left of each side, if its name vanished from the class, and the other
// appeared: those of a field or a variable that was renamed. Parameters have a position, and calls a method: they are not
// renamed.
func (m *matcher) joinRenamed() {
	rest := func(n named, ofBase bool) string {
		if isParameter(n.identity) || kind(n.identity) == "call " || ofBase && !m.vanished(n) || !ofBase && !m.appeared(n) {
			return ""
		}
		return kind(n.identity)
	}
	m.join(rest)
}

// isParameter reports whether a size is a parameter, or the length of one.
func isParameter(identity string) bool {
	return strings.HasPrefix(strings.TrimPrefix(identity, "len("), "p") && !strings.ContainsAny(identity, ".")
}

// codeIndex is the place in a method's code of a value that is told apart by it.
var codeIndex = regexp.MustCompile(`@[0-9]+`)

// numberedElsewhere reports whether a size is told apart by its place in the code of another method, which may have changed.
func (c correspondence) numberedElsewhere(identity string) bool {
	return codeIndex.MatchString(identity) && !strings.Contains(identity, c.own+"@")
}

// hasLine reports whether a name has a line number in it.
func hasLine(label string) bool {
	return strings.Contains(label, "line") && lineNumbers.MatchString(label)
}

// withoutLines is a text with the numbers of lines left out.
func withoutLines(s string) string { return lineNumbers.ReplaceAllString(s, "line") }

// kind tells lengths, calls, sizes that the analysis introduced and other values apart.
func kind(identity string) string {
	switch {
	case strings.HasPrefix(identity, "len("):
		return "len "
	case strings.HasPrefix(identity, "call "):
		return "call "
	case strings.HasPrefix(identity, "~"):
		return "~ "
	}
	return "= "
}

// place returns where the value of a symbol of base is found in head.
func (c correspondence) place(identity string) string {
	identity = c.renamed(identity)
	if c.parameters == nil {
		return identity
	}
	inner, isLength := strings.CutPrefix(identity, "len(")
	root := inner
	if end := strings.IndexAny(inner, ".)"); end >= 0 {
		root = inner[:end]
	}
	to, ok := c.parameters[root]
	if !ok {
		return identity
	}
	out := to + inner[len(root):]
	if isLength {
		out = "len(" + out
	}
	return out
}

func (t *symbols) add(base, head *named) {
	n := len(t.labels)
	label := ""
	if base != nil {
		t.base[base.identity] = n
		label = base.label
	}
	if head != nil {
		t.head[head.identity] = n
		label = head.label
	}
	t.labels = append(t.labels, label)
	t.inBase = append(t.inBase, base != nil)
	t.inHead = append(t.inHead, head != nil)
}

// foreign returns the labels of the symbols that only one side has.
func (t *symbols) foreign() (base, head []string) {
	for i, label := range t.labels {
		switch {
		case !t.inHead[i]:
			base = append(base, label)
		case !t.inBase[i]:
			head = append(head, label)
		}
	}
	return base, head
}

func (t *symbols) names(d direction) []string {
	var out []string
	for i, label := range t.labels {
		if d[i] {
			out = append(out, label)
		}
	}
	return out
}

// Beyond these numbers of symbols not all sets of them are looked at, but single ones, pairs and all; and no pairs.
const (
	maxSubsets = 5
	maxPairs   = 12
)

// directions returns the sets of symbols along which growth is compared, small ones first. Where both sides have symbols
// that the other has not, nothing can be said of these: only sets without them are compared. Where it is one size on each
// side, though, such as that of a list which became an array, all sizes are compared together.
func (t *symbols) directions() []direction {
	onlyBase, onlyHead := t.foreign()
	var usable []int
	for i := range t.labels {
		if t.inBase[i] && t.inHead[i] || len(onlyBase) == 0 || len(onlyHead) == 0 {
			usable = append(usable, i)
		}
	}
	all := direction{}
	for i := range t.labels {
		all[i] = true
	}
	var out []direction
	n := len(usable)
	for size := 1; size <= n && size <= maxSubsets; size++ {
		if n > maxSubsets && size > 2 || n > maxPairs && size > 1 {
			break
		}
		out = append(out, subsets(usable, size)...)
	}
	if n > maxSubsets || n < len(t.labels) && t.replaced() {
		out = append(out, all)
	}
	return out
}

// replaced reports whether each side has one size that the other has not.
func (t *symbols) replaced() bool {
	base, head := t.foreign()
	if len(base) != 1 || len(head) != 1 {
		return false
	}
	for _, numbers := range []map[string]int{t.base, t.head} {
		for identity, i := range numbers {
			if t.inBase[i] != t.inHead[i] && kind(identity) == "call " {
				return false
			}
		}
	}
	return true
}

// subsets returns the subsets of a size.
func subsets(of []int, size int) []direction {
	var out []direction
	switch size {
	case 1:
		for _, i := range of {
			out = append(out, direction{i: true})
		}
		return out
	case 2:
		for k, i := range of {
			for _, j := range of[k+1:] {
				out = append(out, direction{i: true, j: true})
			}
		}
		return out
	}
	for set := range uint(1) << len(of) {
		if bits.OnesCount(set) != size {
			continue
		}
		d := direction{}
		for k, i := range of {
			if set&(1<<k) != 0 {
				d[i] = true
			}
		}
		out = append(out, d)
	}
	return out
}
