// Package driver runs an analysis from paths to a report: it lists and parses classes, builds the hierarchy, runs
// the rules as go/analysis passes and the verification of budgets, and applies suppressions.
//
// Parsing and the passes' own work are parallel, over classes; passes run one after the other, over one archive
// after the other. The report depends on the input alone, not on the number of goroutines. A class that cannot be
// parsed, or that breaks a pass, becomes a notification, and everything else is analysed.
package driver

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/source"
	"github.com/energylint/energylint/internal/unit"
)

// Options say what to analyse and how.
type Options struct {
	Paths     []string          // what to analyse: everything that archive.List takes
	Classpath []string          // library classes, read when needed
	Sources   []string          // directories of the analysed classes' sources
	Fixed     int               // how many of Sources come before the others, whatever is in them
	JDK       string            // home of the JDK whose classes are read when needed, empty for none
	Platform  callgraph.Library // the classes of the platform, where they are not in JDK; nil for none
	Archive   archive.Options
	Jobs      int // goroutines, 0 for one per processor

	Rules        []*analysis.Analyzer // that run; each is named after its id
	Infos        []finding.RuleInfo   // of all rules there are
	Settings     map[string]Setting   // by rule id
	Suppressions []Suppression
	Targets      []Target // budgets and assumptions of the configuration; one that matches nothing is a finding
	Compared     bool     // Verify compares with another state
	// Verify checks the budgets and gives their results, and findings that are about specifications; nil where there is
	// nothing to verify.
	Verify func(ctx context.Context, p *unit.Program, us []*unit.Unit) Verification

	Model, Device string
	Unit          string // of the model
	Machine       string // that the model is of
	Mode          string // that findings are priced in, empty for the model
	ModeDefault   bool   // nobody chose it
	Confidence    float64
	Root          string                 // the report's Root
	Version       string                 // of energylint
	Notes         []finding.Notification // that come to those of the run
	Fixes         bool                   // give findings their repairs
	Recording     *Recording             // a recorded run, by which findings are weighed; nil for none
	Progress      Progress
}

// Setting changes what becomes of a rule's findings.
type Setting struct {
	Level     finding.Level // empty: as the rule says
	MinSaving float64       // joules: findings with energy that save less are dropped
}

// Verification is the outcome of checking budgets.
type Verification struct {
	Budgets  []finding.BudgetResult
	Findings []finding.Finding
	Capped   finding.Capped
}

// Progress is told how far the analysis is. Calls come from several goroutines.
type Progress interface {
	// Phase begins a part of the work: "reading", "rules". total is 0 where it is not known.
	Phase(name string, total int)
	// Step says that so much of the phase is done.
	Step(done int)
}

type noProgress struct{}

func (noProgress) Phase(string, int) {}
func (noProgress) Step(int)          {}

// Analysis is the loaded input of a run. Close it after use.
type Analysis struct {
	Program *unit.Program
	Units   []*unit.Unit

	options Options
	loaded  *loaded
	library *library
}

