package difference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/snapshot"
)

// match finds the counterpart of every method: by its key; by the nearest descriptor; for lambdas and classes inside of
// methods, by the method around them; and for what was moved or renamed, by its code and then by what it calls.
func (c *comparison) match() {
	for i := range c.head.methods {
		h := &c.head.methods[i]
		if h.Enclosing != "" {
			continue
		}
		if j, ok := c.base.index[h.Key()]; ok && c.base.methods[j].Enclosing == "" && !(isAccessor(h) && h.Moved != c.base.methods[j].Moved) {
			c.join(j, i)
		}
	}
	c.matchAccessors()
	c.matchDescriptors()
	c.matchEnclosed()
	c.matchClasses()
	c.matchDescriptors() // of methods whose classes have another name
	c.matchMembers()
	c.matchBodies()
	c.matchEnclosed() // of what was moved
	c.matchCallees()
	c.matchEnclosed()
	c.base.joinMerged()
	c.head.joinMerged()
	for i := range c.head.methods {
		if c.head.pair[i] == nil {
			c.head.pair[i] = &pair{head: &c.head.methods[i]}
		}
		if c.head.pair[i].head == &c.head.methods[i] { // not merged into another one
			c.pairs = append(c.pairs, c.head.pair[i])
		}
	}
	for i := range c.base.methods {
		if c.base.pair[i] == nil {
			c.base.pair[i] = &pair{base: &c.base.methods[i]}
			c.pairs = append(c.pairs, c.base.pair[i])
		}
	}
}

// isAccessor reports whether a compiler made the method for access from other classes of the nest, with a number that says
// nothing.
func isAccessor(m *snapshot.Method) bool { return strings.HasPrefix(m.Name, "access$") }

// matchAccessors joins accessors of one class with the same code.
func (c *comparison) matchAccessors() {
	key := func(m *snapshot.Method) string {
		if !isAccessor(m) || m.Moved == "" {
			return ""
		}
		return m.Class + " " + m.Moved
	}
	base, head := c.base.single(key), c.head.single(key)
	for _, k := range sortedKeys(base, head) {
		for i := range min(len(base[k]), len(head[k])) {
			c.join(base[k][i], head[k][i])
		}
	}
}

// isInitializer reports whether a method is one of every class, so that its code says little of its class.
func isInitializer(m *snapshot.Method) bool { return m.Name == "<init>" || m.Name == "<clinit>" }

// join makes two methods a pair, unless one of them is in one.
func (c *comparison) join(base, head int) {
	if c.base.pair[base] != nil || c.head.pair[head] != nil {
		return
	}
	p := &pair{base: &c.base.methods[base], head: &c.head.methods[head]}
	c.base.pair[base], c.head.pair[head] = p, p
}

// single returns the methods of a side without a counterpart for which wanted holds, grouped by key, in their order.
func (s *side) single(key func(m *snapshot.Method) string) map[string][]int {
	out := map[string][]int{}
	for i := range s.methods {
		if s.pair[i] != nil {
			continue
		}
		if k := key(&s.methods[i]); k != "" {
			out[k] = append(out[k], i)
		}
	}
	return out
}

// sortedKeys returns the keys that both maps have, sorted.
func sortedKeys(a, b map[string][]int) []string {
	var out []string
	for k := range a {
		if len(b[k]) > 0 {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// maxGroup is how many methods of a group are compared each with each. Larger groups are joined in their order.
const maxGroup = 64

// candidate is two methods that may be the same: the lower the distance, the more likely.
type candidate struct {
	base, head int
	distance   float64
}

// joinBest joins the candidates, the nearest first.
func (c *comparison) joinBest(cs []candidate) {
	slices.SortFunc(cs, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.head, b.head), cmp.Compare(a.base, b.base))
	})
	for _, x := range cs {
		c.join(x.base, x.head)
	}
}

// matchDescriptors joins methods of one class and name: those with the nearest descriptors first.
func (c *comparison) matchDescriptors() {
	key := func(m *snapshot.Method) string {
		if m.Enclosing != "" || isAccessor(m) {
			return ""
		}
		return m.Class + "." + m.Name
	}
	base := c.base.single(func(m *snapshot.Method) string {
		if k := key(m); k != "" {
			return c.renamed(m.Class) + "." + m.Name
		}
		return ""
	})
	head := c.head.single(key)
	for _, k := range sortedKeys(base, head) {
		c.joinGroup(base[k], head[k], func(b, h *snapshot.Method) float64 {
			d := float64(editDistance(c.parameters(b.Descriptor), parameters(h.Descriptor)))
			if !c.sameDescriptor(b.Descriptor, h.Descriptor) {
				d += 0.5 // the result, too
			}
			if b.Moved == h.Moved {
				d /= 4
			}
			return d
		})
	}
}

// joinGroup joins methods of one group by their distance, a negative one never.
func (c *comparison) joinGroup(base, head []int, distance func(b, h *snapshot.Method) float64) {
	if len(base) > maxGroup || len(head) > maxGroup {
		for i := range min(len(base), len(head)) {
			c.join(base[i], head[i])
		}
		return
	}
	var all []candidate
	for _, i := range base {
		for _, j := range head {
			if d := distance(&c.base.methods[i], &c.head.methods[j]); d >= 0 {
				all = append(all, candidate{i, j, d})
			}
		}
	}
	c.joinBest(all)
}

