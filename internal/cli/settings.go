package cli

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/spec"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/library"
	"github.com/energylint/energylint/rules"
	"github.com/energylint/energylint/rules/evidence"
)

// Settings are the configuration with the flags applied, and what they name loaded. Paths are relative to the
// working directory.
type Settings struct {
	Config         *config.Config
	Paths          []string
	Sources        []string
	fixed          int // how many of Sources come before the others: those that are given, or of the builds that paths are in
	Classpath      []string
	JDK            string              // home, empty for none
	Embedded       *summaries.Embedded // of the JDK, nil where it is not used
	caches         []*summaries.Cached
	libraries      []*library.Library // of the user, the first comes before the others
	libraryDigests []string           // SHA-256 of their files
	Model          *models.Model
	mistaken       *mistaken
	uncompiled     []string // modules of the project without classes
	exact          bool     // only machines read the formulas
	fixes          bool     // findings get their repairs
	recording      *driver.Recording
	callEnergy     bool     // snapshots have the energy of each call
	unheated       []string // its methods, where a pattern of --hot matches none of them
	dump           string   // the internal representation that explain writes, empty for its usual text
	measurement    rules.Measurement
	costs          []pattern.ID // entries of the model, by assumption; 0 where it is of a size
	Device         string
	Stdout, Stderr io.Writer
	Version        string
	Project        string // directory of the configuration, else the working directory
	Root           string // of the repository that Project is in, else Project
}

// flags are the flags that several commands share.
type flags struct {
	config                             string
	source, classpath, assume, library []string
	jdk, cache, model, device, unknown string
	mode, evidence                     string
	confidence                         float64
	jobs                               int
	quiet, verbose, callEnergy, nested bool
	enable, disable, hot, format       []string
	baseline, writeBaseline, failOn    string
	since, newFromRev                  string
	color, minSaving                   string
	profile                            []string
	set                                func(name string) bool

	hotPatterns []*methodpattern.Pattern // of hot, once they are read
}

// jdks are the values of --jdk that are no path.
var jdks = []string{driver.Embedded, "auto", "none"}

// caches are the values of --cache that are no path.
var caches = []string{"auto", "none"}

// input are the flags about what is read; quiet and verbose say what these flags do to what the command prints.
func (f *flags) input(fs *pflag.FlagSet, quiet, verbose string) {
	f.set = func(name string) bool { return fs.Changed(name) }
	fs.StringVar(&f.config, "config", "", "configuration `FILE` for all paths; else "+config.FileName+" in the PATH, here or in a parent directory")
	fs.StringArrayVar(&f.source, "source", nil, "`DIR` of Java or Kotlin sources; repeatable")
	fs.StringArrayVar(&f.classpath, "classpath", nil, "library `PATH` that the code calls, globs allowed; repeatable, or separated by "+string(os.PathListSeparator))
	fs.BoolVar(&f.nested, "include-nested", false, "also analyse the libraries inside of jars and wars; else they are class path")
	fs.StringVar(&f.jdk, "jdk", driver.Embedded, "the JDK whose library is called: embedded, auto, none or the `HOME` of one to read")
	fs.StringVar(&f.cache, "cache", "auto", "keep costs of dependencies in `DIR`; auto is the user's cache directory, none keeps nothing")
	fs.IntVarP(&f.jobs, "jobs", "j", 0, "`N` threads; 0 is one for each processor")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, quiet)
	fs.BoolVarP(&f.verbose, "verbose", "v", false, verbose)
}

// pricing are the flags about the model.
func (f *flags) pricing(fs *pflag.FlagSet) {
	fs.StringVar(&f.model, "model", "rpi5-nyholm", "energy model: a `NAME` of energylint model list, or a .toml file")
	fs.StringVar(&f.device, "device", "any", "`DEVICE` of the model, or any: the worst of them")
	fs.Float64Var(&f.confidence, "confidence", 0.95, "`PROBABILITY` with which bounds and budgets hold")
	fs.StringArrayVar(&f.assume, "assume", nil, "assume a size that the code does not bound, as `'SYMBOL<=N'`, or the cost of a call in the formula, as 'it.next()<=100 nJ'; repeatable")
	fs.StringArrayVar(&f.library, "library", nil, "`FILE` with costs of library calls; repeatable")
	fs.StringVar(&f.unknown, "unknown-calls", "unknown", "`ENERGY` of a call that nothing prices, or unknown")
}

