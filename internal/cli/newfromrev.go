package cli

import (
	"context"
	"fmt"
	"math"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/changed"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/unit"
)

// changesSince returns what the working tree of the repository at root changes relative to a revision.
func changesSince(ctx context.Context, root, rev string) (*changed.Files, error) {
	wrong := func(err error) error {
		if ctx.Err() != nil {
			return failure(ctx.Err())
		}
		return usage("--new-from-rev %s: %w", rev, err)
	}
	top, err := git(ctx, root, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, wrong(err)
	}
	commit, err := git(ctx, top, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return nil, wrong(fmt.Errorf("it is no revision of the repository here; where that is a shallow clone, fetch it (git fetch origin)"))
	}
	// The repository may be hostile: neither its hooks nor a monitor of its files run.
	quiet := []string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "core.quotePath=true"}
	diff, err := git(ctx, top, slices.Concat(quiet, changed.Arguments(), []string{commit, "--"})...)
	if err != nil {
		return nil, wrong(err)
	}
	untracked, err := git(ctx, top, slices.Concat(quiet, []string{"ls-files", "--others", "--exclude-standard", "-z", "--"})...)
	if err != nil {
		return nil, wrong(err)
	}
	f, err := changed.Parse(diff, untracked)
	if err != nil {
		return nil, wrong(err)
	}
	return f, nil
}

// novelty decides which findings changed lines are to blame for.
type novelty struct {
	a       *driver.Analysis
	engine  *energy.Engine
	changes *changed.Files
	infos   []finding.RuleInfo
	files   map[string][]string        // of classes, in the repository
	touched map[*classfile.Method]bool // methods with changed lines
	reached map[*classfile.Method]bool // methods that changed lines call, themselves or through others
	depends map[*classfile.Method]bool // memo of dependsOnChange
}

// onlyNew marks the findings that no changed line is to blame for as unchanged, and the others as new. New are findings on a
// changed line, in methods that a changed line calls, and about budgets of methods that run a changed line.
func onlyNew(s *Settings, a *driver.Analysis, r *finding.Report, changes *changed.Files) error {
	e, err := energyEngine(s, a.Program)
	if err != nil {
		return err
	}
	n := &novelty{
		a: a, engine: e, changes: changes, infos: r.Rules, files: map[string][]string{}, touched: map[*classfile.Method]bool{},
		reached: map[*classfile.Method]bool{}, depends: map[*classfile.Method]bool{},
	}
	n.findTouched()
	n.findReached()
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Baseline = "unchanged"
		if n.isNew(f) {
			f.Baseline = "new"
		}
	}
	return nil
}

// filesOf returns the files that the source of a class may be.
func (n *novelty) filesOf(l finding.Location) []string {
	if l.Source || l.Class == "" {
		return []string{l.File}
	}
	return n.changes.Named(l.File)
}

// classFiles returns the files that the source of an analysed class may be.
func (n *novelty) classFiles(c *classfile.Class) []string {
	files, ok := n.files[c.Name]
	if !ok {
		files = n.filesOf(n.a.Complete(finding.Location{Class: c.Name}))
		n.files[c.Name] = files
	}
	return files
}

// findTouched finds the methods with lines that changed.
func (n *novelty) findTouched() {
	for _, m := range matching(n.a.Program, func(_, _, _ string) bool { return true }) {
		files := n.classFiles(m.Class)
		if len(files) == 0 {
			continue
		}
		code, err := m.Code()
		if err != nil || code == nil {
			continue
		}
		first, last := math.MaxInt, 0
		for _, l := range code.Lines() {
			first, last = min(first, l.Line), max(last, l.Line)
		}
		if slices.ContainsFunc(files, func(f string) bool { return n.changes.Within(f, first, last) }) {
			n.touched[m] = true
		}
	}
}

// findReached finds the methods that changed lines call.
func (n *novelty) findReached() {
	var work []*classfile.Method
	add := func(m *classfile.Method) {
		if !n.reached[m] {
			n.reached[m] = true
			work = append(work, m)
		}
	}
	for m := range n.touched {
		files := n.classFiles(m.Class)
		for _, c := range n.callsOf(m) {
			if slices.ContainsFunc(files, func(f string) bool { return n.changes.Line(f, c.Line) }) {
				for _, t := range c.Targets {
					add(t)
				}
			}
		}
	}
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range n.callsOf(m) {
			for _, t := range c.Targets {
				add(t)
			}
		}
	}
}

func (n *novelty) callsOf(m *classfile.Method) []absint.CallTargets {
	var out []absint.CallTargets
	n.a.Program.Isolate(m.Class, m, func() { out = n.engine.CallsOf(n.engine.Summary(m)) })
	return out
}

// dependsOnChange reports whether a call of a method may run a changed line.
func (n *novelty) dependsOnChange(root *classfile.Method) bool {
	if d, ok := n.depends[root]; ok {
		return d
	}
	seen := map[*classfile.Method]bool{root: true}
	for work := []*classfile.Method{root}; len(work) > 0; {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		if n.touched[m] {
			n.depends[root] = true
			return true
		}
		for _, c := range n.callsOf(m) {
			for _, t := range c.Targets {
				if !seen[t] {
					seen[t] = true
					work = append(work, t)
				}
			}
		}
	}
	n.depends[root] = false
	return false
}

// isNew reports whether a changed line is to blame for a finding.
func (n *novelty) isNew(f *finding.Finding) bool {
	has := func(tag string) bool {
		return slices.ContainsFunc(n.infos, func(i finding.RuleInfo) bool { return i.ID == f.Rule && slices.Contains(i.Tags, tag) })
	}
	if has("difference") || n.onChangedLine(f.Location) || n.onChangedLine(f.Method()) {
		return true
	}
	m := methodAt(n.a.Program, f.Method())
	if m == nil {
		return f.Location.File == ""
	}
	return n.reached[m] || has("budget") && (n.dependsOnChange(m) || n.writtenOnChangedLine(f))
}

// onChangedLine reports whether a place is on a changed line; one without a line, whether its file changed.
func (n *novelty) onChangedLine(l finding.Location) bool {
	return slices.ContainsFunc(n.filesOf(l), func(file string) bool {
		if l.Line == 0 {
			return n.changes.Within(file, 0, math.MaxInt)
		}
		return n.changes.Line(file, l.Line)
	})
}

// writtenOnChangedLine reports whether the budget that a finding is about is written on a changed line.
func (n *novelty) writtenOnChangedLine(f *finding.Finding) bool {
	origin, _ := f.Properties["origin"].(string)
	place := originPlace.FindStringSubmatch(origin)
	if place == nil {
		return false
	}
	line, err := strconv.Atoi(place[2])
	name := strings.TrimLeft(path.Clean(place[1]), "./") // what is above the working directory is in the repository, too
	return err == nil && slices.ContainsFunc(n.changes.Named(name), func(file string) bool { return n.changes.Line(file, line) })
}

// originPlace matches where a budget is written: FILE:LINE or FILE:LINE:COLUMN.
var originPlace = regexp.MustCompile(`^(.+?):([0-9]+)(?::[0-9]+)?$`)

// methodAt returns the analysed method that a place is in, nil for none.
func methodAt(p *unit.Program, l finding.Location) *classfile.Method {
	if l.Class == "" || !p.Analysed(l.Class) {
		return nil
	}
	c := p.Lookup(l.Class)
	for i := range c.Methods {
		if m := &c.Methods[i]; m.Name == l.Method && m.Desc == l.Desc {
			return m
		}
	}
	return nil
}
