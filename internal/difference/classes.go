package difference

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/snapshot"
)

// classPair is a class of base and one of head that may be the same under another name.
type classPair struct {
	base, head string
	score      float64
}

// What two classes must have in common to be compared, and to be the same. A signature that many classes have finds none.
const (
	leastSignatures = 0.5
	leastCode       = 0.5
	maxOwners       = 40
)

// matchClasses finds classes that were renamed or moved: one that only base has and one that only head has, with the same
// methods by name and form, and with the same simple name or mostly the same code. Their methods are joined by name and
// descriptor, and the new name counts in what refers to the class.
func (c *comparison) matchClasses() {
	base, head := classesOf(c.base), classesOf(c.head)
	lone := func(all, other map[string]*class) map[string]*class {
		out := map[string]*class{}
		for name, x := range all {
			if other[name] == nil && len(x.signatures) > 0 {
				out[name] = x
			}
		}
		return out
	}
	pairs := candidates(lone(base, head), lone(head, base))
	slices.SortFunc(pairs, func(a, b classPair) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.base, b.base), cmp.Compare(a.head, b.head))
	})
	taken := map[string]bool{}
	var found []classPair
	for _, x := range pairs {
		if c.classes[x.base] == "" && !taken[x.head] {
			c.classes[x.base], taken[x.head] = x.head, true
			found = append(found, x)
		}
	}
	for _, x := range found { // the names in descriptors are all known now
		for _, i := range base[x.base].methods {
			m := &c.base.methods[i]
			if j, ok := c.head.index[x.head+"."+m.Name+c.renamed(m.Descriptor)]; ok && m.Enclosing == "" {
				c.join(i, j)
			}
		}
	}
}

// class is what a class is recognized by.
type class struct {
	methods    []int
	signatures map[string]bool // names and forms of methods
	bodies     map[string]bool
	lines      map[int]bool    // digests of lines
	forms      map[string]bool // names of methods with the form of their code
}

// classesOf returns the classes of a side.
func classesOf(s *side) map[string]*class {
	out := map[string]*class{}
	for i := range s.methods {
		m := &s.methods[i]
		x := out[m.Class]
		if x == nil {
			x = &class{signatures: map[string]bool{}, bodies: map[string]bool{}, lines: map[int]bool{}, forms: map[string]bool{}}
			out[m.Class] = x
		}
		x.methods = append(x.methods, i)
		if m.Enclosing != "" {
			continue
		}
		x.signatures[signature(m)] = true
		if m.Moved != "" {
			x.bodies[m.Name+"\x00"+m.Moved] = true
		}
		for _, l := range m.Lines {
			x.lines[l.Digest] = true
		}
		if f := form(m); f != "" {
			x.forms[m.Name+" "+f] = true
		}
	}
	return out
}

// signature is the name of a method with its descriptor, without the names of classes.
func signature(m *snapshot.Method) string {
	var b strings.Builder
	b.WriteString(m.Name)
	name := false
	for _, r := range m.Descriptor {
		switch {
		case r == ';':
			name = false
		case !name:
			b.WriteRune(r)
			name = r == 'L'
		}
	}
	return b.String()
}

// candidates returns the pairs of classes that may be the same.
func candidates(base, head map[string]*class) []classPair {
	owners := map[string][]string{}
	for _, name := range sortedNames(head) {
		keys := sortedNames(head[name].signatures)
		for _, k := range append(keys, "class "+simpleName(name)) {
			owners[k] = append(owners[k], name)
		}
		for _, k := range keys {
			owners[packageOf(name)+" "+k] = append(owners[packageOf(name)+" "+k], name)
		}
		for k := range head[name].bodies {
			owners[k] = append(owners[k], name)
		}
	}
	var out []classPair
	for _, name := range sortedNames(base) {
		b := base[name]
		seen := map[string]bool{}
		try := func(key string) {
			if len(owners[key]) > maxOwners || len(out) > maxCandidates {
				return
			}
			for _, to := range owners[key] {
				if seen[to] {
					continue
				}
				seen[to] = true
				if score, ok := likeness(b, head[to], sameNames(name, to)); ok {
					out = append(out, classPair{name, to, score})
				}
			}
		}
		try("class " + simpleName(name))
		for _, k := range sortedNames(b.signatures) {
			try(k)
			try(packageOf(name) + " " + k)
		}
		for _, k := range sortedNames(b.bodies) {
			try(k)
		}
	}
	return out
}