// selection are the flags about which findings count.
func (f *flags) selection(fs *pflag.FlagSet) {
	fs.StringSliceVar(&f.enable, "enable", nil, "enable the `RULE`, by id or name; repeatable")
	fs.StringSliceVar(&f.disable, "disable", nil, "disable the `RULE`; repeatable")
	fs.StringVar(&f.baseline, "baseline", "", "`FILE` of known findings: report only what is new")
	fs.StringVar(&f.newFromRev, "new-from-rev", "", "report findings only on lines that changed since the git revision `REV`, in methods that these lines call, and on budgets that depend on them")
	fs.StringSliceVar(&f.hot, "hot", nil, "take each `METHOD` for called in a loop, by code outside of the program; a pattern as in a budget, repeatable")
	fs.StringVar(&f.minSaving, "min-saving", "", "report no finding that saves less than `ENERGY`, such as 10uJ, of rules without a min-saving of their own (default 0 J)")
}

// reporting are the flags about rules and output.
func (f *flags) reporting(fs *pflag.FlagSet) {
	f.selection(fs)
	fs.StringArrayVarP(&f.format, "format", "f", nil, "`FORMAT[=FILE]`: "+strings.Join(config.Formats, ", ")+"; repeatable (default text)")
	fs.StringVar(&f.since, "since", "", "compare with an earlier state, a `SNAPSHOT` of energylint snapshot: report costs that grew and budgets that are not proved any more")
	fs.StringVar(&f.failOn, "fail-on", "error", "least `LEVEL` of a finding that makes the exit code 1: error, warning, note or never")
	fs.StringVar(&f.color, "color", "auto", "`WHEN` to colour text: auto, always or never")
}

// execution are the flags about how findings are priced.
func (f *flags) execution(fs *pflag.FlagSet) {
	fs.StringVar(&f.mode, "mode", string(evidence.C2), "price findings for code that the virtual machine executes in `MODE`: interpreter, c1 or c2")
	fs.StringVar(&f.evidence, "evidence", evidence.DefaultName, "what was measured of compiled code: a `TABLE` that is shipped, or a file of energylint rules measure")
}

// configuration loads a project's configuration and applies the flags.
func (p *program) configuration(f *flags, of selection) (*config.Config, error) {
	c, err := f.loadConfig(of)
	if err != nil {
		return nil, &exit{ExitUsage, err}
	}
	if err := f.paths(c, of); err != nil {
		return nil, &exit{ExitUsage, err}
	}
	str := func(name, value string, to *string) {
		if f.set(name) {
			*to = value
		}
	}
	for _, dir := range f.source {
		if _, err := os.Stat(dir); err != nil {
			return nil, usage("--source %q: there is no such directory", dir)
		}
	}
	str("unknown-calls", f.unknown, &c.Analysis.UnknownCalls)
	if f.set("unknown-calls") {
		c.Analysis.UnknownOrigin = spec.Origin{File: "--unknown-calls"}
	}
	if f.set("mode") {
		c.Give("model.mode")
		c.Model.Mode = f.mode
	}
	str("device", f.device, &c.Model.Device)
	str("fail-on", f.failOn, &c.Output.FailOn)
	str("min-saving", f.minSaving, &c.Rules.MinSaving)
	str("color", f.color, &c.Output.Color)
	if line := c.Line("model.name"); line > 0 && !f.set("model") {
		if _, err := models.Load(c.Model.Name); err != nil {
			return nil, usage("%s:%d: model.name: %w", filepath.Base(c.File), line, err)
		}
	}
	if f.set("model") {
		c.Give("model.file")
		c.Model.Name, c.Model.File = f.model, ""
		if strings.HasSuffix(f.model, ".toml") {
			c.Model.Name, c.Model.File = "", f.model
		}
	}
	if f.set("confidence") {
		c.Model.Confidence = f.confidence
	}
	if f.set("include-nested") {
		c.Analysis.Nested = f.nested
	}
	if f.set("jobs") {
		c.Analysis.Jobs = f.jobs
	}
	if f.set("quiet") {
		c.Output.Quiet = f.quiet
	}
	if f.set("verbose") {
		c.Output.Verbose = f.verbose
	}
	for _, x := range []struct {
		flag  string
		rules []string
	}{{"enable", f.enable}, {"disable", f.disable}} {
		for _, r := range x.rules {
			if ids := p.ruleNames(); !slices.Contains(ids, r) {
				return nil, usage("--%s: there is no rule %q%s (energylint rules lists them)", x.flag, r, nearest.DidYouMean(r, ids))
			}
		}
	}
	c.Rules.Enable = append(c.Rules.Enable, f.enable...)
	c.Rules.Disable = append(c.Rules.Disable, f.disable...)
	if f.hotPatterns == nil {
		for _, text := range f.hot {
			pattern, err := methodpattern.CompileSuffix(text)
			if err != nil {
				return nil, usage("--hot: %w", err)
			}
			f.hotPatterns = append(f.hotPatterns, pattern)
		}
	}
	c.Rules.HotGiven = f.hotPatterns
	for _, s := range f.assume {
		a, err := parseAssume(s)
		if err != nil {
			return nil, usage("--assume %q: %w", s, err)
		}
		c.Assumes = append(c.Assumes, a)
	}
	return c, p.checkValues(c)
}

