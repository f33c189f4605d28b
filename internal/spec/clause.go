package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/quantity"
)

// Kind is what a clause says.
type Kind uint8

// The kinds of clauses.
const (
	Requires     Kind = iota // requires P;  also pre
	EnergyClause             // energy E \confidence c if P;
	MeasuredBy               // measured_by E;
	Assume                   // assume P;
	LoopBound                // loop_bound E;
	Decreases                // decreases E;  also decreasing, loop_decreases
	Maintaining              // maintaining P;  also loop_invariant
	Also                     // between two specification cases; has no parts
)

// Clause is one clause of a specification.
type Clause struct {
	Kind       Kind
	Keyword    string // as written
	Text       string // what stands between the keyword and the semicolon
	Expr       Expr   // of energy, measured_by, loop_bound, decreases
	Confidence float64
	When       Predicate   // of energy
	Conjuncts  []Predicate // of requires, assume, maintaining
	Origin     Origin      // of the keyword
}

// keywords of this language, with JML's synonyms.
var keywords = map[string]Kind{
	"requires": Requires, "requires_redundantly": Requires, "pre": Requires, "pre_redundantly": Requires,
	"energy":      EnergyClause,
	"measured_by": MeasuredBy, "measured_by_redundantly": MeasuredBy,
	"assume": Assume, "assume_redundantly": Assume,
	"loop_bound": LoopBound,
	"decreases":  Decreases, "decreases_redundantly": Decreases, "decreasing": Decreases, "decreasing_redundantly": Decreases,
	"loop_decreases": Decreases,
	"maintaining":    Maintaining, "maintaining_redundantly": Maintaining, "loop_invariant": Maintaining,
	"loop_invariant_redundantly": Maintaining,
}

// hints are the keywords that a misspelled one is compared with.
var hints = []string{"requires", "energy", "measured_by", "loop_bound", "decreases", "decreasing", "maintaining", "loop_invariant"}

// jmlClauses are the clauses of JML that say nothing about energy: skipped up to their semicolon.
var jmlClauses = words(`ensures ensures_redundantly post post_redundantly signals signals_redundantly signals_only
	signals_only_redundantly exsures exsures_redundantly assignable assignable_redundantly assigns modifies
	modifies_redundantly modifiable modifiable_redundantly writes reads accessible accessible_redundantly callable
	callable_redundantly captures captures_redundantly diverges diverges_redundantly when when_redundantly
	working_space working_space_redundantly duration duration_redundantly invariant invariant_redundantly
	constraint constraint_redundantly initially axiom represents represents_redundantly in maps monitors_for
	readable writable set debug assert assert_redundantly unreachable hence_by hence_by_redundantly ghost model
	forall old for_example implies_that continues breaks returns choose choose_if or loop_modifies loop_writes
	loop_assigns loop_frame check show halt split havoc reachable use begin end inlined_loop import refine refining
	recommends recommends_else determines depends loop_determines block_contract return_behavior
	break_behavior continue_behavior`)

// jmlModifiers stand alone before a clause, a case or a declaration.
var jmlModifiers = words(`public private protected static final abstract synchronized native transient volatile strictfp
	default pure strictly_pure spec_pure heap_free no_state helper nullable non_null nullable_by_default non_null_by_default
	spec_public spec_protected instance monitored uninitialized extract code code_java_math code_safe_math
	code_bigint_math spec_java_math spec_safe_math spec_bigint_math query secret immutable peer rep readonly
	skipesc skiprac options inline function two_state no_two_state no_state non_null_elements skip_esc skip_rac
	behavior behaviour normal_behavior normal_behaviour exceptional_behavior exceptional_behaviour normal_example
	exceptional_example example also_case nonnull`)

// startsClause reports whether a word begins a clause or a case: behind a number it is no unit, what is missing is the semicolon.
func startsClause(word string) bool {
	_, ours := keywords[word]
	return ours || jmlClauses[word] || word == "also"
}

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// Fragment is one line of a JML comment without its markers. Clauses continue over successive fragments.
type Fragment struct {
	Text      string
	Line, Col int  // where Text starts, 1-based; columns count characters
	Keyed     bool // the comment has the key +ENERGY@: everything in it must be understood
}

// ParseClauses parses the clauses in successive comments of one file. Clauses of JML that say nothing about
// energy are skipped, and so is other text behind //@ unless its first word looks like a misspelled keyword. What is wrong in a
// clause of this language is a Problem at its place, and the clause is left out.
func ParseClauses(file string, fs []Fragment) ([]Clause, []Problem) {
	c := clauseParser{joined: join(file, fs)}
	c.toks = lex(c.text)
	c.run()
	return c.clauses, c.problems
}

