// Package config reads energylint.toml. The struct tags of the types here are the only description of its keys:
// decoding, checks and the reference in the documentation and in --help come from them.
package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/spec"
)

// FileName is the name of the configuration file.
const FileName = "energylint.toml"

// Config is a configuration with its defaults filled in. Paths are as written: relative to Dir.
//
// Tags: toml is the key; doc its description; default what it is when absent, in TOML; flag the command-line flag
// that overrides it; values the only values that a string, or the elements of a list, may have; kind the further
// check: energy, confidence, rule, method, symbol, predicate, format, model.
type Config struct {
	Analysis Analysis   `toml:"analysis" doc:"what is analysed"`
	Model    Model      `toml:"model" doc:"the energy model"`
	Output   Output     `toml:"output" doc:"what is reported, and how"`
	Rules    Rules      `toml:"rules" doc:"which rules run; a table of a rule's id, such as [rules.EL2001], has that rule's settings"`
	Budgets  []Budget   `toml:"budget" doc:"the energy that one call of a method may take"`
	Assumes  []Assume   `toml:"assume" doc:"sizes that the code does not bound, or costs of calls on objects that it is given; a result that used one says so"`
	Suppress []Suppress `toml:"suppress" doc:"findings that are not reported; one without effect is reported itself"`

	// File is the path of the configuration file, empty where there is none; Dir is its directory.
	File string `toml:"-"`
	Dir  string `toml:"-"`
	// NoLibraries are the patterns of the class path whose directory is not there.
	NoLibraries []string `toml:"-"`
	// Tree is what the paths of the file must not lead out of: the repository.
	Tree *files.Tree `toml:"-"`

	lines lineTable
	given map[string]bool
}

// Analysis is [analysis].
type Analysis struct {
	Paths        []string `toml:"paths" doc:"class files, jars, directories to analyse where the command line names none; else the classes of every module of the build" flag:"PATH"`
	Sources      []string `toml:"sources" doc:"directories of Java and Kotlin sources; else those of every module" flag:"--source"`
	Classpath    []string `toml:"classpath" doc:"libraries that the code calls, globs allowed; else the jars beside each module" flag:"--classpath"`
	Nested       bool     `toml:"include-nested" default:"false" doc:"also analyse the libraries inside of jars and wars; else they are class path" flag:"--include-nested"`
	JDK          string   `toml:"jdk" default:"\"embedded\"" doc:"where the costs of the JDK's methods and its classes come from: embedded (the JDK 17 that energylint carries), the JDK in a path, auto (that of JAVA_HOME, else of the PATH), or none" flag:"--jdk"`
	Cache        string   `toml:"cache" default:"\"auto\"" doc:"where costs of dependencies and of JDKs that are read are kept from run to run: auto (below the user's cache directory), none, or a directory" flag:"--cache"`
	UnknownCalls string   `toml:"unknown-calls" default:"\"unknown\"" kind:"unknown-calls" doc:"what a call costs that nothing prices: unknown (the result is then unknown), or an energy that is assumed for each, such as 10 uJ" flag:"--unknown-calls"`
	// UnknownOrigin says where UnknownCalls is written.
	UnknownOrigin spec.Origin `toml:"-"`
	Jobs          int         `toml:"jobs" default:"0" doc:"threads; 0 is one for each processor" flag:"--jobs"`
}