// checkValues checks what came from flags the way the configuration's values are.
func (p *program) checkValues(c *config.Config) error {
	one := func(flag, value string, allowed ...string) error {
		if slices.Contains(allowed, value) {
			return nil
		}
		return usage("--%s %q: expected %s%s", flag, value, strings.Join(allowed, ", "), nearest.DidYouMean(value, allowed))
	}
	if !(c.Model.Confidence > 0 && c.Model.Confidence < 1) {
		return usage("--confidence %v: expected a probability between 0 and 1, such as 0.95", c.Model.Confidence)
	}
	if c.Analysis.Jobs < 0 {
		return usage("--jobs %d: expected a number of threads, or 0 for one per processor", c.Analysis.Jobs)
	}
	if err := one("fail-on", c.Output.FailOn, "error", "warning", "note", "never"); err != nil {
		return err
	}
	if err := one("color", c.Output.Color, "auto", "always", "never"); err != nil {
		return err
	}
	if c.Analysis.UnknownCalls != "unknown" {
		if _, ok := c.UnknownCall(); !ok {
			return usage("--unknown-calls %q: expected unknown or an energy such as 10 uJ", c.Analysis.UnknownCalls)
		}
	}
	if err := one("mode", c.Model.Mode, modeNames()...); err != nil {
		return err
	}
	if near := nearest.Word(c.Analysis.Cache, caches); near != "" && near != c.Analysis.Cache && !strings.ContainsAny(c.Analysis.Cache, `/\`) {
		if _, err := os.Stat(c.Analysis.Cache); err != nil {
			return usage("--cache %q: there is no such directory; did you mean %q? To make one of that name, write ./%[1]s", c.Analysis.Cache, near)
		}
	}
	if err := config.CheckEnergy(c.Rules.MinSaving); err != nil {
		return usage("--min-saving %q: %w", c.Rules.MinSaving, err)
	}
	stdout := ""
	for _, s := range c.Output.Format {
		format, file, err := config.ParseFormat(s)
		if err != nil {
			return usage("--format %w", err)
		}
		if file == "" {
			if stdout != "" {
				return usage("--format %s and --format %s both write to standard output: give one a file, as in --format %s=FILE", stdout, format, format)
			}
			stdout = format
		}
	}
	ids := p.ruleNames()
	if err := c.CheckRules(func(s string) bool { return slices.Contains(ids, s) }, ids); err != nil {
		return &exit{ExitUsage, err}
	}
	return nil
}

// ruleNames returns the ids and names of all rules.
func (p *program) ruleNames() []string {
	var out []string
	for _, r := range p.engine.Rules {
		out = append(out, r.ID, r.Name)
	}
	return out
}

// settings loads what the configuration names.
func (p *program) settings(c *config.Config) (*Settings, error) {
	driver.DelayCollection()
	s := &Settings{
		Config: c, Paths: c.Analysis.Paths, Sources: c.Analysis.Sources, Device: c.Model.Device, Stdout: p.stdout, Stderr: p.stderr,
		mistaken: &mistaken{}, Version: version(), Project: filepath.Dir(c.Path("x")),
	}
	wait := s.recognise()
	defer wait()
	if !c.Analysis.Nested {
		s.Classpath = slices.Concat(s.Classpath, archive.Libraries(s.Paths, archive.Options{Root: s.Root}))
	}
	var err error
	if s.JDK, _, err = driver.FindJDK(c.Analysis.JDK); err != nil {
		return nil, usage("%w%s", err, nearest.DidYouMean(c.Analysis.JDK, jdks))
	}
	if c.Analysis.JDK == driver.Embedded {
		if s.Embedded, err = p.engine.JDK(); err != nil {
			return nil, failure(err)
		}
	}
	if s.Model, s.costs, err = loadModel(c); err != nil {
		return nil, &exit{ExitUsage, err}
	}
	if s.measurement, err = loadMeasurement(c); err != nil {
		return nil, &exit{ExitUsage, err}
	}
	for _, file := range c.Model.Libraries {
		data, err := c.TreeOf("model.libraries").Read(file, files.MaxModel)
		if err != nil {
			return nil, usage("cannot read the library models: %s: %s", file, files.Reason(err))
		}
		own, err := library.Parse(file, data)
		if err != nil {
			return nil, &exit{ExitUsage, err}
		}
		s.libraries = append(s.libraries, own)
		s.libraryDigests = append(s.libraryDigests, fmt.Sprintf("%x", sha256.Sum256(data)))
	}
	if _, err := s.Model.Resolve(s.Device); err != nil {
		return nil, &exit{ExitUsage, err}
	}
	return s, nil
}

// configFile is the configuration's path as findings name it: relative to Root.
func (s *Settings) configFile() string {
	if rel, err := filepath.Rel(s.Root, s.Config.File); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(s.Config.File)
}

// loadModel returns the model with what is assumed of calls, and the entries that count these.
func loadModel(c *config.Config) (*models.Model, []pattern.ID, error) {
	m, err := models.Load(c.Model.Name)
	if c.Model.File != "" {
		m, err = modelFile(c.Model.File, c.TreeOf("model.file"))
	}
	if err != nil {
		return nil, nil, err
	}
	r, err := models.ParseResidual(c.Model.Residual)
	if err != nil {
		return nil, nil, err
	}
	m = m.WithResidual(r)
	if cost, ok := c.UnknownCall(); ok {
		if m.Unit().Symbol != "J" {
			return nil, nil, fmt.Errorf("%s is an energy, and model %s counts %ss: what calls without a price cost cannot be assumed in joules", c.Analysis.UnknownOrigin.String(), m.Name(), m.File().Unit)
		}
		m = m.WithUnknownCall(cost, c.Analysis.UnknownOrigin.String())
	}
	costs := make([]pattern.ID, len(c.Assumes))
	for i, a := range c.Assumes {
		if a.Energy == "" {
			continue
		}
		if m.Unit().Symbol != "J" {
			return nil, nil, fmt.Errorf("%s: %s is an energy, and model %s counts %ss: what a call costs cannot be assumed in joules", a.Origin.String(), a.Energy, m.Name(), m.File().Unit)
		}
		if m, costs[i], err = m.WithAssumedCall(a.Symbol, a.Joules); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", a.Origin.String(), err)
		}
	}
	return m, costs, nil
}

// staleSummaries tells that calls of the JDK cost what another version of the engine computes: as sound a bound as the last release's, so
// that only --verbose and the version command tell it.
var staleSummaries = finding.Notification{
	Level: finding.Note, Path: "JDK",
	Message: "this build of energylint prices calls of the JDK as the last release does, although its engine has changed: " +
		"use a release, run make summaries before the build, or give --jdk HOME",
}

// options are the driver's options.
func (p *program) options(s *Settings) driver.Options {
	c := s.Config
	o := driver.Options{
		Paths: s.Paths, Sources: s.Sources, Fixed: s.fixed, Classpath: s.Classpath, JDK: s.JDK, Jobs: c.Analysis.Jobs, Infos: p.engine.Rules, Settings: map[string]driver.Setting{},
		Archive: archive.Options{Root: s.Root, SkipLibraries: !c.Analysis.Nested},
		Machine: cmp.Or(s.Model.File().Machine, "the machine that model "+s.Model.Name()+" is of"), Mode: modePhrase(s.measurement), ModeDefault: !c.Chosen("model.mode"),
		Model: s.Model.Name(), Unit: s.Model.Counts(), Device: s.Device, Confidence: c.Model.Confidence, Root: s.Root, Version: s.Version, Fixes: s.fixes, Recording: s.recording,
	}
	if s.Embedded != nil {
		o.Platform = s.Embedded.Find
		if s.Embedded.Stale && c.Output.Verbose {
			o.Notes = append(o.Notes, staleSummaries)
		}
	}
	o.Notes = slices.Concat(o.Notes, s.uncompiledNotes(), s.missingSourceNotes(), s.missingLibraryNotes())
	enabled := map[string]bool{}
	for _, r := range p.engine.Rules {
		level := finding.Level(c.Level(r.ID, r.Name))
		named := func(list []string) bool { return slices.Contains(list, r.ID) || slices.Contains(list, r.Name) }
		on := (r.Level != finding.Off || named(c.Rules.Enable) || level != "") && !named(c.Rules.Disable) && level != finding.Off
		if on && level == "" && r.Level == finding.Off {
			level = finding.Warning
		}
		if !on {
			level = finding.Off
		}
		enabled[r.ID] = on
		o.Settings[r.ID] = driver.Setting{Level: level, MinSaving: c.MinSaving(r.ID, r.Name)}
	}
	if p.engine.Passes != nil {
		o.Rules = p.engine.Passes(s, enabled)
	}
	for _, pattern := range c.Rules.HotPatterns {
		o.Targets = append(o.Targets, driver.Target{What: "hot", Method: pattern.String(), Matches: pattern.MatchRepeated, InClass: pattern.MayMatchIn, File: s.configFile(), Line: c.Line("rules.hot")})
	}
	for i, b := range c.Budgets {
		o.Targets = append(o.Targets, driver.Target{What: "[[budget]]", Method: b.Method, Matches: b.Pattern.MatchDeclared, InClass: b.Pattern.MayMatchIn, File: s.configFile(), Line: c.Line(fmt.Sprintf("budget[%d].method", i))})
	}
	for i, a := range c.Assumes {
		if a.Methods != nil {
			o.Targets = append(o.Targets, driver.Target{What: "[[assume]]", Method: a.Method, Matches: func(m *classfile.Method) bool { return a.Methods.Match(m.Class.Name, m.Name, m.Desc) }, InClass: a.Methods.MayMatchIn, File: s.configFile(), Line: c.Line(fmt.Sprintf("assume[%d].method", i))})
		}
	}
	for _, x := range c.Suppress {
		o.Suppressions = append(o.Suppressions, driver.Suppression{
			Rules: x.Rule, Method: x.Method, Matches: x.Pattern.Match, InClass: x.Pattern.MayMatchIn, Reason: x.Reason,
			File: s.configFile(), Line: x.Suppression.Origin.Line,
		})
	}
	return o
}

// configHelp lists the configuration's keys for --help.
func configHelp() string {
	var b strings.Builder
	b.WriteString("Configuration (" + config.FileName + "):\n")
	for _, k := range config.KeysReference() {
		if k.Name == "" {
			fmt.Fprintf(&b, "\n  %s  %s\n", k.Table, k.Doc)
			continue
		}
		fmt.Fprintf(&b, "    %-20s%s", k.Name, k.Doc)
		if k.Values != "" {
			fmt.Fprintf(&b, " (%s)", k.Values)
		}
		if k.Required {
			b.WriteString("; required")
		}
		if k.Default != "" {
			fmt.Fprintf(&b, "; default %s", k.Default)
		}
		if k.Flag != "" {
			fmt.Fprintf(&b, " [%s]", k.Flag)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// withConfigHelp appends the configuration's keys to the help of a command.
func withConfigHelp(c *cobra.Command) {
	c.SetUsageTemplate(c.UsageTemplate() + "\n" + strings.ReplaceAll(configHelp(), "{{", "{{\"{{\"}}"))
}
