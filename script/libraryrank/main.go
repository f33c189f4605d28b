// Command libraryrank counts the call sites of programs by the platform method that they call, and says how many of
// them the shipped library models price:
//
//	go run ./script/libraryrank JAR...                         # the coverage of each
//	go run ./script/libraryrank -missing 50 JAR...             # and the callees without a model, most frequent first
//	go run ./script/libraryrank -before MODELS JAR... > docs/library-coverage.md
//
// A call site is an invokevirtual, invokespecial, invokestatic or invokeinterface instruction whose owner is a class of
// java.* or javax.*, in all methods of all classes, reachable or not. Classes that the program brings along itself are
// analysed and count as calls of its own.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/models/library"
)

func main() {
	missing := flag.Int("missing", 0, "print so many of the callees without a model instead of a table, most frequent first")
	all := flag.Bool("all", false, "with -missing, print callees that have a model, too")
	before := flag.String("before", "", "a directory of models to compare with")
	flag.StringVar(&under, "under", under, "count calls of methods in packages below these, with commas between them")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: libraryrank [-missing N] [-before MODELS] JAR...")
		os.Exit(2)
	}
	if err := run(flag.Args(), *missing, *all, *before); err != nil {
		fmt.Fprintln(os.Stderr, "libraryrank:", err)
		os.Exit(1)
	}
}

func run(jars []string, missing int, all bool, before string) error {
	shipped, err := library.Shipped()
	if err != nil {
		return err
	}
	var earlier *library.Library
	if before != "" {
		if earlier, err = readModels(before); err != nil {
			return err
		}
	}
	var rows []row
	sum := map[classfile.Member]int{}
	for _, jar := range jars {
		sites, err := count(jar)
		if err != nil {
			return fmt.Errorf("%s: %w", jar, err)
		}
		r := row{name: filepath.Base(jar), after: cover(sites, shipped)}
		if earlier != nil {
			r.before = cover(sites, earlier)
		}
		rows = append(rows, r)
		for m, n := range sites {
			sum[m] += n
		}
	}
	if missing > 0 {
		list(sum, shipped, missing, all)
		return nil
	}
	return table(os.Stdout, rows, sum, shipped, earlier != nil)
}

// readModels reads all models of a directory.
func readModels(dir string) (*library.Library, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.toml"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no models", dir)
	}
	var l *library.Library
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		more, err := library.Parse(f, data)
		if err != nil {
			return nil, err
		}
		if l == nil {
			l = more
		} else {
			l = l.Merge(more)
		}
	}
	return l, nil
}

// count returns the number of call sites of each platform method in a program.
func count(path string) (sites map[classfile.Member]int, err error) {
	entries, problems := archive.List([]string{path}, archive.Options{})
	defer func() { err = errors.Join(err, archive.Close(entries)) }()
	for _, p := range problems {
		fmt.Fprintln(os.Stderr, "libraryrank:", p)
	}
	own := map[string]bool{}
	sites = map[classfile.Member]int{}
	for i := range entries {
		data, err := entries[i].Read()
		if err != nil {
			return nil, err
		}
		c, err := classfile.Parse(data)
		if err != nil {
			fmt.Fprintf(os.Stderr, "libraryrank: %s: %v\n", entries[i].Path, err)
			continue
		}
		own[c.Name] = true
		if err := countClass(c, sites); err != nil {
			fmt.Fprintf(os.Stderr, "libraryrank: %s: %v\n", entries[i].Path, err)
		}
	}
	for m := range sites {
		if own[m.Class] {
			delete(sites, m)
		}
	}
	return sites, nil
}

// under are the outermost packages of the platform, as a comma-separated list.
var under = "java,javax"

// counted reports whether a class is in one of the packages under that are counted.
func counted(class string) bool {
	first, _, ok := strings.Cut(class, "/")
	return ok && slices.Contains(strings.Split(under, ","), first)
}

func countClass(c *classfile.Class, sites map[classfile.Member]int) error {
	var errs []error
	for i := range c.Methods {
		m := &c.Methods[i]
		if !m.HasCode() {
			continue
		}
		code, err := m.Code()
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", m.ID(), err))
			continue
		}
		for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
			switch code.Op(pc) {
			case classfile.OpInvokevirtual, classfile.OpInvokespecial, classfile.OpInvokestatic, classfile.OpInvokeinterface:
				if x, ok := c.Pool.Member(code.Index(pc)); ok && counted(x.Class) {
					sites[x]++
				}
			}
		}
	}
	return errors.Join(errs...)
}

// kind is how a call site is priced.
type kind int

const (
	priced    kind = iota // by a model
	callbacks             // by a model, but for the program's code that the method calls
	handed                // it runs the program's code and nothing else: the analysis follows it there
	unpriced
	kinds
)

// programs are methods whose implementations are the program's own, or its lambdas.
var programs = map[string]bool{
	"java/lang/Runnable.run": true, "java/util/concurrent/Callable.call": true, "java/util/Comparator.compare": true,
	"java/lang/Comparable.compareTo": true,
}

func kindOf(m classfile.Member, l *library.Library) kind {
	if e, ok := l.Lookup(m.Class, m.Name, m.Desc); ok {
		if len(e.Callbacks) > 0 {
			return callbacks
		}
		return priced
	}
	if strings.HasPrefix(m.Class, "java/util/function/") || strings.HasPrefix(m.Class, "kotlin/jvm/functions/") || programs[m.Class+"."+m.Name] {
		return handed
	}
	return unpriced
}

// coverage counts call sites by kind.
type coverage [kinds]int

func cover(sites map[classfile.Member]int, l *library.Library) (c coverage) {
	for m, n := range sites {
		c[kindOf(m, l)] += n
	}
	return c
}

func (c coverage) total() int { return c[priced] + c[callbacks] + c[handed] + c[unpriced] }

// share is the share of call sites with a model, of those that run code of the platform.
func (c coverage) share() string {
	n := c.total() - c[handed]
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(c[priced]+c[callbacks])/float64(n))
}

// callee is a method and its number of call sites.
type callee struct {
	method classfile.Member
	sites  int
}

func ranked(sites map[classfile.Member]int, keep func(classfile.Member) bool) []callee {
	var out []callee
	for m, n := range sites {
		if keep(m) {
			out = append(out, callee{m, n})
		}
	}
	slices.SortFunc(out, func(a, b callee) int {
		return cmp.Or(cmp.Compare(b.sites, a.sites), strings.Compare(a.method.String(), b.method.String()))
	})
	return out
}

func list(sites map[classfile.Member]int, l *library.Library, most int, all bool) {
	for i, c := range ranked(sites, func(m classfile.Member) bool { return all || kindOf(m, l) == unpriced }) {
		if i == most {
			break
		}
		fmt.Printf("%d\t%s\n", c.sites, c.method)
	}
}
