package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/atomicfile"
)

// runListed reads the traces of listed methods and writes their models into files of a directory, one per package.
// The models of methods that the traces have not stay as they are in the files.
func runListed(classes, dir, list string, traces []string) error {
	t := &tiler{dir: classes, methods: map[string]*method{}}
	byName, from := map[string]*listed{}, map[string]string{}
	for _, file := range traces {
		if err := readTrace(t, file, byName, from); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	if list != "" {
		if err := readOptions(list, byName); err != nil {
			return err
		}
	}
	for name := range packages {
		tables, err := readTables(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		for _, l := range byName {
			if fileOf(l.owner) == name {
				delete(tables, l.method)
				if text := l.table(); text != "" {
					tables[l.method] = text
				}
			}
		}
		var b strings.Builder
		fmt.Fprintf(&b, "# Models of methods of %s, counted on OpenJDK 17.0.15: every method was run under\n# the debugger, one bytecode instruction at a time, at several sizes, and the instructions were covered with tiles as\n# the analysis does it. Made by script/librarycosts from its methods.txt.\n", packages[name])
		for _, m := range slices.Sorted(maps.Keys(tables)) {
			b.WriteString(tables[m])
		}
		if err := atomicfile.Write(filepath.Join(dir, name), []byte(b.String())); err != nil {
			return err
		}
	}
	return nil
}

// table returns the table of a method, "" where no formula holds.
func (l *listed) table() string {
	cost := l.cost()
	if len(cost) == 0 {
		fmt.Fprintf(os.Stderr, "%s has no bytecode\n", l.method)
		return ""
	}
	if l.options["steep"] != "" || !l.complete() {
		fmt.Fprintf(os.Stderr, "%s has no formula, or took too long to trace at all sizes\n", l.method)
		return ""
	}
	var b strings.Builder
	l.write(&b, cost)
	return b.String()
}

// readTables returns the tables of a file of models by their methods.
func readTables(file string) (map[string]string, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	const begin = "\n[[method]]\n"
	for _, text := range strings.Split(string(data), begin)[1:] {
		method, _, _ := strings.Cut(strings.TrimPrefix(text, "method = \""), "\"")
		out[method] = begin + text
	}
	return out, nil
}

// readOptions replaces the options of methods by those in the list, and drops methods that the list has not.
func readOptions(file string, byName map[string]*listed) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	have := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), " | ")
		have[parts[0]] = true
		l := byName[parts[0]]
		if l == nil {
			continue
		}
		l.options = map[string]string{}
		for _, o := range parts[1:] {
			key, value, _ := strings.Cut(o, "=")
			l.options[key] = value
		}
	}
	for name := range byName {
		if !have[name] {
			delete(byName, name)
		}
	}
	return nil
}

// complete reports whether the method was traced at three values of each of its sizes.
func (l *listed) complete() bool {
	for i, s := range l.symbols {
		seen := map[float64]bool{}
		for _, r := range l.runs {
			seen[r.sizes[i]] = true
		}
		if s != "" && len(seen) < 3 {
			return false
		}
	}
	return true
}

var packages = map[string]string{
	"java.lang.toml": "java.lang and the packages in it", "java.util.toml": "java.util", "java.util.packages.toml": "the packages in java.util", "java.io.toml": "java.io",
	"java.nio.toml": "java.nio and the packages in it", "kotlin.toml": "Kotlin's standard library 2.4.20", "java.time.toml": "java.time", "java.others.toml": "java.math, java.net, java.text and others",
	"logging.toml": "slf4j 1.7.32 on logback 1.2.11, logback itself, and log4j 2.19",
	"spring.toml":  "Spring 4.3.30",
	"scala.toml":   "Scala's library 2.13.16",
}

func fileOf(class string) string {
	switch {
	case strings.HasPrefix(class, "java/lang/"):
		return "java.lang.toml"
	case strings.HasPrefix(class, "java/util/") && strings.Count(class, "/") == 2:
		return "java.util.toml"
	case strings.HasPrefix(class, "java/util/"):
		return "java.util.packages.toml"
	case strings.HasPrefix(class, "java/io/"):
		return "java.io.toml"
	case strings.HasPrefix(class, "java/nio/"):
		return "java.nio.toml"
	case strings.HasPrefix(class, "java/time/"):
		return "java.time.toml"
	}
	switch {
	case strings.HasPrefix(class, "kotlin/"):
		return "kotlin.toml"
	case strings.HasPrefix(class, "scala/"):
		return "scala.toml"
	case strings.HasPrefix(class, "org/slf4j/"), strings.HasPrefix(class, "ch/qos/logback/"), strings.HasPrefix(class, "org/apache/logging/"):
		return "logging.toml"
	case strings.HasPrefix(class, "org/springframework/"):
		return "spring.toml"
	}
	return "java.others.toml"
}

func readTrace(t *tiler, file string, byName map[string]*listed, from map[string]string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	var r *call
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		title, ok := strings.CutPrefix(lines.Text(), "# ")
		if ok {
			parts := strings.Split(title, "|")
			if len(parts) != 6 {
				return fmt.Errorf("title %q has %d parts", title, len(parts))
			}
			l := byName[parts[0]]
			if l == nil || from[parts[0]] != file { // a later trace replaces an earlier one
				l = newListed(parts)
				byName[parts[0]], from[parts[0]] = l, file
			}
			if r, err = l.start(parts[5]); err != nil {
				return err
			}
			continue
		}
		if err := r.line(t, strings.Split(lines.Text(), "\t")); err != nil {
			return err
		}
	}
	return lines.Err()
}

// write writes the table of a method.
func (l *listed) write(b *strings.Builder, cost []item) {
	fmt.Fprintf(b, "\n[[method]]\nmethod = %q\ncase = %q\ncost = [\n", l.method, l.kind())
	if l.options["stage"] != "" {
		cost = withItems(cost, sink)
	}
	if l.options["source"] != "" {
		cost = withItems(cost, source)
	}
	for _, c := range cost {
		names := c.names
		for i, n := range names {
			if n == "" {
				names[i] = "-"
			}
		}
		fmt.Fprintf(b, "    { pattern = [%q, %q, %q], count = %q },\n", names[0], names[1], names[2], c.count)
	}
	fmt.Fprintln(b, "]")
	if c := l.calls(); len(c) > 0 {
		fmt.Fprintf(b, "callbacks = [%s]\n", strings.Join(c, ", "))
		if closedButCallbacks.MatchString(l.method) {
			fmt.Fprintln(b, "closed = true")
		}
	} else if closed(l.method) && !l.askedObjects() {
		fmt.Fprintln(b, "closed = true")
	}
	for _, s := range l.sizesAfter() {
		fmt.Fprintln(b, s)
	}
	fmt.Fprintf(b, "basis = %q\n", l.basis())
}
