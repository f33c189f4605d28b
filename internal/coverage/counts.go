package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
)

// counts are the numbers of one program.
type counts struct {
	program
	loops, methods map[result.Status]int
	calls          result.Calls
	reasons        map[string]int
	examplesOf     map[string][]string
	unpriced       unpriced
}

func newCounts(p program) *counts {
	return &counts{program: p, loops: map[result.Status]int{}, methods: map[result.Status]int{}, reasons: map[string]int{}, examplesOf: map[string][]string{}, unpriced: newUnpriced()}
}

// method is the part of a method in the JSON that is counted.
type method struct {
	Class, Name, Descriptor string
	Line                    int
	Status                  result.Status
	Loops                   []result.Loop
	Calls                   result.Calls
	Unpriced, Reasons       []string
	CallSymbols             []result.CallSymbol `json:"call_symbols"`
}

// read counts the methods of a report of the methods command.
func (c *counts) read(r io.Reader) error {
	if err := eachMethod(r, c.add); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}

// eachMethod calls f with the methods of a report of the methods command, one at a time: those of a large program need a
// lot of memory together.
func eachMethod(r io.Reader, f func(*method)) error {
	d := json.NewDecoder(r)
	for name := json.Token(nil); ; {
		t, err := d.Token()
		if err != nil {
			return fmt.Errorf("no methods in the report: %w", err)
		}
		if name == "methods" && t == json.Delim('[') { // a number of methods has the same name
			break
		}
		name = t
	}
	for d.More() {
		var m method
		if err := d.Decode(&m); err != nil {
			return err
		}
		f(&m)
	}
	_, err := io.Copy(io.Discard, io.MultiReader(d.Buffered(), r))
	return err
}

func (c *counts) add(m *method) {
	c.methods[m.Status]++
	c.unpriced.add(m.Unpriced, m.Reasons)
	c.calls.Analysed += m.Calls.Analysed
	c.calls.Modelled += m.Calls.Modelled
	c.calls.Symbolic += m.Calls.Symbolic
	c.calls.Incomplete += m.Calls.Incomplete
	c.calls.Unbounded += m.Calls.Unbounded
	c.calls.Unpriced += m.Calls.Unpriced
	for _, l := range m.Loops {
		c.loops[l.Status]++
		if l.Status == result.Unbounded {
			r := normalise(l.Reason)
			c.reasons[r]++
			c.examplesOf[r] = append(c.examplesOf[r], fmt.Sprintf("%s.%s%s, line %d: %s", m.Class, m.Name, m.Descriptor, l.Line, l.Reason))
		}
	}
}

func total(m map[result.Status]int) int {
	n := 0
	for _, k := range m {
		n += k
	}
	return n
}

// known is the number of loops with a number or a formula that nobody had to assume.
func (c *counts) known() int {
	return c.loops[result.Exact] + c.loops[result.Bounded] + c.loops[result.Parametric]
}

func (c *counts) share() float64 { return share(c.known(), total(c.loops)) }

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// ranked returns the most frequent reasons.
func (c *counts) ranked(most int) []string {
	var rs []string
	for r := range c.reasons {
		rs = append(rs, r)
	}
	slices.SortFunc(rs, func(a, b string) int {
		return cmp.Or(cmp.Compare(c.reasons[b], c.reasons[a]), strings.Compare(a, b))
	})
	return rs[:min(most, len(rs))]
}

// examples lists reasons with three loops of each, spread over the program.
func (c *counts) examples(most int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d loops, %.1f%% with a number or a formula\n", c.name, total(c.loops), 100*c.share())
	for _, r := range c.ranked(most) {
		fmt.Fprintf(&b, "\n%5d  %s\n", c.reasons[r], r)
		ex := c.examplesOf[r]
		for i := range min(3, len(ex)) {
			fmt.Fprintf(&b, "       %s\n", ex[i*len(ex)/min(3, len(ex))])
		}
	}
	return b.String()
}

// general are the parts of a reason that name things of one program. What they are replaced by says what was there.
var general = []struct {
	re   *regexp.Regexp
	text string
}{
	{regexp.MustCompile(`^the loop at (line|offset) \d+: `), ""},
	{regexp.MustCompile(`\bany of the exit tests at .*`), "the exit test"},
	{regexp.MustCompile(`^(code that )?(line|offset) \d+ (adds|runs may add) to .+? while`), "${1}a line $3 to x while"},
	{regexp.MustCompile(`^(\w+\(\)) at line \d+ may add to .+? while`), "a call may add to x while"},
	{regexp.MustCompile(`^the lambda at line \d+ may add to .+? while`), "a lambda may add to x while"},
	{regexp.MustCompile(`,? ?\(?at (line|offset) \d+\)?`), ""},
	{regexp.MustCompile(`\bcompares .+? with null`), "compares x with null"},
	{regexp.MustCompile(`\bcompares the references .+?, not`), "compares the references x and y, not"},
	{regexp.MustCompile(`^neither (.+) nor (.+?) changes`), "neither x nor y changes"},
	{regexp.MustCompile(`\bthe result of (.+\.)?(\w+\(\)),`), "the result of $2,"},
	{regexp.MustCompile(`\bdepends on the field \S+,`), "depends on a field,"},
	{regexp.MustCompile(`\bdepends on .+\[\.\.\.\],`), "depends on an element of an array,"},
	{regexp.MustCompile(`\bdepends on (the value computed|a value|[^ ]+), which`), "depends on x, which"},
	{regexp.MustCompile(`\bonly where .+ equals a value`), "only where x equals a value"},
	{regexp.MustCompile(`\bthe initial value of .+? is not known`), "the initial value of x is not known"},
	{regexp.MustCompile(`(^|: )(the value computed|a value|-?\d+|[\w$.]+(\[[^\]]*\])*(\(\))?) (depends|does not|may|is)\b`), "${1}x $5"},
	{regexp.MustCompile(`\bthe field \S+`), "a field"},
	{regexp.MustCompile(`\bno element from \S+$`), "no element from x"},
	{regexp.MustCompile(`\btakes from \S+$`), "takes from y"},
	{regexp.MustCompile(`\d+`), "N"},
}

// frequent are calls that reasons keep naming: many programs have them in the tests of their loops.
var frequent = regexp.MustCompile(`^its exit test depends on the result of (isEmpty|size|hasNext|length|hasMoreElements|read|compareAndSet|equals|compareTo)\(\)`)

var call = regexp.MustCompile(`^its exit test depends on the result of \S+\(\)`)

// normalise drops from a reason what belongs to one place: names, lines, numbers.
func normalise(reason string) string {
	for _, g := range general {
		reason = g.re.ReplaceAllString(reason, g.text)
	}
	if !frequent.MatchString(reason) {
		reason = call.ReplaceAllString(reason, "its exit test depends on the result of a call")
	}
	return reason
}