// Load reads the classes and builds their hierarchy. What cannot be read is in the report of Check. It fails only
// where ctx ends.
func Load(ctx context.Context, o Options) (*Analysis, error) {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = noProgress{}
	}
	paths := slices.Clone(o.Classpath)
	if o.JDK != "" {
		paths = append(paths, o.JDK)
	}
	all := o.Archive
	all.SkipLibraries = false
	lib := newLibrary(paths, all, o.Platform)
	o.Progress.Phase("reading", 0)
	var known sync.Once // how many classes there are
	l := load(o.Paths, o.Archive, o.Jobs, func(done, total int) {
		known.Do(func() { o.Progress.Phase("reading", total) })
		o.Progress.Step(done)
	})
	if err := ctx.Err(); err != nil {
		return nil, errors.Join(err, l.closeErr, lib.close())
	}
	l.notes = append(l.notes, o.Notes...)
	if l.empty && !slices.ContainsFunc(l.notes, isError) {
		l.notes = append(l.notes, finding.Notification{
			Level: finding.Error, Path: strings.Join(o.Paths, " "),
			Message: "there are no class files with code (module-info.class has none); compile the project first, or give the path of its class files or jar",
		})
	}
	a := &Analysis{options: o, loaded: l, library: lib}
	classes := make([]*classfile.Class, len(l.classes))
	for i, c := range l.classes {
		classes[i] = c.Class
	}
	h := callgraph.New(classes, a.library.find, o.Jobs)
	if l.missing != "" {
		h.Miss(l.missing)
	}
	for i := range l.unread {
		for name := range l.unread[i].names {
			h.MissClass(name)
		}
	}
	l.refuse(h.Circular())
	a.Program = unit.NewProgram(h, l.classes, o.Jobs)
	a.Program.Sources = source.New(o.Sources, o.Root)
	a.Units = units(a.Program, l.classes)
	for _, u := range a.Units {
		own := make([]*classfile.Class, len(u.Classes))
		for i, c := range u.Classes {
			own[i] = c.Class
		}
		a.Program.Sources.Choose(u.Name, own, o.Fixed)
	}
	l.notes = append(l.notes, debugNotes(a.Units, a.Program.Sources)...)
	return a, nil
}

// Close closes the files behind the analysis.
func (a *Analysis) Close() error {
	return errors.Join(a.loaded.closeErr, a.library.close())
}

// Notifications returns the problems so far, sorted, each once.
func (a *Analysis) Notifications() []finding.Notification {
	ns := slices.Concat(a.loaded.notes, a.library.problems(), a.Program.Notifications(), a.sourceNotes())
	for i := range ns {
		ns[i].Path, ns[i].Message = plain.Valid(ns[i].Path), plain.Valid(ns[i].Message)
	}
	return finding.Bounded(unit.SortNotifications(ns))
}

// sourceNotes are about source files that were found and not read, or not as usual.
func (a *Analysis) sourceNotes() []finding.Notification {
	var out []finding.Notification
	for _, u := range a.Program.Sources.Unreadable() {
		out = append(out, finding.Notification{Level: finding.Warning, Path: a.relative(u.Path), Message: "this source is not read: " + u.Reason})
	}
	for _, n := range a.Program.Sources.Notes() {
		out = append(out, finding.Notification{Level: finding.Note, Path: a.relative(n.Path), Message: n.Err.Error()})
	}
	return out
}

