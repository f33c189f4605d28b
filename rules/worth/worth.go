// Package worth knows, by name, code in which a saving of compiled code is not worth a change: code that seldom runs, calls beside
// which a small saving is nothing, things that a program has few of, and what the name of a method tells of its share of a run. These and the
// limits for savings are tables.
package worth

import (
	"bufio"
	_ "embed" // the tables
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

//go:embed cold.tsv
var coldTable string

//go:embed heavy.tsv
var heavyTable string

//go:embed few.tsv
var fewTable string

//go:embed limits.tsv
var limitTable string

//go:embed names.tsv
var nameTable string

// Kind says what a pattern of names is for.
type Kind string

// The kinds of names.
const (
	Package    Kind = "package"
	Class      Kind = "class"
	Method     Kind = "method"
	Annotation Kind = "annotation"
	Extends    Kind = "extends"
	Told       Kind = "told"
)

// coldName is a pattern of names of code that seldom runs.
type coldName struct {
	kind    Kind
	pattern *regexp.Regexp
	what    string
}

// Heavy is a call that takes long.
type Heavy struct {
	Seconds float64 // of CPU time, at least
	Does    string  // "opens an archive"
}

// heavyCall is a call that takes long, by its class and method.
type heavyCall struct{ class, method string }

type tables struct {
	cold   []coldName
	heavy  map[heavyCall]Heavy
	few    map[string]map[string]bool // words by kind
	limits map[Limit]float64
	names  map[string]nameCount // by the first word
}

// read parses both tables, once.
var read = sync.OnceValues(func() (*tables, error) {
	t := &tables{heavy: map[heavyCall]Heavy{}, few: map[string]map[string]bool{}, limits: map[Limit]float64{}, names: map[string]nameCount{}}
	err := rows(coldTable, 3, func(c []string) error {
		re, err := regexp.Compile("^(?:" + c[1] + ")$")
		t.cold = append(t.cold, coldName{Kind(c[0]), re, c[2]})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("cold.tsv: %w", err)
	}
	err = rows(heavyTable, 4, func(c []string) error {
		ns, err := strconv.ParseFloat(c[0], 64)
		for _, m := range strings.Fields(c[2]) {
			t.heavy[heavyCall{c[1], m}] = Heavy{ns * 1e-9, c[3]}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("heavy.tsv: %w", err)
	}
	err = rows(fewTable, 3, func(c []string) error {
		if t.few[c[0]] == nil {
			t.few[c[0]] = map[string]bool{}
		}
		for _, w := range strings.Fields(c[1]) {
			t.few[c[0]][w] = true
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("few.tsv: %w", err)
	}
	err = rows(limitTable, 4, func(c []string) error {
		x, err := strconv.ParseFloat(c[1], 64)
		if c[2] == "ns" {
			x *= 1e-9
		}
		t.limits[Limit(c[0])] = x
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("limits.tsv: %w", err)
	}
	err = rows(nameTable, 4, func(c []string) error {
		methods, err := strconv.Atoi(c[2])
		if err != nil {
			return err
		}
		take, err := strconv.Atoi(c[3])
		t.names[c[0]] = nameCount{float64(methods), float64(take)}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("names.tsv: %w", err)
	}
	return t, nil
})

// rows calls f with the cells of each row.
func rows(text string, columns int, f func(cells []string) error) error {
	s := bufio.NewScanner(strings.NewReader(text))
	for line := 1; s.Scan(); line++ {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		cells := strings.Split(s.Text(), "\t")
		if len(cells) != columns {
			return fmt.Errorf("line %d: %d columns; expected %d", line, len(cells), columns)
		}
		if err := f(cells); err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
	return s.Err()
}

// Cold returns what a name of a kind says of code, empty where it says nothing.
func Cold(kind Kind, name string) string {
	k := coldKey{kind, name}
	if what, ok := asked.Load(k); ok {
		return what.(string)
	}
	t, err := read()
	if err != nil {
		return "" // a test holds that the tables can be read
	}
	what := ""
	for i := range t.cold {
		if c := &t.cold[i]; c.kind == kind && c.pattern.MatchString(name) {
			what = c.what
			break
		}
	}
	asked.Store(k, what)
	return what
}

// asked remembers what Cold says: to match a name with all patterns of its kind takes 40 us, and most names are asked for again.
var asked sync.Map // coldKey to string

type coldKey struct {
	kind Kind
	name string
}

// Call returns what a call of a method of exactly this class takes; ok is false where it is not known to take long.
func Call(class, method string) (h Heavy, ok bool) {
	t, err := read()
	if err != nil {
		return Heavy{}, false
	}
	if h, ok = t.heavy[heavyCall{class, method}]; !ok {
		h, ok = t.heavy[heavyCall{class, "*"}]
	}
	return h, ok
}