// likeness scores two classes whose names are so much alike; ok is false where they are not the same.
func likeness(b, h *class, names float64) (score float64, ok bool) {
	signatures := dice(b.signatures, h.signatures)
	if signatures < leastSignatures {
		return 0, false
	}
	code := max(dice(b.bodies, h.bodies), dice(b.lines, h.lines), dice(b.forms, h.forms))
	return signatures + code + names, names >= leastName || code >= leastCode
}

// leastName is the share of a class's name that must stay where its code says nothing.
const leastName = 0.5

// sameNames returns how much two classes share of their names: 1 is the same simple name, less is a part of it in one
// package.
func sameNames(a, b string) float64 {
	x, y := simpleName(a), simpleName(b)
	if x == y {
		return 1
	}
	if packageOf(a) != packageOf(b) {
		return 0
	}
	start, end := 0, 0
	for start < min(len(x), len(y)) && x[start] == y[start] {
		start++
	}
	for end < min(len(x), len(y))-start && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	return float64(start+end) / float64(max(len(x), len(y)))
}

func packageOf(class string) string { return class[:strings.LastIndexByte(class, '/')+1] }

// dice is the share of the elements of two sets that both have (Dice 1945).
func dice[K comparable](a, b map[K]bool) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	shared := 0
	for k := range a {
		if b[k] {
			shared++
		}
	}
	return 2 * float64(shared) / float64(len(a)+len(b))
}

func simpleName(class string) string { return class[strings.LastIndexByte(class, '/')+1:] }

func sortedNames[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// leastLines is the share of the lines that two methods of a class must have in common to be the same under another name.
const leastLines = 0.6

// matchMembers joins methods of a class that have another name: with the same parameters and result, by their code; by most
// of its lines; and then, if as many are left of both, in their order where their code has the same form, as when all names in
// it are others.
func (c *comparison) matchMembers() {
	group := func(ofBase bool) func(m *snapshot.Method) string {
		return func(m *snapshot.Method) string {
			if m.Enclosing != "" || isInitializer(m) || isAccessor(m) {
				return ""
			}
			if ofBase {
				return c.renamed(m.Class) + c.renamed(m.Descriptor)
			}
			return m.Class + m.Descriptor
		}
	}
	base, head := c.base.single(group(true)), c.head.single(group(false))
	left := map[string]int{} // methods of a class that base has and head has not
	count := func(groups map[string][]int, s *side, n int) {
		for _, of := range groups {
			for _, i := range of {
				name := s.methods[i].Class
				if s == c.base {
					name = c.renamed(name)
				}
				left[name] += n
			}
		}
	}
	count(base, c.base, 1)
	count(head, c.head, -1)
	for _, k := range sortedKeys(base, head) {
		c.joinGroup(base[k], head[k], func(b, h *snapshot.Method) float64 {
			if b.Moved == h.Moved {
				return 0
			}
			if s := dice(lineDigests(b), lineDigests(h)); s >= leastLines {
				return 1 - s
			}
			return -1
		})
		if left[c.head.methods[head[k][0]].Class] != 0 { // not all are renamed
			continue
		}
		joinInOrder(len(base[k]), len(head[k]), func(i int) string {
			if c.base.pair[base[k][i]] != nil {
				return ""
			}
			return form(&c.base.methods[base[k][i]])
		}, func(j int) string {
			if c.head.pair[head[k][j]] != nil {
				return ""
			}
			return form(&c.head.methods[head[k][j]])
		}, func(i, j int) { c.join(base[k][i], head[k][j]) })
	}
}

func lineDigests(m *snapshot.Method) map[int]bool {
	out := make(map[int]bool, len(m.Lines))
	for _, l := range m.Lines {
		out[l.Digest] = true
	}
	return out
}

// form describes the code of a method without names: its lines with their loops, calls and instructions. It is empty where
// nothing is known of the lines.
func form(m *snapshot.Method) string {
	if len(m.Lines) == 0 {
		return ""
	}
	var b strings.Builder
	for i, l := range m.Lines {
		if i == 0 {
			l.Step = 0
		}
		fmt.Fprintf(&b, "%d.%d ", l.Step, l.Depth)
	}
	own := m.Instructions.Own
	fmt.Fprintf(&b, "%d calls, %d", len(m.Calls), own.Min)
	if own.Max != nil {
		fmt.Fprintf(&b, " to %d", *own.Max)
	}
	for _, x := range m.Calls {
		fmt.Fprintf(&b, " %d", x.Depth)
	}
	return b.String()
}