// Check runs the rules and verifies the budgets. An error is a mistake in how rules are declared, or that ctx ended.
func (a *Analysis) Check(ctx context.Context) (*finding.Report, error) {
	o := a.options
	r, err := newRunner(o.Rules)
	if err != nil {
		return nil, err
	}
	o.Progress.Phase("rules", len(a.Units))
	for i, u := range a.Units {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("stopped after %d of %d archives: %w", i, len(a.Units), err)
		}
		r.run(u)
		o.Progress.Step(i + 1)
	}
	report := &finding.Report{
		Model: o.Model, Unit: o.Unit, Device: o.Device, Confidence: o.Confidence, Machine: o.Machine, Mode: o.Mode, ModeDefault: o.ModeDefault, Root: o.Root, Rules: o.Infos, Version: o.Version,
		Classes: len(a.loaded.classes),
	}
	for _, c := range a.loaded.classes {
		report.Methods += len(c.Methods)
	}
	all := r.findings
	if o.Verify != nil {
		o.Progress.Phase("budgets", 0)
		v := o.Verify(ctx, a.Program, a.Units)
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("stopped while verifying budgets: %w", err)
		}
		report.Budgets, report.Capped = v.Budgets, v.Capped
		for i := range report.Budgets {
			report.Budgets[i].Location, report.Budgets[i].Lacking = a.complete(report.Budgets[i].Location), a.complete(report.Budgets[i].Lacking)
		}
		all = append(all, v.Findings...)
	}
	all = append(all, a.unmatched()...)
	ran := map[string]bool{}
	for _, rule := range o.Rules {
		ran[rule.Name] = true
	}
	for _, info := range o.Infos { // those that are no pass: budgets and suppressions
		ran[info.ID] = ran[info.ID] || !finding.OfPattern(info.ID) && (o.Compared || !slices.Contains(info.Tags, "difference"))
	}
	weigh := o.Recording.weigher(a.Program, report)
	s := newSuppressor(a, ran)
	keep := func(f finding.Finding) {
		set := o.Settings[f.Rule]
		if set.Level != "" {
			f.Level = set.Level
		}
		if f.Level == finding.Off {
			return
		}
		leftOut := weigh(&f)
		if f.Energy != nil && f.Energy.Measured != nil && f.Energy.Measured.Silent() {
			f.Location = a.complete(f.Location)
			s.apply(&f) // in another mode the suppression has an effect
			report.Silent = append(report.Silent, f)
			return
		}
		if f.Energy != nil && f.Energy.Saving.Mean < set.MinSaving {
			return
		}
		f.Location, f.About = a.complete(f.Location), a.complete(f.About)
		f.Related, f.Flow = a.completeAll(f.Related), a.completeAll(f.Flow)
		s.apply(&f)
		if f.SuppressedBy == "" && leftOut != "" {
			f.Suppressed, f.SuppressedBy = leftOut, finding.ByProfile
		}
		report.Findings = append(report.Findings, f)
	}
	for _, f := range all {
		keep(f)
	}
	for _, f := range s.unused() {
		keep(f)
	}
	slices.SortStableFunc(report.Findings, finding.Compare)
	slices.SortStableFunc(report.Silent, finding.Compare)
	report.Findings, report.Silent = withoutCopies(report.Findings), withoutCopies(report.Silent)
	if o.Fixes {
		a.fix(report)
	}
	slices.SortStableFunc(report.Budgets, func(x, y finding.BudgetResult) int {
		if c := finding.Compare(finding.Finding{Location: x.Location}, finding.Finding{Location: y.Location}); c != 0 {
			return c
		}
		return strings.Compare(x.Budget+"\x00"+x.Origin, y.Budget+"\x00"+y.Origin)
	})
	if len(o.Sources) > 0 {
		a.loaded.notes = append(a.loaded.notes, staleNotes(a.Units, a.Program.Sources, a.relative)...)
	}
	report.Notifications = a.Notifications()
	report.Unrepeated = a.Program.Unrepeated.Load()
	return report, nil
}

// complete fills in what is known about a finding's place besides class, method and line: the archive, and the source
// file, relative to Root where it was found.
func (a *Analysis) complete(l finding.Location) finding.Location {
	if l.Class != "" && a.Program.Analysed(l.Class) {
		if l.Input == "" {
			l.Input = a.Program.Input(l.Class)
		}
		c := a.Program.Lookup(l.Class)
		if path, ok := a.Program.Sources.File(c.Name, c.SourceFile()); ok && !l.Source {
			l.File, l.Source = a.relative(path), true
		}
		if l.File == "" {
			l.File = sourcePath(c)
		}
	}
	l.File, l.Input = plain.Valid(filepath.ToSlash(l.File)), plain.Valid(l.Input)
	return l
}

// Complete fills in what is known about a place besides class, method and line: see Location.
func (a *Analysis) Complete(l finding.Location) finding.Location { return a.complete(l) }

// completeAll completes several places.
func (a *Analysis) completeAll(ls []finding.Location) []finding.Location {
	out := slices.Clone(ls)
	for i := range out {
		out[i] = a.complete(out[i])
	}
	return out
}

// relative returns a path relative to Root, or as it is where it is not below.
func (a *Analysis) relative(path string) string {
	root, err := filepath.Abs(a.options.Root)
	if err != nil {
		return path
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(root, abs); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return abs
}

// Failed reports whether part of the analysis failed: whether a notification is an error.
func Failed(r *finding.Report) bool { return slices.ContainsFunc(r.Notifications, isError) }

func isError(n finding.Notification) bool { return n.Level == finding.Error }
