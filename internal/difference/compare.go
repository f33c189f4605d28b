package difference

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/snapshot"
)

// compare classifies every pair.
func (c *comparison) compare() {
	for _, p := range c.pairs {
		switch {
		case p.base == nil:
			p.change = newChange(p, Added)
		case p.head == nil:
			p.change = newChange(p, Removed)
		case !c.sameCost(p):
			c.comparePair(p)
		}
	}
}

func newChange(p *pair, classes ...Class) *Change {
	ch := &Change{Classes: classes, Probability: result.Joules(math.NaN()), Share: result.Joules(math.NaN())}
	base, head := p.formulas()
	if p.base != nil {
		ch.Base = costOf(p.base, base)
	}
	if p.head != nil {
		ch.Head = costOf(p.head, head)
	}
	return ch
}

// formulas are those of both sides that can be compared: bounds, or means where a snapshot is of a version whose formulas were
// means. They have no mean_formula.
func (p *pair) formulas() (base, head string) {
	old := func(m *snapshot.Method) bool { return m != nil && m.Formula != "" && m.MeanFormula == "" }
	of := func(m *snapshot.Method) string {
		switch {
		case m == nil:
			return ""
		case old(p.base) || old(p.head):
			return cmp.Or(m.MeanFormula, m.Formula)
		}
		return m.Formula
	}
	return of(p.base), of(p.head)
}

func costOf(m *snapshot.Method, formula string) *Cost {
	x := &Cost{Status: m.Status, Formula: formula, MeanFormula: m.MeanFormula, Mean: m.Worst.Mean, Lower: m.Best.Lower, Upper: m.Worst.Upper}
	if !hasBound(m) {
		x.Formula = ""
	}
	if x.Formula == "" || x.Formula != m.Formula {
		x.MeanFormula = ""
	} else {
		x.Conditions = m.Conditions
	}
	return x
}

// sameCost reports whether nothing that is compared differs: the usual case, decided without looking at symbols.
func (c *comparison) sameCost(p *pair) bool {
	b, h := p.base, p.head
	base, head := p.formulas()
	if b.Status != h.Status || base != head || !sameNumber(b.Worst.Upper, h.Worst.Upper) || !sameNumber(b.Worst.Mean, h.Worst.Mean) || !slices.Equal(b.Budgets, h.Budgets) {
		return false
	}
	if !hasBound(b) && !slices.Equal(b.Reasons, h.Reasons) {
		return false
	}
	// Where the code is the same, so are the sizes that its formula names, though a size may be of several of one name.
	return base != "" && b.MeanFormula == h.MeanFormula && p.sameCode() || sameExpression(b.Expression, h.Expression) && sameExpression(&b.Own, &h.Own)
}

func sameNumber(a, b result.Joules) bool {
	return a == b || math.IsNaN(float64(a)) && math.IsNaN(float64(b))
}

func sameExpression(a, b *result.Expression) bool {
	if a == nil || b == nil {
		return a == b
	}
	return len(a.Terms) == len(b.Terms) && (len(a.Terms) == 0 || reflect.DeepEqual(a.Terms, b.Terms))
}

// hasBound reports whether the worst case of a method is a number or a formula.
func hasBound(m *snapshot.Method) bool {
	return m.Status != result.Unbounded && m.Status != result.Unknown && (m.Expression != nil || len(m.Path) > 0)
}

// comparePair compares the costs of a pair and the verdicts of its budgets.
func (c *comparison) comparePair(p *pair) {
	ch := newChange(p)
	switch b, h := hasBound(p.base), hasBound(p.head); {
	case b != h && ownUnbounded(p.base) != ownUnbounded(p.head) && p.sameCode() && c.namesDiffer(p):
		ch.Classes = append(ch.Classes, Incomparable)
		ch.Reason = otherNames
	case b && h:
		c.compareBounds(p, ch)
	case b:
		ch.Classes = append(ch.Classes, Unbounded)
		ch.Reason = noBound(p.head)
		p.trend = dearer
	case h:
		ch.Classes = append(ch.Classes, Bounded)
		ch.Reason = noBound(p.base)
		p.trend = cheaper
	default:
		c.compareUnknown(p, ch)
	}
	compareBudgets(p, ch)
	if len(ch.Classes) == 0 {
		return
	}
	slices.SortFunc(ch.Classes, func(a, b Class) int { return a.rank() - b.rank() })
	p.change = ch
}

