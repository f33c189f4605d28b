package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/atomicfile"
)

// marker begins a generated part. The command may not hold "-->", which would end the comment.
var marker = regexp.MustCompile(`(?m)^<!-- (output|markdown|snippet): (.+?) -->\n`)

const end = "<!-- end -->\n"

// runner runs a command line and returns its standard output.
type runner func(command string) (string, error)

// generate returns the page with every generated part replaced.
func generate(page string, run runner) (string, error) {
	var b strings.Builder
	for {
		m := marker.FindStringSubmatchIndex(page)
		if m == nil {
			b.WriteString(page)
			return b.String(), nil
		}
		kind, command := page[m[2]:m[3]], page[m[4]:m[5]]
		b.WriteString(page[:m[1]])
		page = page[m[1]:]
		stop := strings.Index(page, end)
		if next := marker.FindStringIndex(page); stop < 0 || next != nil && next[0] < stop {
			return "", fmt.Errorf("the part of %q has no %s", command, strings.TrimSpace(end))
		}
		output, err := run(command)
		if err != nil {
			return "", fmt.Errorf("%s: %w", command, err)
		}
		output = strings.Trim(trailingSpace.ReplaceAllString(output, ""), "\n")
		switch kind {
		case "output":
			fmt.Fprintf(&b, "```console\n$ %s\n%s\n```\n", command, output)
		case "snippet":
			fmt.Fprintf(&b, "```%s\n%s\n```\n", language(command), output)
		case "markdown":
			fmt.Fprintf(&b, "\n%s\n\n", output)
		}
		page = page[stop:]
	}
}

// language is what a fenced block of the file that ends the command is to be highlighted as.
func language(command string) string {
	fields := strings.Fields(command)
	switch filepath.Ext(fields[len(fields)-1]) {
	case ".xml":
		return "xml"
	case ".gradle":
		return "groovy"
	case ".yml", ".yaml":
		return "yaml"
	case ".toml":
		return "toml"
	case ".java":
		return "java"
	}
	if strings.HasSuffix(command, "Makefile") {
		return "make"
	}
	return ""
}

var trailingSpace = regexp.MustCompile(`(?m)[ \t]+$`)

// pages lists the Markdown pages below root that have generated parts.
func pages(root string) ([]string, error) {
	var found []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "examples/*/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			if marker.Match(data) {
				found = append(found, name)
			}
		}
	}
	slices.Sort(found)
	return found, nil
}

// update regenerates the named pages, or all below root, and says which of them changed.
func update(root string, names []string, log io.Writer) error {
	return eachPage(root, names, func(name, old, new string) error {
		if old == new {
			return nil
		}
		fmt.Fprintln(log, name)
		if new == "" {
			return os.Remove(name)
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		return atomicfile.Write(name, []byte(new))
	})
}

// eachPage calls f with every named page, or every page below root that has generated parts, as it is and as it should
// be.
func eachPage(root string, names []string, f func(name, old, new string) error) error {
	all := len(names) == 0
	if all {
		var err error
		if names, err = pages(root); err != nil {
			return err
		}
	}
	bin, err := os.MkdirTemp("", "energylint-docgen-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(bin)
	run := withBuiltin(shell(root, bin))
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		page, err := generate(string(data), run)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := f(name, string(data), page); err != nil {
			return err
		}
	}
	if all {
		return errors.Join(eachRulePage(root, run, f), eachSchema(root, f))
	}
	return nil
}

// shell returns a runner that finds an energylint from the directory bin, built when the first command needs it. It
// remembers what a command printed: pages share commands.
func shell(root, bin string) runner {
	build := sync.OnceValue(func() error {
		cmd := exec.Command("go", "build", "-o", filepath.Join(bin, "energylint"), "./cmd/energylint")
		cmd.Dir = root
		if output, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go build ./cmd/energylint: %w\n%s", err, output)
		}
		return nil
	})
	done := map[string]string{}
	return func(command string) (string, error) {
		if output, ok := done[command]; ok {
			return output, nil
		}
		if strings.HasPrefix(command, "energylint ") {
			if err := build(); err != nil {
				return "", err
			}
		}
		cmd := exec.Command("bash", "-o", "pipefail", "-c", command)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
			"NO_COLOR=1", "TERM=dumb", "COLUMNS=100", "LC_ALL=C.UTF-8", "GITHUB_ACTIONS=")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		output, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
			return "", fmt.Errorf("%w\n%s", err, stderr.String())
		}
		if len(output) == 0 {
			return "", fmt.Errorf("printed nothing\n%s", stderr.String())
		}
		done[command] = string(output)
		return string(output), nil
	}
}