// Model is [model].
type Model struct {
	Name       string   `toml:"name" default:"\"rpi5-nyholm\"" kind:"model" doc:"a model that is shipped: energylint model list names them" flag:"--model"`
	File       string   `toml:"file" doc:"a model of your own, instead of name" flag:"--model"`
	Device     string   `toml:"device" default:"\"any\"" doc:"the device of the model that the code runs on, or any: the worst of them" flag:"--device"`
	Confidence float64  `toml:"confidence" default:"0.95" kind:"confidence" doc:"the probability with which bounds and budgets hold, between 0 and 1" flag:"--confidence"`
	Residual   string   `toml:"residual" default:"\"pattern\"" values:"pattern,execution" doc:"whether the model's lack of fit is one error for each pattern or one for each execution"`
	Mode       string   `toml:"mode" default:"\"c2\"" values:"interpreter,c1,c2" doc:"how the virtual machine executes the code that findings are about: interpreter prices them by the model, c1 and c2 by what was measured of compiled code. Budgets are of the interpreter in every mode" flag:"--mode"`
	Evidence   string   `toml:"evidence" default:"\"openjdk-17-x86-64\"" doc:"what was measured of compiled code: a table that is shipped (openjdk-17-x86-64, openjdk-25-x86-64), or a file of energylint rules measure" flag:"--evidence"`
	Watts      float64  `toml:"watts_per_core" default:"0" kind:"watts" doc:"the power of a busy processor core, by which CPU time becomes energy; 0 is 5 W, which results then name as an assumption"`
	Libraries  []string `toml:"libraries" doc:"files with costs of library calls, before the ones that are shipped" flag:"--library"`
}

// Output is [output].
type Output struct {
	Format          []string `toml:"format" default:"[\"text\"]" kind:"format" doc:"text, json, sarif, github, markdown, junit, gitlab, checkstyle or sonar, each optionally with =FILE" flag:"--format"`
	Baseline        string   `toml:"baseline" doc:"a file of known findings: only new ones are reported" flag:"--baseline"`
	FailOn          string   `toml:"fail-on" default:"\"error\"" values:"error,warning,note,never" doc:"the least level of a finding that makes the exit code 1" flag:"--fail-on"`
	FailOnLostProof bool     `toml:"fail-on-lost-proof" default:"false" doc:"whether a budget that was proved in the state of --since, and is no longer, makes the exit code 1"`
	Color           string   `toml:"color" default:"\"auto\"" values:"auto,always,never" doc:"colours: auto is on a terminal, unless NO_COLOR is set or TERM is dumb" flag:"--color"`
	Quiet           bool     `toml:"quiet" default:"false" doc:"findings only: no summary, no progress" flag:"--quiet"`
	// Tree is what the files of Format must not lead out of, nil where flags name them.
	Tree    *files.Tree `toml:"-"`
	Verbose bool        `toml:"verbose" default:"false" doc:"also say what was read and how long it took" flag:"--verbose"`
}

// Rules is [rules]. Rule is keyed by the rule's id or name as written.
type Rules struct {
	Enable    []string        `toml:"enable" kind:"rule" doc:"rules that are off by default" flag:"--enable"`
	Disable   []string        `toml:"disable" kind:"rule" doc:"rules that do not run" flag:"--disable"`
	MinSaving string          `toml:"min-saving" default:"\"0 J\"" kind:"energy" doc:"a finding that saves less is not reported" flag:"--min-saving"`
	Hot       []string        `toml:"hot" kind:"methods" doc:"methods that code outside of the program calls again and again, as in a budget: of a library, or what a web framework calls for each request; ** at the end names constructors and lambdas, too. Rules take them for called in a loop" flag:"--hot"`
	Profile   []string        `toml:"profile" doc:"samples of a run, files or directories of recordings: check puts first what that run would gain most from, and leaves out what would save less than 0.1% of it" flag:"--profile"`
	Rule      map[string]Rule `toml:"*" kind:"rule" doc:"one rule's settings, by its id or name"`

	HotPatterns []*methodpattern.Pattern `toml:"-"` // of Hot
	HotGiven    []*methodpattern.Pattern `toml:"-"` // of the command line, the same for all projects
}

// Rule is [rules.EL2001].
type Rule struct {
	Level     string `toml:"level" values:"error,warning,note,none" doc:"how severe its findings are; none is off"`
	MinSaving string `toml:"min-saving" kind:"energy" doc:"a finding of this rule that saves less is not reported"`
}