// noBound says why a method has none.
func noBound(m *snapshot.Method) string {
	if len(m.Reasons) > 0 {
		return m.Reasons[0]
	}
	if len(m.Unpriced) > 0 {
		return "no price of " + external(m.Unpriced[0])
	}
	if m.Status != result.Unbounded && m.Status != result.Unknown {
		return "the counts are beyond what is computed exactly"
	}
	return "it could not be analysed"
}

// match returns how the symbols of both sides correspond, those of the own code included.
func (c *comparison) symbolsOf(p *pair) *symbols {
	if p.symbols == nil {
		k := correspondence{renamed: c.renamed, callee: c.calleeInHead, sameCode: p.sameCode(), own: p.head.Key()}
		if !c.sameDescriptor(p.base.Descriptor, p.head.Descriptor) {
			k.parameters = alignParameters(c.parameters(p.base.Descriptor), parameters(p.head.Descriptor))
		}
		k.library = func(member string) bool {
			_, inBase := c.base.index[member]
			_, inHead := c.head.index[member]
			return !inBase && !inHead
		}
		k.vanished = func(n named) bool { return !c.head.sizesOf()[c.renamed(p.base.Class)+" "+n.label] }
		k.appeared = func(n named) bool { return !c.base.sizesOf()[c.classBefore(p.head.Class)+" "+n.label] }
		p.symbols = matchSymbols(symbolsOf(p.base.CallSymbols, p.base.Expression, &p.base.Own), symbolsOf(p.head.CallSymbols, p.head.Expression, &p.head.Own), k)
	}
	return p.symbols
}

// sizesOf returns the names of the sizes in the methods of each class.
func (s *side) sizesOf() map[string]bool {
	if s.sizes == nil {
		s.sizes = map[string]bool{}
		for i := range s.methods {
			m := &s.methods[i]
			for _, n := range symbolsOf(nil, m.Expression, &m.Own) {
				s.sizes[m.Class+" "+n.label] = true
			}
		}
	}
	return s.sizes
}

// classBefore returns the name in base of a class of head.
func (c *comparison) classBefore(name string) string {
	if c.before == nil {
		c.before = map[string]string{}
		for b, h := range c.classes {
			c.before[h] = b
		}
	}
	if b, ok := c.before[name]; ok {
		return b
	}
	return name
}

// alignParameters returns where the parameters of base are in head, by the longest common subsequence of their types.
func alignParameters(base, head []string) map[string]string {
	out := map[string]string{}
	for _, at := range commonSubsequence(len(base), len(head), func(i, j int) bool { return base[i] == head[j] }) {
		out[fmt.Sprintf("p%d", at[0])] = fmt.Sprintf("p%d", at[1])
	}
	return out
}

// compareBounds compares two bounds: their growth, then their values.
func (c *comparison) compareBounds(p *pair, ch *Change) {
	b, h := p.base.Expression, p.head.Expression
	if b == nil || h == nil {
		b, h = pathCost(p.base), pathCost(p.head)
	}
	if b == nil || h == nil {
		ch.Classes = append(ch.Classes, Incomparable)
		ch.Reason = "one is a number, the other a formula that is beyond what is computed exactly"
		return
	}
	t := c.symbolsOf(p).only(b, h)
	grown, shrunk := compareGrowth(b, h, t)
	onlyBase, onlyHead := t.foreign()
	ch.Growth = slices.Concat(grown, shrunk)
	if len(ch.Growth) > 0 && p.sameCode() && (c.ownGrowth(p, dearer) || c.ownGrowth(p, cheaper)) && c.namesDiffer(p) {
		ch.Classes, ch.Reason, ch.Growth = append(ch.Classes, Incomparable), otherNames, nil
		return
	}
	switch {
	case len(grown) > 0:
		ch.Classes = append(ch.Classes, Grown)
		p.trend = dearer
	case len(shrunk) > 0:
		ch.Classes = append(ch.Classes, Shrunk)
		p.trend = cheaper
	case len(onlyBase) > 0 && len(onlyHead) > 0:
		ch.Classes = append(ch.Classes, Incomparable)
		ch.Reason = fmt.Sprintf("the formulas are over different sizes: %s in base, %s in head", list(onlyBase), list(onlyHead))
		return
	}
	if len(grown) > 0 {
		ch.Growth = grown
	}
	if len(onlyBase) > 0 && len(onlyHead) > 0 {
		return
	}
	if why := c.compareValues(p, ch, b, h, t); why != "" && len(ch.Classes) == 0 {
		ch.Classes = append(ch.Classes, Incomparable)
		ch.Reason = why
	}
	replacedSize(p, ch, t, shrunk)
	if upper, lower := float64(p.base.Worst.Upper), float64(p.head.Best.Lower); lower > upper {
		ch.Proved = true
	}
	if upper, lower := float64(p.head.Worst.Upper), float64(p.base.Best.Lower); lower > upper {
		ch.Proved = true
	}
}