// joined is the text of successive comments, and where each of its parts stands in the file.
type joined struct {
	file   string
	frags  []Fragment
	starts []int // offset of each fragment in text
	text   string
}

func join(file string, fs []Fragment) *joined {
	j := &joined{file: file, frags: fs}
	var b strings.Builder
	for _, f := range fs {
		j.starts = append(j.starts, b.Len())
		b.WriteString(f.Text)
		b.WriteByte('\n')
	}
	j.text = b.String()
	return j
}

func (j *joined) fragment(offset int) int {
	i, found := slices.BinarySearch(j.starts, offset)
	if !found {
		i--
	}
	return i
}

// origin converts an offset in the joined text to a place in the file.
func (j *joined) origin(offset int) Origin {
	i := j.fragment(offset)
	f := j.frags[i]
	n := min(offset-j.starts[i], len(f.Text))
	return Origin{File: j.file, Line: f.Line, Col: f.Col + utf8.RuneCountInString(f.Text[:n]), joined: j}
}

type clauseParser struct {
	parser
	*joined
	clauses  []Clause
	problems []Problem
}

func (c *clauseParser) problem(offset int, format string, args ...any) {
	c.problems = append(c.problems, Problem{c.origin(offset), fmt.Sprintf(format, args...)})
}

func (c *clauseParser) run() {
	for c.peek().kind != tokEOF {
		t := c.peek()
		kind, ours := keywords[t.text]
		switch {
		case t.is(";"):
			c.next()
		case t.kind != tokIdent:
			if t.is("{|") {
				c.problem(t.start, "nested specification cases {| |} are not supported: write the cases out with also")
				c.toEnd()
			} else {
				c.unknown(t)
			}
		case ours:
			c.clause(kind)
		case t.text == "also":
			c.next()
			c.clauses = append(c.clauses, Clause{Kind: Also, Keyword: t.text, Origin: c.origin(t.start)})
		case jmlModifiers[t.text]:
			c.next()
		case jmlClauses[t.text]:
			c.skip()
		default:
			c.unknown(t)
		}
	}
}

func (c *clauseParser) toEnd() { c.at = len(c.toks) - 1 }

// unknown deals with a word that starts no clause: a mistake under the energy key or near a keyword, and else a
// comment that only looks like JML, such as commented-out code. It ends with its line.
func (c *clauseParser) unknown(t token) {
	keyed := c.frags[c.fragment(t.start)].Keyed
	if t.kind == tokIdent && c.amountFollows() && nearest.Word(t.text, hints) == "" {
		c.problem(t.start, "unknown clause %q; did you mean \"energy\"?", t.text)
	} else if t.kind == tokIdent && (keyed || nearest.Word(t.text, hints) != "") {
		c.problem(t.start, "unknown clause %q%s", t.text, nearest.DidYouMean(t.text, hints))
	} else if keyed {
		c.problem(t.start, "expected a clause such as energy or requires, found %s", t.describe())
	}
	line := c.fragment(t.start)
	for c.peek().kind != tokEOF && c.fragment(c.peek().start) == line {
		if c.next().is(";") {
			return
		}
	}
}

// amountFollows reports whether an energy stands behind the next token.
func (c *clauseParser) amountFollows() bool {
	if c.at+2 >= len(c.toks) || c.toks[c.at+1].kind != tokNumber || c.toks[c.at+2].kind != tokIdent {
		return false
	}
	_, joule := quantity.Joule.Scale(c.toks[c.at+2].text)
	_, instruction := quantity.Instruction.Scale(c.toks[c.at+2].text)
	return joule == nil || instruction == nil
}

// skip goes behind the next semicolon outside brackets.
func (c *clauseParser) skip() {
	depth := 0
	for c.peek().kind != tokEOF {
		switch t := c.next(); {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.is(")") || t.is("]") || t.is("}"):
			depth--
			if depth <= 0 && t.is("}") {
				return
			}
		case t.is(";") && depth <= 0:
			return
		}
	}
}

