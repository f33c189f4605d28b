package mutants

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// A Case is a program in two versions, and what a comparison of them must find.
type Case struct {
	File       string // path of both versions in the directory of their sources
	Base, Head string // the sources; File may hold other classes on the two sides
	Answer     Answer
}

// An Answer is what is true of a pair. The answer of a refactoring has no changes: nothing of it is a regression.
type Answer struct {
	Seed    string // the kind of change
	Class   string // with dots
	Method  string
	Lambda  bool     // the method is a lambda in Method
	Changes []string // any of them is right
	Symbols []string // what may be named as growing
	Causes  []string // any of them is right
	Lines   []int    // any of them is right
}

// Regressions returns cases of seeded regressions, all kinds in turn.
func Regressions(n int, start uint64) ([]Case, error) {
	return cases(regressionSeeds, "regression", n, start)
}

// Refactorings returns cases of refactorings, all kinds in turn.
func Refactorings(n int, start uint64) ([]Case, error) {
	return cases(refactoringSeeds, "refactoring", n, start)
}

func cases(archive []byte, pkg string, n int, start uint64) ([]Case, error) {
	seeds, err := parseSeeds(archive)
	if err != nil {
		return nil, err
	}
	made := make([]Case, n)
	for i := range made {
		number := start + uint64(i)
		g := &generator{r: rand.New(rand.NewPCG(number, 14)), names: map[string]string{}, used: map[string]bool{}}
		made[i] = g.build(seeds[i%len(seeds)], pkg, fmt.Sprintf("C%d", number))
	}
	return made, nil
}

// A generator makes one case.
type generator struct {
	r      *rand.Rand
	names  map[string]string // what the templates' identifiers stand for
	used   map[string]bool
	static bool // the methods of the template are static
	base   strings.Builder
	head   strings.Builder
	line   int // last line of head
	causes []int
}

var (
	identifier = regexp.MustCompile(`\$\w+`)
	syllables  = []string{"ba", "ko", "ri", "te", "mu", "sa", "lo", "ne", "fi", "du", "va", "po"}
)

const imports = "import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n"

// build expands a template to a class, with callers of its method around it.
func (g *generator) build(s seed, pkg, class string) Case {
	g.static = g.r.IntN(2) == 0 && slices.ContainsFunc(s.lines, func(l seedLine) bool { return strings.Contains(l.text, "STATIC ") && strings.Contains(l.text, " $m(") })
	g.both("package " + pkg + ";")
	g.both("")
	for _, line := range strings.Split(strings.TrimSpace(imports), "\n") {
		g.both(line)
	}
	g.both("")
	opening, closing, owner, object := g.context(class)
	g.names["$C"] = object
	for _, line := range opening {
		g.both(line)
	}
	callers := g.callers(s, object)
	before := g.r.IntN(len(callers) + 1)
	for _, c := range callers[:before] {
		g.lines(c)
	}
	for _, l := range s.lines {
		g.expand(l)
	}
	for _, c := range callers[before:] {
		g.lines(c)
	}
	for _, line := range closing {
		g.both(line)
	}
	method, lambda := strings.CutPrefix(s.method, "lambda of ")
	answer := Answer{Seed: s.name, Class: pkg + "." + owner, Method: g.rename(method), Lambda: lambda, Changes: s.changes, Causes: s.causes, Lines: slices.Compact(g.causes)}
	for _, symbol := range s.symbols {
		answer.Symbols = append(answer.Symbols, g.rename(symbol))
	}
	return Case{File: pkg + "/" + class + ".java", Base: g.base.String(), Head: g.head.String(), Answer: answer}
}

// context is what the members stand in: the lines before and after them, the class's binary name, and an expression for an
// object of it.
func (g *generator) context(class string) (opening, closing []string, owner, object string) {
	switch g.r.IntN(4) {
	case 0:
		return []string{"class " + class + " {", "    static class Inner {"}, []string{"    }", "}"}, class + "$Inner", class + ".Inner"
	case 1:
		return []string{"enum " + class + " {", "    ONE;"}, []string{"}"}, class, class
	}
	return []string{"public class " + class + " {"}, []string{"}"}, class, class
}