// replacedSize takes back that a cost grows in a size that only one side has, if that side is the cheaper one wherever all
// sizes are the same: it has taken the place of another size, and the two cannot be compared.
func replacedSize(p *pair, ch *Change, t *symbols, shrunk []Growth) {
	class, foreign, cheaperSide := Grown, t.inBase, 1.0
	if !ch.Is(Grown) {
		class, foreign, cheaperSide = Shrunk, t.inHead, -1
	}
	if !ch.Is(class) || len(ch.Sizes) == 0 {
		return
	}
	for _, g := range ch.Growth {
		if !slices.ContainsFunc(g.In, func(label string) bool { i := slices.Index(t.labels, label); return i >= 0 && !foreign[i] }) {
			return
		}
	}
	for _, s := range ch.Sizes {
		if cheaperSide*float64(s.Mean) >= 0 {
			return
		}
	}
	ch.Classes = slices.DeleteFunc(ch.Classes, func(x Class) bool { return x == class })
	if class == Grown && len(shrunk) > 0 {
		ch.Classes, ch.Growth, p.trend = append(ch.Classes, Shrunk), shrunk, cheaper
		return
	}
	ch.Classes = append(ch.Classes, Incomparable)
	ch.Reason = "the formulas are over different sizes: " + list(ch.Growth[0].In) + " is in one of them only, and where all sizes are the same, that one is less"
	p.trend = even
}

// pathCost returns the counts of the critical path as an expression without sizes, nil where the worst case is no number.
func pathCost(m *snapshot.Method) *result.Expression {
	if len(m.Path) == 0 {
		return nil
	}
	return &result.Expression{Terms: []result.ExpressionTerm{{Counts: m.Path}}}
}

// only returns t with the symbols of two expressions alone.
func (t *symbols) only(base, head *result.Expression) *symbols {
	usedBase, usedHead := map[int]bool{}, map[int]bool{}
	for _, n := range symbolsOf(nil, base) {
		usedBase[t.base[n.identity]] = true
	}
	for _, n := range symbolsOf(nil, head) {
		usedHead[t.head[n.identity]] = true
	}
	out := &symbols{base: map[string]int{}, head: map[string]int{}}
	place := make([]int, len(t.labels))
	for i, label := range t.labels {
		place[i] = -1
		if usedBase[i] || usedHead[i] {
			place[i] = len(out.labels)
			out.labels = append(out.labels, label)
			// A symbol that both methods have, and one of the expressions has not, is no foreign one.
			out.inBase = append(out.inBase, usedBase[i] || t.inBase[i])
			out.inHead = append(out.inHead, usedHead[i] || t.inHead[i])
		}
	}
	for k, i := range t.base {
		if place[i] >= 0 {
			out.base[k] = place[i]
		}
	}
	for k, i := range t.head {
		if place[i] >= 0 {
			out.head[k] = place[i]
		}
	}
	return out
}

// maxReasons is how many reasons a snapshot has of a method at most: that one is missing says nothing where there are so
// many.
const maxReasons = 4

// compareUnknown compares methods of which neither has a bound: what is known of them is their own code. None is called
// better: what is not known of it may be worse.
func (c *comparison) compareUnknown(p *pair, ch *Change) {
	if len(p.base.Own.Terms) > 0 && len(p.head.Own.Terms) > 0 {
		t := c.symbolsOf(p).only(&p.base.Own, &p.head.Own)
		grown, _ := compareGrowth(&p.base.Own, &p.head.Own, t)
		onlyBase, onlyHead := t.foreign()
		if len(grown) > 0 && (len(onlyBase) == 0 || len(onlyHead) == 0) && c.loopsMore(p) {
			ch.Classes = append(ch.Classes, Grown)
			ch.Growth = grown
			ch.Reason = noBound(p.head)
			p.trend = dearer
			return
		}
	}
	if p.sameCode() || len(p.base.Reasons) >= maxReasons || len(p.head.Reasons) >= maxReasons {
		return
	}
	if gone, more := c.reasonsDiffer(p.base, p.head); gone != "" && more != "" {
		ch.Classes = append(ch.Classes, Incomparable)
		ch.Reason = fmt.Sprintf("neither has a bound: %s in base, %s in head", gone, more)
	}
}