// clause parses one clause of this language.
func (c *clauseParser) clause(kind Kind) {
	kw := c.next()
	cl := Clause{Kind: kind, Keyword: kw.text, Origin: c.origin(kw.start)}
	from := c.at
	if end := c.end(); end-from > maxTokens {
		c.problem(kw.start, "the clause is longer than %d symbols", maxTokens)
		c.at = end
		return
	}
	c.err, c.depth = nil, 0
	if n := c.amount("between "+kw.text+" and what it allows", examples[kind]+";"); c.err == nil {
		c.err = c.fill(&cl, n)
	}
	if c.err == nil {
		if t := c.peek(); !t.is(";") {
			// Without a semicolon the next clause would be swallowed: show where it is missing.
			text := clip(c.source(&node{first: from, last: c.at}))
			if t.kind == tokEOF || c.fragment(t.start) != c.fragment(kw.start) {
				c.err = errorAt(c.toks[c.at-1].end, `expected ";" behind "%s %s"`, kw.text, text)
			} else {
				c.err = errorAt(t.start, `expected %s after "%s", found %s`, c.continuation(cl), text, t.describe())
			}
		}
	}
	if c.err != nil {
		c.problem(c.err.Offset, "%s", c.err.Msg)
		c.recover(kw)
		return
	}
	cl.Text = c.source(&node{first: from, last: c.at})
	c.next()
	c.clauses = append(c.clauses, cl)
}

// amount parses an expression as a whole. Where a relation in front of it is what is wrong, the error says that nothing stands there: an expression
// may begin with "<", <init>: n.
func (p *parser) amount(where, example string) *node {
	t := p.peek()
	n := p.expression()
	if p.err != nil && p.err.Offset == t.start && slices.ContainsFunc(relations, t.is) {
		p.err = errorAt(t.start, "nothing stands %s: leave %q out, as in %s", where, t.text, example)
	}
	return n
}

// relations are what is written in front of an amount as if the keyword were a quantity: energy <= 5 mJ.
var relations = []string{"<=", "<", "=", "==", ":"}

// examples are what messages show for each kind of clause.
var examples = map[Kind]string{
	Requires: "requires n <= 100", EnergyClause: "energy 5 mJ", MeasuredBy: "measured_by n", Assume: "assume n <= 100",
	LoopBound: "loop_bound 16", Decreases: "decreases n - i", Maintaining: "maintaining 0 <= i",
}

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:20]) + "..." + string(r[len(r)-17:])
	}
	return s
}

func (c *clauseParser) continuation(cl Clause) string {
	if cl.Kind == EnergyClause && cl.When == nil {
		if cl.Confidence == 0 {
			return `an operator, "\confidence", "if" or ";"`
		}
		return `"if" or ";"`
	}
	return `an operator or ";"`
}

// end returns the index of the semicolon that ends the clause, or of the last token.
func (c *clauseParser) end() int {
	at := c.at
	c.skip()
	end := c.at
	c.at = at
	return end
}

// recover goes on behind the semicolon of a wrong clause, or at the next keyword that starts a line of a comment, in
// case the semicolon was what was missing.
func (c *clauseParser) recover(kw token) {
	for c.peek().kind != tokEOF {
		t := c.peek()
		if t.is(";") {
			c.next()
			return
		}
		if c.at > 0 && startsClause(t.text) && t.start != kw.start &&
			c.fragment(t.start) != c.fragment(c.toks[c.at-1].start) {
			return
		}
		c.next()
	}
}

// fill lowers the clause's first expression and parses the parts that follow it.
func (c *clauseParser) fill(cl *Clause, n *node) *Error {
	switch cl.Kind {
	case Requires, Assume, Maintaining:
		ps, err := c.conjuncts(n)
		cl.Conjuncts = ps
		return err
	}
	l := lowerer{p: &c.parser}
	cl.Expr = l.expr(n)
	if l.err != nil {
		return l.err
	}
	want := Count
	if cl.Kind == EnergyClause {
		want = Joule
		cl.Expr = asEnergy(cl.Expr)
	}
	if err := checkDim(cl.Expr, want); err != nil {
		return err
	}
	if cl.Kind == EnergyClause {
		if t := c.peek(); t.kind == tokBackslash {
			if t.text != `\confidence` {
				return errorAt(t.start, `expected "\confidence", "if" or ";", found %s`, t.describe())
			}
			c.next()
			v, err := ParseConfidence(c.peek().text)
			if t := c.peek(); err != nil {
				return errorAt(t.start, "expected a confidence between 0 and 1, as in 0.95, found %s", t.describe())
			}
			c.next()
			cl.Confidence = v
		}
	}
	// JML's measured_by may be conditional too; a bound that does not always hold is no bound.
	if t := c.peek(); t.kind == tokIdent && t.text == "if" {
		if cl.Kind != EnergyClause {
			return errorAt(t.start, "%s cannot have a condition", cl.Keyword)
		}
		c.next()
		m := c.expression()
		if c.err != nil {
			return c.err
		}
		cl.When = l.predicate(m)
		return l.err
	}
	return nil
}

// ParseConfidence parses a confidence: a number between 0 and 1, both excluded.
func ParseConfidence(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v > 0 && v < 1) {
		return 0, fmt.Errorf("a confidence lies between 0 and 1, as in 0.95, found %q", s)
	}
	return v, nil
}
