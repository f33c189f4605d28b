package difference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/snapshot"
)

// maxNesting bounds how deep lambdas and classes inside of methods are followed.
const maxNesting = 16

// matchEnclosed joins lambdas, and the methods of local and anonymous classes, whose enclosing methods are joined: their
// numbers change when one is put before them. The same code is the same; what is left goes by its order.
func (c *comparison) matchEnclosed() {
	enclosing := func(m *snapshot.Method) string { return m.Enclosing }
	for range maxNesting {
		base, head := c.base.single(enclosing), c.head.single(enclosing)
		joined := false
		for _, group := range sortedNames(base) {
			to, ok := c.enclosingInHead(group)
			if !ok || len(head[to]) == 0 {
				continue
			}
			lambdasBase, classesBase := c.base.split(base[group])
			lambdasHead, classesHead := c.head.split(head[to])
			joined = c.joinLambdas(lambdasBase, lambdasHead) || joined
			joined = c.joinLocalClasses(classesBase, classesHead) || joined
		}
		if !joined {
			return
		}
	}
}

// enclosingInHead returns the key that an enclosing method of base has in head. One without a name is the initializer of a
// class.
func (c *comparison) enclosingInHead(key string) (string, bool) {
	if p := c.base.of(key); p != nil {
		if p.head == nil {
			return "", false
		}
		return p.head.Key(), true
	}
	_, known := c.base.index[key]
	return c.renamed(key), !known
}

// split returns the lambdas among methods with one enclosing method, and the others by their class. Both are in the order
// of the source.
func (s *side) split(of []int) (lambdas []int, classes [][]int) {
	byClass := map[string][]int{}
	for _, i := range of {
		m := &s.methods[i]
		if strings.HasPrefix(m.Enclosing, m.Class+".") {
			lambdas = append(lambdas, i)
		} else {
			byClass[m.Class] = append(byClass[m.Class], i)
		}
	}
	inOrder := func(a, b int) int {
		x, y := &s.methods[a], &s.methods[b]
		return cmp.Or(cmp.Compare(x.Line, y.Line), compareNumbered(x.Name, y.Name), cmp.Compare(a, b))
	}
	slices.SortFunc(lambdas, inOrder)
	for _, name := range sortedNames(byClass) {
		classes = append(classes, byClass[name])
	}
	slices.SortStableFunc(classes, func(a, b []int) int { return compareNumbered(s.methods[a[0]].Class, s.methods[b[0]].Class) })
	return lambdas, classes
}