// Budget is a [[budget]].
type Budget struct {
	Method     string  `toml:"method" kind:"method" required:"yes" doc:"the method, such as com.acme.Codec.encode; with parameter types one overload; * and ** are globs, of methods as they are declared: constructors, initialisers and lambdas only by <init>, <clinit>, lambda$*"`
	Energy     string  `toml:"energy" kind:"budget" required:"yes" doc:"the budget: 5 mJ, or an expression over the method's sizes, 35 uJ + 120 nJ * n"`
	When       string  `toml:"when" kind:"predicate" doc:"the budget holds for calls that satisfy this, such as n <= 10000"`
	Confidence float64 `toml:"confidence" kind:"confidence" doc:"the probability with which it holds; else that of [model]"`

	Pattern *methodpattern.Pattern `toml:"-"` // of Method
	Spec    spec.Budget            `toml:"-"` // Energy, When, Confidence and where it is written
}

// Assume is an [[assume]].
type Assume struct {
	Symbol string  `toml:"symbol" kind:"symbol" required:"yes" doc:"the size or call, as results name it: n, names.size(), it.next(); globs as in *.size(); a call also by its class, Iterator.next()"`
	Method string  `toml:"method" kind:"method" doc:"only in these methods"`
	Max    float64 `toml:"max" doc:"its greatest value; its smallest is taken to be 0"`
	Energy string  `toml:"energy" doc:"instead of max, what one such call costs at most: 100 nJ"`

	Pattern *methodpattern.Symbol  `toml:"-"` // of Symbol
	Methods *methodpattern.Pattern `toml:"-"` // of Method, nil for all
	Joules  float64                `toml:"-"` // of Energy
	Origin  spec.Origin            `toml:"-"`
}

// Suppress is a [[suppress]].
type Suppress struct {
	Rule   []string `toml:"rule" kind:"rule" doc:"the rule, or a list of rules; all where absent"`
	Method string   `toml:"method" kind:"method" required:"yes" doc:"the methods, as in a budget"`
	Reason string   `toml:"reason" doc:"why, for the people who read the report"`

	Pattern     *methodpattern.Pattern `toml:"-"` // of Method
	Suppression spec.Suppression       `toml:"-"` // Rule, Reason and where it is written
}

