// Package evidence holds what proves the rules: for each case of a rule a pair of Java methods that do the same work, one as
// the rule reports it and one repaired, and tables of what the two cost on a Java virtual machine. Package measure makes the
// tables; rules ask for the saving of a case in an execution mode.
//
// A pair is <RULE>/<Case>.java, a class of package <RULE> with three static methods: prepare(int n), which is not measured,
// and asWritten(int n) and repaired(int n), which return equal results. Tags in its first comment describe it:
//
//	@unit   what n counts: "iteration" (required)
//	@sizes  the values of n that are measured, ascending (required)
//	@terms  the functions of n that the cost is a sum of: "1 n" (default), "1 n n*n" or "n"
//	@rare   yes, where the methods run too seldom for a compiler: the mode is then that of the virtual machine
//	@typical the n of a saving in code whose n is unknown; 100 where it is absent
//	@repeat how often the loop runs, where n is another size; n where it is absent
//	@needs  a class that has to be on the class path: org.h2.Driver
//	@given  an environment variable that has to be set: ENERGYLINT_POSTGRES
//	@elsewhere yes, where static long elsewhere() returns the CPU time in nanoseconds that another process or thread spent for the pair
//
// Classes that several pairs need are in support.
//
// Two directories hold pairs that are of no rule: heldout, variations of the cases by which the tables are judged
// (@case names the case: EL2001/HashMap), and declined, advice of other linters that was measured instead of believed (@peers names
// who gives it, @decision what is made of it).
package evidence

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed EL*/*.java heldout/*.java declined/*.java *.tsv
var files embed.FS

//go:embed support/*.java
var support embed.FS

// Support returns the sources of the classes that pairs share, by their file names: "support/Items.java".
func Support() (map[string]string, error) {
	names, err := fs.Glob(support, "support/*.java")
	out := map[string]string{}
	for _, name := range names {
		text, readErr := support.ReadFile(name)
		out[name], err = string(text), errors.Join(err, readErr)
	}
	return out, err
}

// Mode is how a virtual machine executes code.
type Mode string

// The modes.
const (
	Interpreter Mode = "interpreter"
	C1          Mode = "c1"
	C2          Mode = "c2"
)

// Modes are the modes, slowest first.
var Modes = []Mode{Interpreter, C1, C2}

// Phrase names a mode for people.
func (m Mode) Phrase() string {
	switch m {
	case C1:
		return "compiled code, C1"
	case C2:
		return "compiled code, C2"
	}
	return "the interpreter"
}

// Names that stand for a rule in the keys of pairs that are of none.
const (
	HeldOut  = "heldout"
	Declined = "declined"
)

// Key names a pair.
type Key struct{ Rule, Case string }

func (k Key) String() string { return k.Rule + "/" + k.Case }

// Pair is a case of a rule as two Java methods.
type Pair struct {
	Key
	Summary   string // the first sentence of its comment
	Source    string
	Unit      string
	Sizes     []int
	Terms     Terms
	Typical   int // n in code whose n is unknown
	Repeat    int // iterations of the loop, 0 for n
	Rare      bool
	Needs     string // a class on the class path
	Given     string // an environment variable
	Elsewhere bool   // CPU time of another process or thread counts, too
	Of        Key    // of a pair that is held out: the case that it is a variation of
	Peers     string // of a declined one: who advises the repair
	Verdict   string // of a declined one: what follows from the measurement
	digest    string // once it is computed
}

// Digest identifies the code and the tags of a pair, with the classes of support that it imports and without the text of comments.
func (p *Pair) Digest() string {
	if p.digest != "" {
		return p.digest
	}
	code := p.Source
	if strings.Contains(p.Source, "import support.") {
		for _, m := range supportImport.FindAllStringSubmatch(p.Source, -1) {
			text, _ := support.ReadFile("support/" + m[1] + ".java") // where there is none, the pair does not compile
			code += string(text)
		}
	}
	code = withoutComments(code)
	sum := sha256.Sum256([]byte(fmt.Sprint(p.Unit, p.Sizes, p.Terms, p.Repeat, strings.Fields(code))))
	return hex.EncodeToString(sum[:6])
}

// Class is the binary name of the pair's class.
func (p *Pair) Class() string { return p.Rule + "." + p.Case }

var (
	supportImport = regexp.MustCompile(`(?m)^import support\.(\w+);$`)
	tag           = regexp.MustCompile(`(?m)^\s*\*\s*@(\w+)\s+(.*?)\s*(?:\*/)?$`)
)

// cutComment returns the first documentation comment of a source, and what is in front of it and behind it; without one, all of the
// source is in front.
func cutComment(source string) (comment, before, after string) {
	from := strings.Index(source, "/**")
	if from < 0 {
		return "", source, ""
	}
	length := strings.Index(source[from+len("/**"):], "*/")
	if length < 0 {
		return "", source, ""
	}
	to := from + len("/**") + length + len("*/")
	return source[from:to], source[:from], source[to:]
}

// withoutComments returns a source without its documentation comments.
func withoutComments(source string) string {
	var out strings.Builder
	for source != "" {
		_, before, after := cutComment(source)
		out.WriteString(before)
		source = after
	}
	return out.String()
}

// Pairs returns the pairs of all rules, by rule and case.
var Pairs = sync.OnceValues(func() ([]*Pair, error) {
	names, err := fs.Glob(files, "*/*.java")
	if err != nil {
		return nil, err
	}
	var out []*Pair
	var errs []error
	for _, name := range names {
		source, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		p, err := parsePair(name, string(source))
		if err != nil {
			errs = append(errs, fmt.Errorf("rules/evidence/%s: %w", name, err))
			continue
		}
		out = append(out, p)
	}
	return out, errors.Join(errs...)
})

// TypicalSize is Pair.Typical of a pair without @typical.
const TypicalSize = 100

// parsePair reads the tags of a pair.
func parsePair(name, source string) (*Pair, error) {
	p := &Pair{Key: Key{path.Dir(name), strings.TrimSuffix(path.Base(name), ".java")}, Source: source, Terms: termsLinear, Typical: TypicalSize}
	comment, _, _ := cutComment(source)
	p.Summary = summary(comment)
	if p.Summary == "" {
		return nil, errors.New("no comment describes the pair")
	}
	for _, m := range tag.FindAllStringSubmatch(comment, -1) {
		var err error
		switch m[1] {
		case "unit":
			p.Unit = m[2]
		case "terms":
			p.Terms, err = parseTerms(m[2])
		case "rare":
			p.Rare = m[2] == "yes"
		case "typical":
			p.Typical, err = positive(m[2])
		case "repeat":
			p.Repeat, err = positive(m[2])
		case "needs":
			p.Needs = m[2]
		case "given":
			p.Given = m[2]
		case "elsewhere":
			p.Elsewhere = m[2] == "yes"
		case "sizes":
			p.Sizes, err = sizes(m[2])
		case "case":
			p.Of.Rule, p.Of.Case, _ = strings.Cut(m[2], "/")
		case "peers":
			p.Peers = m[2]
		case "decision":
			p.Verdict = m[2]
		default:
			err = errors.New("there is no such tag")
		}
		if err != nil {
			return nil, fmt.Errorf("@%s %s: %w", m[1], m[2], err)
		}
	}
	switch {
	case p.Unit == "":
		return nil, errors.New("no @unit says what n counts")
	case len(p.Sizes) < len(p.Terms):
		return nil, fmt.Errorf("@sizes has %d values; a cost of %d terms needs as many", len(p.Sizes), len(p.Terms))
	case (p.Rule == HeldOut) != (p.Of.Case != ""):
		return nil, errors.New("@case names the case that a pair of heldout is a variation of, and belongs there")
	case (p.Rule == Declined) != (p.Peers != "" && p.Verdict != ""):
		return nil, errors.New("@peers and @decision describe a pair of declined, and belong there")
	case !strings.Contains(source, "package "+p.Rule+";"):
		return nil, fmt.Errorf("the class is not in package %s", p.Rule)
	}
	return p, nil
}

// summary is the first sentence of a comment.
func summary(comment string) string {
	var words []string
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(strings.Trim(strings.TrimSpace(line), "/*"))
		if strings.HasPrefix(line, "@") {
			break
		}
		words = append(words, strings.Fields(line)...)
	}
	text := strings.Join(words, " ")
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSuffix(text, ".")
}

func positive(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a positive number", text)
	}
	return n, nil
}

func sizes(text string) ([]int, error) {
	var out []int
	for _, f := range strings.Fields(text) {
		n, err := positive(f)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	if !slices.IsSorted(out) || len(slices.Compact(slices.Clone(out))) < len(out) {
		return nil, errors.New("sizes ascend")
	}
	return out, nil
}

// known holds the pairs that were looked up, by what names them.
var known sync.Map

// Lookup returns the pair of a case, nil where there is none. It reads no other pair.
func Lookup(k Key) *Pair {
	if p, ok := known.Load(k); ok {
		return p.(*Pair)
	}
	var p *Pair
	name := k.Rule + "/" + k.Case + ".java"
	if source, err := files.ReadFile(name); err == nil {
		if p, err = parsePair(name, string(source)); err != nil {
			p = nil // a test reads all pairs
		} else {
			p.digest = p.Digest()
		}
	}
	v, _ := known.LoadOrStore(k, p)
	return v.(*Pair)
}