// compareNumbered orders names that a compiler numbers: Parser$9 is before Parser$10.
func compareNumbered(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// joinInOrder calls join with elements of equal keys, in their order. An empty key is equal to none.
func joinInOrder(n, m int, base, head func(i int) string, join func(i, j int)) {
	at := map[string][]int{}
	for j := range m {
		if k := head(j); k != "" {
			at[k] = append(at[k], j)
		}
	}
	for i := range n {
		if k := base(i); len(at[k]) > 0 {
			join(i, at[k][0])
			at[k] = at[k][1:]
		}
	}
}

// joinLambdas joins lambdas of one method: by their code, then by their descriptor, then by their order alone.
func (c *comparison) joinLambdas(base, head []int) bool {
	joined := false
	for _, key := range []func(m *snapshot.Method, ofBase bool) string{
		func(m *snapshot.Method, _ bool) string { return m.Moved },
		func(m *snapshot.Method, ofBase bool) string {
			if ofBase {
				return c.renamed(m.Descriptor)
			}
			return m.Descriptor
		},
		func(*snapshot.Method, bool) string { return "any" },
	} {
		joinInOrder(len(base), len(head), func(i int) string {
			if c.base.pair[base[i]] != nil {
				return ""
			}
			return key(&c.base.methods[base[i]], true)
		}, func(j int) string {
			if c.head.pair[head[j]] != nil {
				return ""
			}
			return key(&c.head.methods[head[j]], false)
		}, func(i, j int) {
			c.join(base[i], head[j])
			joined = true
		})
	}
	return joined
}

// joinMerged takes a lambda without a counterpart for another one with the same code in its class: compilers merge such
// lambdas where they write no debug information. The code of the enclosing method must be the same in both states.
func (s *side) joinMerged() {
	isLambda := func(m *snapshot.Method) bool { return m.Moved != "" && strings.HasPrefix(m.Enclosing, m.Class+".") }
	same := map[string]*pair{}
	for i := range s.methods {
		if m, p := &s.methods[i], s.pair[i]; p != nil && isLambda(m) && p.sameCode() {
			same[m.Class+"."+m.Descriptor+m.Moved] = p
		}
	}
	for i := range s.methods {
		m := &s.methods[i]
		if s.pair[i] != nil || !isLambda(m) {
			continue
		}
		if around := s.of(m.Enclosing); around != nil && around.sameCode() {
			s.pair[i] = same[m.Class+"."+m.Descriptor+m.Moved]
		}
	}
}

// joinLocalClasses joins classes that are declared in one method: by the code of their methods, and, if both sides
// have as many of them, by the names of these and by their order. Methods of joined classes are joined by name and descriptor.
func (c *comparison) joinLocalClasses(base, head [][]int) bool {
	takenBase, takenHead := make([]bool, len(base)), make([]bool, len(head))
	joined := false
	for pass, part := range []func(m *snapshot.Method) string{
		func(m *snapshot.Method) string { return m.Name + " " + m.Moved },
		func(m *snapshot.Method) string { return m.Name },
		func(*snapshot.Method) string { return "" },
	} {
		signature := func(s *side, of []int) string {
			var parts []string
			for _, i := range of {
				parts = append(parts, part(&s.methods[i]))
			}
			slices.Sort(parts)
			return strings.Join(slices.Compact(parts), "\n") + "\n"
		}
		left := map[string]int{} // numbers say nothing where one side has more
		for i := range base {
			if !takenBase[i] {
				left[signature(c.base, base[i])]++
			}
		}
		for j := range head {
			if !takenHead[j] {
				left[signature(c.head, head[j])]--
			}
		}
		joinInOrder(len(base), len(head), func(i int) string {
			if takenBase[i] || pass > 0 && left[signature(c.base, base[i])] != 0 {
				return ""
			}
			return signature(c.base, base[i])
		}, func(j int) string {
			if takenHead[j] {
				return ""
			}
			return signature(c.head, head[j])
		}, func(i, j int) {
			takenBase[i], takenHead[j], joined = true, true, true
			c.joinClass(base[i], head[j])
		})
	}
	return joined
}

// joinClass joins the methods of two classes by name and descriptor, then by name.
func (c *comparison) joinClass(base, head []int) {
	from, to := c.base.methods[base[0]].Class, c.head.methods[head[0]].Class
	if from != to {
		c.classes[from] = to
	}
	for _, i := range base {
		m := &c.base.methods[i]
		if j, ok := c.head.index[to+"."+m.Name+c.renamed(m.Descriptor)]; ok {
			c.join(i, j)
		}
	}
	for _, i := range base {
		for _, j := range head {
			if c.base.methods[i].Name == c.head.methods[j].Name {
				c.join(i, j)
			}
		}
	}
}

// renamed returns a text of base with the names that its classes have in head.
func (c *comparison) renamed(s string) string {
	if len(c.classes) == 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		end := strings.IndexAny(s, ".;:()[<>@ ,*\"")
		if end < 0 {
			end = len(s)
		}
		b.WriteString(c.renamedWord(s[:end]))
		if end < len(s) {
			b.WriteByte(s[end])
			end++
		}
		s = s[end:]
	}
	return b.String()
}

// renamedWord renames a class, or a class at the end of descriptors of primitive types: ILa/B.
func (c *comparison) renamedWord(w string) string {
	if to, ok := c.classes[w]; ok {
		return to
	}
	for i := 0; i < len(w); i++ {
		if w[i] == 'L' {
			if to, ok := c.classes[w[i+1:]]; ok {
				return w[:i+1] + to
			}
			break
		}
		if strings.IndexByte("BCDFIJSZ", w[i]) < 0 {
			break
		}
	}
	return w
}
