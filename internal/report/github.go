package report

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/prose"
)

// maxAnnotations is how many annotations of each kind GitHub shows of a step.
const maxAnnotations = 10

// maxAnnotation is how long the text of an annotation may be; GitHub cuts what is longer.
const maxAnnotation = 4000

// writeGitHub writes workflow commands, which a step's log turns into annotations. Of each kind the ten of most
// weight become annotations; the others are listed in the log.
func writeGitHub(w io.Writer, r *finding.Report) error {
	b := bufio.NewWriter(w)
	writeCommands(b, r)
	c := count(r)
	_, phrase := c.outcome(r)
	summary := "energylint: " + phrase
	for _, part := range []string{c.hiddenPhrase(r.Absent), scopePhrase(r)} {
		if part != "" {
			summary += "; " + part
		}
	}
	fmt.Fprintln(b, oneLine(summary))
	return b.Flush()
}

// writeCommands writes the commands of notifications and findings, and a list of those that GitHub would not show.
func writeCommands(b *bufio.Writer, r *finding.Report) {
	used := map[string]int{}
	for _, n := range r.Notifications {
		kind := annotation(n.Level)
		used[kind]++
		if used[kind] > maxAnnotations {
			fmt.Fprintf(b, "energylint: %s: %s\n", n.Level, oneLine(strings.TrimPrefix(n.Path+": "+n.Message, ": ")))
			continue
		}
		file := ""
		if n.Path != "" {
			// The entry of an archive is no file that GitHub could show.
			path, _, _ := strings.Cut(n.Path, "!/")
			file = "file=" + escapeProperty(filepath.ToSlash(path)) + ","
		}
		fmt.Fprintf(b, "::%s %stitle=energylint::%s\n", kind, file, escapeData(strings.TrimPrefix(n.Path+": "+n.Message, ": ")))
	}
	findings := active(r)
	annotated := annotate(findings, used)
	var rest []finding.Finding
	for i, f := range findings {
		if !annotated[i] {
			rest = append(rest, f)
			continue
		}
		properties := "file=" + escapeProperty(filepath.ToSlash(f.Location.Path()))
		if f.Location.Line > 0 {
			properties += fmt.Sprintf(",line=%d", f.Location.Line)
			if f.Location.Column > 0 {
				properties += fmt.Sprintf(",col=%d", f.Location.Column)
			}
		}
		fmt.Fprintf(b, "::%s %s,title=%s::%s\n", annotation(f.Level), properties, escapeProperty(ruleTitle(r, f.Rule)), escapeData(findingText(f)))
	}
	if len(rest) > 0 {
		fmt.Fprintf(b, "::group::energylint: %s not annotated, GitHub shows %d errors, warnings and notices each\n", prose.Counted(len(rest), "finding"), maxAnnotations)
		for _, f := range rest {
			fmt.Fprintf(b, "%s %s:%d: %s: %s\n", f.Level, oneLine(f.Location.Path()), f.Location.Line, oneLine(ruleTitle(r, f.Rule)), oneLine(findingText(f)))
		}
		fmt.Fprintln(b, "::endgroup::")
	}
}

// annotate chooses the findings that become annotations: used says how many of each kind there are already.
func annotate(findings []finding.Finding, used map[string]int) map[int]bool {
	chosen := map[int]bool{}
	for _, i := range finding.Order(findings) {
		if kind := annotation(findings[i].Level); used[kind] < maxAnnotations {
			used[kind]++
			chosen[i] = true
		}
	}
	return chosen
}

// findingText is the message with the energy behind it.
func findingText(f finding.Finding) string {
	return strings.TrimSpace(f.Message + "\n" + prose.Energy(f.Energy))
}

// findingLine is findingText for formats without lines: two sentences.
func findingLine(f finding.Finding) string {
	message, energy := oneLine(f.Message), oneLine(prose.Energy(f.Energy))
	if energy != "" && message != "" && !strings.HasSuffix(message, ".") {
		message += "."
	}
	return strings.TrimSpace(message + " " + energy)
}

// annotation is the command for a level.
func annotation(l finding.Level) string {
	switch l {
	case finding.Error, finding.Warning:
		return string(l)
	}
	return "notice"
}

var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func escapeData(s string) string {
	return dataEscapes.Replace(plain.Short(plain.Text(s), maxAnnotation))
}
func escapeProperty(s string) string {
	return propertyEscapes.Replace(plain.Short(plain.Line(s), maxAnnotation))
}