func (c *comparison) sameDescriptor(base, head string) bool { return c.renamed(base) == head }

// parameters returns the types of the parameters of a method of base, with the names that classes have in head.
func (c *comparison) parameters(desc string) []string { return parameters(c.renamed(desc)) }

func parameters(desc string) []string {
	var out []string
	classfile.EachParam(desc, func(t string) { out = append(out, t) })
	return out
}

// editDistance is the number of elements to insert, delete or replace.
func editDistance(a, b []string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			least := diagonal
			if a[i] != b[j] {
				least = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], least
		}
	}
	return row[len(b)]
}

// leastInstructions is how many instructions a method without loops executes, or else calls, to be recognized elsewhere.
const leastInstructions = 12

// isSmall reports whether the code of a method is so little that others have the same by chance.
func isSmall(m *snapshot.Method) bool {
	most := m.Instructions.Own.Max
	return len(m.Loops) == 0 && most != nil && *most < leastInstructions
}

// samePackage reports whether two methods are in one package.
func (c *comparison) samePackage(base, head int) bool {
	return packageOf(c.renamed(c.base.methods[base].Class)) == packageOf(c.head.methods[head].Class)
}

// matchBodies joins methods whose code only one method of each side has. Small ones are joined in one package only.
func (c *comparison) matchBodies() {
	key := func(m *snapshot.Method) string {
		if isInitializer(m) {
			return ""
		}
		return m.Moved
	}
	base, head := c.base.single(key), c.head.single(key)
	for _, k := range sortedKeys(base, head) {
		if len(base[k]) == 1 && len(head[k]) == 1 && (!isSmall(&c.head.methods[head[k][0]]) || c.samePackage(base[k][0], head[k][0])) {
			c.join(base[k][0], head[k][0])
		}
	}
}

// What matchCallees asks of two methods, and how many it compares.
const (
	leastCallees    = 2 // of the program: what a method calls of libraries, others call, too
	leastSimilarity = 0.8
	maxCandidates   = 100_000
	maxCallers      = 50 // a callee with more of them says nothing
)

// matchCallees joins methods that call nearly the same methods, the most similar first. What is compared shares a callee
// that few others have.
func (c *comparison) matchCallees() {
	base := map[int][]string{}
	callers := map[string][]int{}
	for i := range c.base.methods {
		if c.base.pair[i] != nil || isInitializer(&c.base.methods[i]) {
			continue
		}
		callees := c.callees(&c.base.methods[i], true)
		if len(callees) < leastCallees {
			continue
		}
		base[i] = callees
		for _, k := range callees {
			callers[k] = append(callers[k], i)
		}
	}
	var all []candidate
	for j := range c.head.methods {
		if c.head.pair[j] != nil || len(all) > maxCandidates || isInitializer(&c.head.methods[j]) {
			continue
		}
		callees := c.callees(&c.head.methods[j], false)
		if len(callees) < leastCallees {
			continue
		}
		seen := map[int]bool{}
		for _, k := range callees {
			if len(callers[k]) > maxCallers {
				continue
			}
			for _, i := range callers[k] {
				if seen[i] {
					continue
				}
				seen[i] = true
				if s := similarity(base[i], callees); s >= leastSimilarity && c.ownCallees(j, base[i]) >= leastCallees {
					all = append(all, candidate{i, j, 1 - s})
				}
			}
		}
	}
	c.joinBest(all)
}

// ownCallees returns how many methods of the program a method of head calls that are among the sorted callees.
func (c *comparison) ownCallees(head int, callees []string) int {
	found := map[string]bool{}
	m := &c.head.methods[head]
	for i := range m.Calls {
		if x := &m.Calls[i]; len(x.Targets) > 0 && x.Callee != m.Key() {
			if _, ok := slices.BinarySearch(callees, x.Callee); ok {
				found[x.Callee] = true
			}
		}
	}
	return len(found)
}

// callees returns what a method calls, sorted, under the names that it has in head. A method that calls itself is told from
// others by that only.
func (c *comparison) callees(m *snapshot.Method, ofBase bool) []string {
	var out []string
	own := m.Key()
	for i := range m.Calls {
		name := m.Calls[i].Callee
		switch {
		case name == own:
			name = "itself"
		case ofBase:
			name = c.calleeInHead(name)
		}
		out = append(out, name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// calleeInHead returns the name that a method of base has in head.
func (c *comparison) calleeInHead(name string) string {
	if p := c.base.of(name); p != nil && p.head != nil {
		return p.head.Key()
	}
	return c.renamed(name)
}

// similarity is the share of the elements of two sorted lists that both have (Dice 1945).
func similarity(a, b []string) float64 {
	shared := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch cmp.Compare(a[i], b[j]) {
		case -1:
			i++
		case 1:
			j++
		default:
			shared++
			i++
			j++
		}
	}
	return 2 * float64(shared) / float64(len(a)+len(b))
}
