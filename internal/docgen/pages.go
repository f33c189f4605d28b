package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/built"
)

// marker begins a generated part. The command may not hold "-->", which would end the comment.
var marker = regexp.MustCompile(`(?m)^<!-- (output|markdown|snippet|picture|run)(?:@([^\s:]+))?: (.+?) -->\n`)

const end = "<!-- end -->\n"

// runner runs a command line and returns its standard output.
type runner func(command string) (string, error)

// sessionRunner runs a command line in a copy of a directory that lasts for the page, in colour or not; in no directory, as a
// runner.
type sessionRunner func(dir, command string, color bool) (string, error)

// generate returns the page with every generated part replaced, and the pictures that are part of it, by their paths relative
// to the page.
func generate(page string, run sessionRunner) (text string, pictures map[string]string, err error) {
	var b strings.Builder
	pictures = map[string]string{}
	for {
		m := marker.FindStringSubmatchIndex(page)
		if m == nil {
			b.WriteString(page)
			return b.String(), pictures, nil
		}
		kind, dir, command := page[m[2]:m[3]], "", page[m[6]:m[7]]
		if m[4] >= 0 {
			dir = page[m[4]:m[5]]
		}
		b.WriteString(page[:m[1]])
		page = page[m[1]:]
		stop := strings.Index(page, end)
		if next := marker.FindStringIndex(page); stop < 0 || next != nil && next[0] < stop {
			return "", nil, fmt.Errorf("the part of %q has no %s", command, strings.TrimSpace(end))
		}
		file := ""
		if kind == "picture" {
			if file, command, _ = strings.Cut(command, " "); !strings.HasSuffix(file, ".svg") || command == "" {
				return "", nil, fmt.Errorf("a picture is of a FILE.svg and a command, not %q", strings.TrimSpace(file+" "+command))
			}
		}
		output, err := run(dir, command, kind == "picture")
		if err != nil {
			return "", nil, fmt.Errorf("%s: %w", command, err)
		}
		if kind == "run" && output == "" {
			output = " "
		} else if output == "" {
			return "", nil, fmt.Errorf("%s: printed nothing", command)
		}
		output = strings.Trim(trailingSpace.ReplaceAllString(output, ""), "\n")
		switch kind {
		case "output":
			fmt.Fprintf(&b, "```console\n$ %s\n%s\n```\n", command, output)
		case "snippet":
			fmt.Fprintf(&b, "```%s\n%s\n```\n", language(command), output)
		case "picture":
			pictures[file] = picture(command, output, columns)
			fmt.Fprintf(&b, "![%s](%s)\n", command, file)
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
	commands := newShell(root)
	run := withBuiltin(root, func(command string) (string, error) { return commands.run(command, "", false) })
	for _, name := range names {
		if filepath.Clean(name) == filepath.FromSlash(rulesDir) {
			if err := eachRulePage(root, run, f); err != nil {
				return err
			}
			continue
		}
		if err := eachPart(name, &commands, run, f); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if all {
		return errors.Join(eachRulePage(root, run, f), eachSchema(root, f))
	}
	return nil
}

// eachPart calls f with a page and its pictures, as they are and as they should be.
func eachPart(name string, commands *shell, run runner, f func(name, old, new string) error) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	copies, err := os.MkdirTemp("", "energylint-session-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(copies)
	page, pictures, err := generate(string(data), func(dir, command string, color bool) (string, error) {
		switch {
		case dir == "" && !color:
			return run(command)
		case dir == "":
			return commands.run(command, "", true)
		}
		copied := filepath.Join(copies, filepath.FromSlash(dir))
		if _, err := os.Stat(copied); os.IsNotExist(err) {
			if err := os.CopyFS(copied, os.DirFS(filepath.Join(commands.root, filepath.FromSlash(dir)))); err != nil {
				return "", err
			}
		}
		return commands.run(command, copied, color)
	})
	if err != nil {
		return err
	}
	if err := f(name, string(data), page); err != nil {
		return err
	}
	for _, file := range slices.Sorted(maps.Keys(pictures)) {
		path := filepath.Join(filepath.Dir(name), filepath.FromSlash(file))
		old, err := os.ReadFile(path)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		if err := f(path, string(old), pictures[file]); err != nil {
			return err
		}
	}
	return nil
}

// columns is how wide pictures of the commands are at least, and the width of reports without a terminal.
const columns = 100

// shell runs command lines that find energylint, built when the first command needs it. It remembers what a command at the root printed: pages
// share commands.
type shell struct {
	root  string
	built func() (string, error) // the path of energylint
	done  map[string]string
}

func newShell(root string) shell {
	return shell{root: root, done: map[string]string{}, built: sync.OnceValues(built.Energylint)}
}

// firstCommand matches energylint with a command.
var firstCommand = regexp.MustCompile(`^energylint \S+`)

// run runs a command line in a directory, at the root where it is empty.
func (s *shell) run(command, dir string, color bool) (string, error) {
	key := fmt.Sprint(color, command)
	if output, ok := s.done[key]; ok && dir == "" {
		return output, nil
	}
	path := os.Getenv("PATH")
	if strings.HasPrefix(command, "energylint ") {
		program, err := s.built()
		if err != nil {
			return "", err
		}
		path = filepath.Dir(program) + string(os.PathListSeparator) + path
	}
	line := command
	if color {
		line = firstCommand.ReplaceAllString(command, "$0 --color always")
	}
	cmd := exec.Command("bash", "-o", "pipefail", "-c", line)
	if cmd.Dir = s.root; dir != "" {
		cmd.Dir = dir
	}
	cmd.Env = append(os.Environ(), "PATH="+path,
		"NO_COLOR=1", "TERM=dumb", "COLUMNS=", "LC_ALL=C.UTF-8", "GITHUB_ACTIONS=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return "", fmt.Errorf("%w\n%s", err, stderr.String())
	}
	if len(output) == 0 && dir == "" {
		return "", fmt.Errorf("printed nothing\n%s", stderr.String())
	}
	if dir == "" {
		s.done[key] = string(output)
	}
	return string(output), nil
}