// loopsMore reports whether head has a loop that base has not, one with another bound, or code in more loops.
func (c *comparison) loopsMore(p *pair) bool {
	if slices.ContainsFunc(c.pairLoops(p), func(l loopPair) bool {
		return l.base == nil || l.head != nil && l.base.Bound != l.head.Bound
	}) {
		return true
	}
	_, deeper, ok := changedLine(p.head, p.base)
	return ok && deeper
}

// ownUnbounded reports whether a loop of the own code has no bound.
func ownUnbounded(m *snapshot.Method) bool {
	return slices.ContainsFunc(m.Loops, func(l result.Loop) bool { return l.Status == result.Unbounded || l.Status == result.Unknown })
}

var lineNumbers = regexp.MustCompile(`\blines? [0-9]+(, [0-9]+)*( (and|or|to) [0-9]+)?|:[0-9]+`)

// identifiers are names of the program in a reason: with a dot, a dollar, a capital or a parenthesis.
var identifiers = regexp.MustCompile(`[\w$]*[.$][\w$.]*\w|\w*[A-Z]\w*|\w+\(`)

// sameCode reports whether the code of a pair is the same but for the name of its class.
func (p *pair) sameCode() bool { return p.base.Moved != "" && p.base.Moved == p.head.Moved }

// reasonsDiffer returns a reason that only base has, and one that only head has: lines and names do not count.
func (c *comparison) reasonsDiffer(base, head *snapshot.Method) (gone, more string) {
	strip := func(s string) string { return identifiers.ReplaceAllString(withoutLines(s), "x") }
	missing := func(from, in []string, rename func(string) string) string {
		for _, r := range from {
			if !slices.ContainsFunc(in, func(x string) bool { return strip(rename(x)) == strip(rename(r)) }) {
				return r
			}
		}
		return ""
	}
	return missing(base.Reasons, head.Reasons, c.renamed), missing(head.Reasons, base.Reasons, c.renamed)
}

// compareBudgets compares the verdicts of a pair. Budgets are the same by their text, then by their order.
func compareBudgets(p *pair, ch *Change) {
	if slices.Equal(p.base.Budgets, p.head.Budgets) {
		return
	}
	base, head := p.base.Budgets, p.head.Budgets
	takenBase, takenHead := make([]bool, len(base)), make([]bool, len(head))
	var pairs [][2]int
	for _, key := range []func(b snapshot.Budget) string{
		func(b snapshot.Budget) string { return b.Energy + "\x00" + b.Origin },
		func(b snapshot.Budget) string { return b.Energy },
		func(snapshot.Budget) string { return "any" },
	} {
		joinInOrder(len(base), len(head), func(i int) string {
			if takenBase[i] {
				return ""
			}
			return key(base[i])
		}, func(j int) string {
			if takenHead[j] {
				return ""
			}
			return key(head[j])
		}, func(i, j int) {
			takenBase[i], takenHead[j] = true, true
			pairs = append(pairs, [2]int{i, j})
		})
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return a[1] - b[1] })
	for _, x := range pairs {
		addVerdicts(ch, &base[x[0]], &head[x[1]])
	}
	for i := range base {
		if !takenBase[i] {
			addVerdicts(ch, &base[i], nil)
		}
	}
	for j := range head {
		if !takenHead[j] {
			addVerdicts(ch, nil, &head[j])
		}
	}
}

func addVerdicts(ch *Change, base, head *snapshot.Budget) {
	x := BudgetChange{}
	if base != nil {
		x.Energy, x.Base, x.Origin = base.Energy, base.Verdict, base.Origin
	}
	if head != nil {
		if base != nil && base.Energy != head.Energy {
			x.Was = base.Energy
		}
		x.Energy, x.Head, x.Origin = head.Energy, head.Verdict, head.Origin
	}
	b, h := proofRank(x.Base), proofRank(x.Head)
	switch {
	case b == h:
		return
	case b > h && !ch.Is(Lost):
		ch.Classes = append(ch.Classes, Lost)
	case b < h && !ch.Is(Gained):
		ch.Classes = append(ch.Classes, Gained)
	}
	ch.Budgets = append(ch.Budgets, x)
}

// proofRank orders verdicts by what they promise: of those that promise nothing none is above another.
func proofRank(verdict string) int {
	switch finding.Verdict(verdict) {
	case finding.Proved:
		return 2
	case finding.ProvedAssuming:
		return 1
	}
	return 0
}

// list writes names one after another, a few of them.
func list(names []string) string {
	const most = 3
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
