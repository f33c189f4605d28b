// Package report writes a finding.Report in the formats that people and continuous integration read.
package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/sarif"
)

// Color says when text is coloured.
type Color int

// The values of --color.
const (
	Auto   Color = iota // on a terminal, unless NO_COLOR is set or TERM is dumb
	Always              // even in a file or a pipe
	Never
)

// ParseColor reads the value of --color.
func ParseColor(s string) (Color, error) {
	switch s {
	case "auto", "":
		return Auto, nil
	case "always":
		return Always, nil
	case "never":
		return Never, nil
	}
	return Auto, fmt.Errorf("unknown colour mode %q: expected auto, always or never", s)
}

// Options are what the formats need besides the report. The zero value is fit for a file.
type Options struct {
	Color Color
	Width int // columns of text; 0 means that of COLUMNS or the terminal, or 100 if there is none
	// Quiet leaves proved budgets and the details under a finding out of text.
	Quiet bool
	// Verbose shows whole critical paths and suppressed and known findings in text.
	Verbose bool
	// FailOn is the level from which on a finding fails its JUnit test case; empty means error.
	FailOn finding.Level
	// ReadSource returns a source file by the File of its location. Nil reads it below the report's Root.
	ReadSource func(file string) ([]byte, error)
	SARIF      sarif.Options

	// Ranked leaves out the headings of the classes from the table of methods: each is named with its class.
	Ranked bool
	// Methods is how many methods there are, where the table of methods leaves out some; else 0.
	Methods int
	// Rows are the methods where the report itself has none, which is for JSON only.
	Rows []*MethodRows
}

// Formats lists the names of the formats, as --format takes them.
func Formats() []string {
	return []string{"text", "json", "sarif", "github", "markdown", "junit", "gitlab", "checkstyle", "sonar"}
}

// Write writes r in the given format. The same report gives the same bytes.
func Write(w io.Writer, format string, r *finding.Report, o Options) error {
	if o.ReadSource == nil {
		o.ReadSource = func(file string) ([]byte, error) {
			return files.In(r.Root).Read(filepath.Join(r.Root, filepath.FromSlash(file)), files.MaxSource)
		}
	}
	sorted := *r
	sorted.Findings = slices.Clone(r.Findings)
	slices.SortStableFunc(sorted.Findings, finding.Compare)
	if format != "json" && format != "sarif" {
		sorted.Notifications = finding.Told(r.Notifications)
	}
	r = &sorted
	var err error
	switch format {
	case "text":
		err = writeText(w, r, o)
	case "json":
		err = writeJSON(w, r)
	case "sarif":
		if o.SARIF.ReadSource == nil {
			o.SARIF.ReadSource = o.ReadSource
		}
		return sarif.Write(w, r, o.SARIF)
	case "github":
		err = writeGitHub(w, r)
	case "markdown":
		err = writeMarkdown(w, r)
	case "junit":
		err = writeJUnit(w, r, o)
	case "gitlab":
		err = writeGitLab(w, r)
	case "checkstyle":
		err = writeCheckstyle(w, r)
	case "sonar":
		err = writeSonar(w, r)
	default:
		return fmt.Errorf("unknown format %q: expected one of %s", format, strings.Join(Formats(), ", "))
	}
	if err != nil {
		return fmt.Errorf("write the report as %s: %w", format, err)
	}
	return nil
}

// active returns the findings that a person is to see, in the order of the report.
func active(r *finding.Report) []finding.Finding {
	var out []finding.Finding
	for _, f := range r.Findings {
		if f.Active() {
			out = append(out, f)
		}
	}
	return out
}

// useColor decides whether w gets colours.
func useColor(w io.Writer, c Color) bool {
	if c != Auto {
		return c == Always
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// The width of text if neither COLUMNS nor a terminal gives one, and the width beyond which lines are hard to read.
const (
	fileWidth = 100
	maxWidth  = 140
)

// columns is the width that text is wrapped at.
func columns(w io.Writer, width int) int {
	if width <= 0 {
		n, ok := Columns(w)
		if width = fileWidth; ok {
			width = min(n, maxWidth)
		}
	}
	return max(width, 40)
}

// Columns returns how wide output is to be: what COLUMNS says, else the width of the terminal; ok is false if neither is known.
func Columns(w io.Writer) (n int, ok bool) {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n, true
	}
	f, ok := w.(interface{ Fd() uintptr })
	if !ok {
		return 0, false
	}
	n, _, err := term.GetSize(int(f.Fd()))
	return n, err == nil && n > 0
}