// callers are methods that run the method of the template, one calling the next.
func (g *generator) callers(s seed, class string) []string {
	var callers []string
	callee := "$m"
	for range g.r.IntN(4) {
		name := fmt.Sprintf("$caller%d", len(callers))
		text := "STATIC void " + name + "(" + s.params + ") {\n    FILL\n    " + callee + "(" + arguments(s.params) + ");\n    FILL\n}"
		if g.r.IntN(4) == 0 && g.static {
			text = "static class $Other" + fmt.Sprint(len(callers)) + " {\n    void run(" + s.params + ") {\n        " + class + "." + callee + "(" + arguments(s.params) + ");\n    }\n}"
		} else {
			callee = name
		}
		callers = append(callers, text)
	}
	return callers
}

// arguments are the names of parameters.
func arguments(params string) string {
	var names []string
	for _, p := range strings.Split(params, ", ") {
		names = append(names, p[strings.LastIndexByte(p, ' ')+1:])
	}
	return strings.Join(names, ", ")
}

func (g *generator) lines(text string) {
	for _, line := range strings.Split("\n"+text, "\n") {
		g.expand(seedLine{base: true, head: true, text: line})
	}
}

func (g *generator) both(line string) { g.write(seedLine{base: true, head: true, text: line}) }

// expand writes a line of a template.
func (g *generator) expand(l seedLine) {
	text := strings.TrimLeft(l.text, " ")
	indent := l.text[:len(l.text)-len(text)]
	if text == "FILL" {
		for _, line := range g.fill() {
			l.text = indent + line
			g.write(l)
		}
		return
	}
	modifier := ""
	if g.static {
		modifier = "static "
	}
	l.text = strings.Replace(l.text, "STATIC ", modifier, 1)
	g.write(l)
}

func (g *generator) write(l seedLine) {
	text := g.rename(l.text) + "\n"
	if l.base {
		g.base.WriteString(text)
	}
	if l.head {
		g.head.WriteString(text)
		g.line++
		if l.cause {
			g.causes = append(g.causes, g.line)
		}
	}
}

// rename puts the case's identifiers for those of a template.
func (g *generator) rename(text string) string {
	return identifier.ReplaceAllStringFunc(text, func(name string) string {
		if g.names[name] == "" {
			g.names[name] = g.fresh(name[1:2] == strings.ToUpper(name[1:2]) && name[1] != '_')
		}
		return g.names[name]
	})
}

// fresh is an identifier that the case does not have.
func (g *generator) fresh(class bool) string {
	for {
		name := ""
		for range 2 + g.r.IntN(3) {
			name += syllables[g.r.IntN(len(syllables))]
		}
		if class {
			name = strings.ToUpper(name[:1]) + name[1:]
		}
		if !g.used[name] {
			g.used[name] = true
			return name
		}
	}
}

// fills are blocks of statements that cost little, and the same in both versions.
var fills = []string{
	"",
	"int # = K;\n# ^= # << 2;",
	"int # = K;\nfor (int #i = 0; #i < 6; #i++) {\n    # += #i * K;\n}",
	"int # = K;\nif (# % 3 == 1) {\n    # -= 7;\n} else {\n    # = -#;\n}",
	"long # = K;\nfor (int #i = 0; #i < 3; #i++) {\n    for (int #j = 0; #j < 3; #j++) {\n        # += #i ^ #j;\n    }\n}",
	"String # = \"abc\";\nint #l = #.length() + K;",
	"int[] # = new int[4];\n#[K & 3] = K;\n#[1] += #[2];",
	"double # = K;\n# = # * 0.5 + Math.abs(#);",
	"int # = K;\nswitch (# & 3) {\ncase 0:\n    # += 2;\n    break;\ncase 1:\n    # += 5;\n    break;\ndefault:\n    #--;\n}",
	"int # = K;\ntry {\n    # = 12 / #;\n} catch (ArithmeticException #e) {\n    # = 0;\n}",
	"Object # = new Object();\nboolean #b = # == null;",
	"int # = K;\nint #w = 0;\nwhile (#w < 5) {\n    # += #w;\n    #w++;\n}",
}

// fill is a random block of cheap statements.
func (g *generator) fill() []string {
	text := strings.ReplaceAll(fills[g.r.IntN(len(fills))], "#", g.fresh(false))
	for strings.Contains(text, "K") {
		text = strings.Replace(text, "K", fmt.Sprint(1+g.r.IntN(50)), 1)
	}
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