// Find looks for the configuration file in dir and its parents; ok is false where there is none.
func Find(dir string) (path string, ok bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	for {
		path = filepath.Join(dir, FileName)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

// Load reads a configuration file, which must not lead out of own: nil for one that the command line names. tree is what
// its paths must not lead out of. The error is an Errors where the file can be read but is wrong.
func Load(path string, own, tree *files.Tree) (*Config, error) {
	data, err := own.Read(path, files.MaxConfig)
	if err != nil {
		return nil, fmt.Errorf("cannot read the configuration: %s: %s", path, files.Reason(err))
	}
	c, err := Parse(path, data)
	if err != nil {
		return nil, err
	}
	c.File, c.Dir, c.Tree = path, filepath.Dir(path), tree
	return c, nil
}

// Default returns the configuration that applies without a file.
func Default() *Config {
	c, err := Parse(FileName, nil)
	if err != nil { // the defaults are constants: a test parses them
		return &Config{Dir: "."}
	}
	c.Dir = "."
	return c
}

// Path returns a path of the configuration relative to the working directory rather than to the file's.
func (c *Config) Path(p string) string {
	if p == "" || filepath.IsAbs(p) || c.Dir == "" || c.Dir == "." {
		return p
	}
	return filepath.Join(c.Dir, p)
}

// Give marks a key as one that the command line gave.
func (c *Config) Give(key string) {
	if c.given == nil {
		c.given = map[string]bool{}
	}
	c.given[key] = true
}

// Chosen reports whether the file or the command line gives a key.
func (c *Config) Chosen(key string) bool { return c.given[key] || c.Line(key) > 0 }

// TreeOf returns what the paths of a key must not lead out of, nil where the command line gave them.
func (c *Config) TreeOf(key string) *files.Tree {
	if c.given[key] {
		return nil
	}
	return c.Tree
}

// Outside is the error of a path that leads out of the repository; flag is how to name it on the command line.
func (c *Config) Outside(key, path, flag string, err error) error {
	return Error{File: c.name(), Line: c.lines.line(key), Key: key, Msg: fmt.Sprintf("%q %s; to use it, name it on the command line, with %s", path, strings.TrimPrefix(files.Reason(err), "it "), flag)}
}

// CheckRules reports every rule that the configuration names and known does not hold, as an Errors. ids are the
// candidates for a hint.
func (c *Config) CheckRules(known func(idOrName string) bool, ids []string) error {
	var errs Errors
	check := func(key, rule string) {
		if !known(rule) {
			errs = append(errs, Error{File: c.name(), Line: c.lines.line(key), Key: key, Msg: fmt.Sprintf("there is no rule %q%s", rule, hint(rule, ids))})
		}
	}
	for _, r := range c.Rules.Enable {
		check("rules.enable", r)
	}
	for _, r := range c.Rules.Disable {
		check("rules.disable", r)
	}
	for r := range c.Rules.Rule {
		check("rules."+r, r)
	}
	for i, s := range c.Suppress {
		for _, r := range s.Rule {
			check(fmt.Sprintf("suppress[%d].rule", i), r)
		}
	}
	return errs.sorted()
}

// Line returns the line of a key, such as "model.name" or "budget[0].energy", 0 where it is not written.
func (c *Config) Line(key string) int { return c.lines[key] }

func (c *Config) name() string {
	if c.File != "" {
		return c.File
	}
	return FileName
}

// Level returns the level that the configuration sets for a rule, by its id or name; empty where it sets none.
func (c *Config) Level(id, name string) string {
	if l := c.Rules.Rule[id].Level; l != "" {
		return l
	}
	return c.Rules.Rule[name].Level
}

// MinSaving returns the saving in joules below which findings of a rule are not reported.
func (c *Config) MinSaving(id, name string) float64 {
	for _, s := range []string{c.Rules.Rule[id].MinSaving, c.Rules.Rule[name].MinSaving, c.Rules.MinSaving} {
		if s != "" {
			if v, err := energy(s); err == nil {
				return v
			}
		}
	}
	return 0
}

// ParseEnergy parses a constant energy into the assumption.
func (a *Assume) ParseEnergy(s string) (err error) {
	a.Energy = strings.TrimSpace(s)
	if a.Joules, err = energy(a.Energy); err == nil && a.Joules < 0 {
		err = fmt.Errorf("a call costs no less than 0: %s", a.Energy)
	}
	return err
}

// UnknownCall returns the joules that are assumed for a call that nothing prices; ok is false where none are.
func (c *Config) UnknownCall() (joules float64, ok bool) {
	return ParseUnknownCalls(c.Analysis.UnknownCalls)
}

// ParseUnknownCalls returns the energy that a value of unknown-calls is; ok is false for unknown.
func ParseUnknownCalls(s string) (joules float64, ok bool) {
	if s == "unknown" {
		return 0, false
	}
	v, err := energy(s)
	return v, err == nil
}

// CheckEnergy returns the error of a text that is no constant energy.
func CheckEnergy(s string) error {
	_, err := energy(s)
	return err
}

// energy parses a constant energy. Nothing is that in any unit: 0.
func energy(s string) (float64, error) {
	if v, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err == nil && v == 0 {
		return 0, nil
	}
	e, err := spec.ParseEnergy(s)
	if err != nil {
		return 0, err
	}
	v, err := spec.Evaluate(e, func(string) (float64, bool) { return 0, false })
	if err == nil && v < 0 {
		err = errors.New("an energy is not negative")
	}
	return v, err
}
