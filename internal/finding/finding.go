// Package finding defines the results of a run: findings of rules with their place and energy, results of budgets,
// notifications, and the report that holds them. Rules, budgets, the driver and the output formats share these types; the
// package knows no output format (see sarif and internal/report).
package finding

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Level is how severe a finding is, in SARIF's words.
type Level string

// The levels, most severe first.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
	Off     Level = "none"
)

// Rank orders levels: a higher rank is more severe, Off is 0.
func (l Level) Rank() int {
	return 1 + slices.Index([]Level{Note, Warning, Error}, l)
}

// Location is a place in the analysed code.
type Location struct {
	Class  string // internal name, java/util/Map$Entry
	Method string // name, <init> for constructors
	Desc   string // descriptor, ([BI)V
	File   string // the source file: repository-relative where the source was found, else package path and SourceFile
	Source bool   // File exists on disk
	Input  string // the class file or archive that it was read from
	Line   int    // 1-based, 0 where the class has no line table
	Column int    // 1-based, 0 unless the source says
	// Message says what happens here, in a code flow or as a related place.
	Message string
}

// Distribution is an amount of energy as a Gaussian, with the bound that a budget is held against.
type Distribution struct {
	Mean, SD float64 // joules, or in the unit of the model
	Upper    float64 // joules, at the configured confidence; the lower bound where it is the best case of a budget
	// Unit is what the model counts where that is not the joule: "instruction".
	Unit string
	// Formula is set where the amount depends on sizes: "412 nJ + names.size() * 96 nJ". Of a budget's result it is the sound
	// bound for each size; of a change of code, the mean, and Mean and SD then hold one unit of Per.
	Formula string
	// MeanFormula is the mean, where Formula is a bound.
	MeanFormula string
	// Rounded is Formula in fewer terms that are at least as much, for people; empty where that is Formula itself.
	Rounded string
	// Conditions are those under which Formula holds: "n + 1 <= 2147483647".
	Conditions []string
}

// Readable is the formula of a bound as people read it: rounded where it can be, with the conditions under which it holds.
func (d Distribution) Readable() string {
	return "at most " + Abbreviated(cmp.Or(d.Rounded, d.Formula)) + Where(d.Conditions)
}

// Where writes the conditions of a formula behind it; empty for none.
func Where(conditions []string) string {
	if len(conditions) == 0 {
		return ""
	}
	return " where " + strings.Join(conditions, " and ")
}

// Energy is what a finding costs as written and after the repair.
type Energy struct {
	Cost, Repaired, Saving Distribution
	SavingLow              float64 // joules, lower end of the saving's interval at the configured confidence
	SavingHigh             float64 // joules, upper end
	Per                    string  // what the amounts are for: "call", "iteration"
	Multiplier             string  // what multiplies it: "the loop at line 12, at most 100 times"
	DerivedShare           float64 // share of Cost that rests on derived patterns, 0 to 1
	// TakesTime is the probability that the method takes 0.1% of a run and more, as far as its name tells: for ranking alone.
	TakesTime float64
	// Measured is set in compiled code, where evidence prices the finding and not the energy model.
	Measured *Measured
	// Recorded is what a recorded run says of the place, nil without one.
	Recorded *Recorded
}

// Recorded says how much of a recorded run the place of a finding takes, as shares of its samples.
type Recorded struct {
	Share  float64 // the lines of the finding with what they call; without lines its method with the libraries that it calls
	Method float64 // its method with all that it calls
	Lines  bool    // Share is of the lines
	Call   string  // without lines, the name of the method whose calls Share is of; empty where it is of all that the method does
	Saving float64 // at most so much of the run the repair saves
	// Samples is how many samples Share is of.
	Samples float64
	// Sleeps is how often a thread slept in the lines of the finding, where what that costs is the saving; else 0.
	Sleeps float64
}

// LeastRecorded is the share of a recorded run from which on the saving of a finding is worth a report, and leastSamples how many samples
// tell one from chance.
const (
	LeastRecorded = 0.001
	leastSamples  = 3
)

// Cold reports whether what the repair saves is no share of the recorded run that is worth a report.
func (x *Recorded) Cold() bool { return x.Saving < LeastRecorded || Few(x.Samples) }

// Few reports whether so many samples cannot be told from chance.
func Few(samples float64) bool { return samples < leastSamples-0.5 }

// LeastSeen is the share of a run that so many samples of it can tell from chance; 0 where their number is not known.
func LeastSeen(samples int) float64 {
	if samples == 0 {
		return 0
	}
	return min(leastSamples/float64(samples), 1)
}

// ByProfile is what suppresses a finding in code that a recorded run hardly executed.
const ByProfile = "profile"

// SavedShare is the share of what the finding costs as written that the repair saves; 1 where that is not known.
func (e *Energy) SavedShare() float64 {
	share := e.Saving.Mean / e.Cost.Mean
	if x := e.Measured; x != nil && !x.Missing {
		share = x.Share
	}
	if !(share > 0 && share < 1) {
		return 1
	}
	return share
}

// Measured is what the measurement of a rule's case says about a finding in compiled code.
type Measured struct {
	Mode     string // "c2"
	Compiler string // "C2"
	JVM      string // "OpenJDK 17"
	Case     string // of the rule, "HashMap"; empty where the rule has none for the finding
	// Missing is set where there is no evidence for the case: the amounts are then the energy model's.
	Missing bool
	// NoGain is set where the repair saves nothing that is significant: the finding is not reported.
	NoGain bool
	// Little is why the saving is not worth a change where it stands: the finding is not reported. Empty where it may be.
	Little string
	// Once is set where the code runs once in the life of a program: no run tells more.
	Once   bool
	Share  float64 // of the cost as written that the repair saves
	Amount float64 // what it saves, in Unit
	Each   float64 // what it saves in one execution of the place, in Unit; where Missing, what is assumed, in seconds
	Unit   string  // "s" of CPU time, or what the meter measured
	Of     string  // what Amount is of: "100 iterations"
	Watts  float64 // of a busy core, by which joules are computed from CPU time; 0 where they were measured
	// Assumed is set where Watts is the default.
	Assumed bool
}

// Silent reports whether the finding is not reported in its mode.
func (x *Measured) Silent() bool { return x.NoGain || x.Little != "" }

// Finding is one reported problem.
type Finding struct {
	Rule     string // EL1001
	Level    Level
	Message  string // one sentence, with numbers, no markup
	Location Location
	About    Location // the method that the finding is about, where Location is in one that it calls; else without a Class
	Energy   *Energy  // nil where energy is not the point (EL0004, EL0005)
	Call     string   // the name of the method whose call the finding is about, "<init>" of a constructor; empty where it is about none
	// Replaced reports whether the repair removes the call: all its samples count, not only those of RuleInfo.Spent.
	Replaced bool
	Related  []Location
	Flow     []Location // the critical path
	Fix      *Fix
	Site     *Site  // of the instruction, where the rule has a kind of repair
	Unfixed  string // why Fix is nil though the rule has a kind of repair; empty where nobody asked
	// Properties are further numbers for machines: probability, bound, verdict.
	Properties map[string]any
	// Subject tells apart findings of one rule in one method, independent of lines: the called method, the
	// variable, the loop's ordinal.
	Subject string
	// Suppressed is the reason of the suppression that covers the finding, SuppressedBy where it stands
	// ("annotation", "configuration", "source", or ByProfile); empty where none does.
	Suppressed, SuppressedBy string
	// Baseline is "new", "unchanged" or "" without a baseline.
	Baseline string
}

// Method is the method that the finding is about: what suppressions and baselines know it by.
func (f Finding) Method() Location {
	if f.About.Class != "" {
		return f.About
	}
	return f.Location
}

// Fingerprint identifies the finding across runs: it survives line shifts, but not a renamed method. Findings of
// one rule in one method with the same Subject are told apart by ordinal, which the caller counts.
func (f Finding) Fingerprint(ordinal int) string {
	m := f.Method()
	h := sha256.Sum256([]byte(strings.Join([]string{f.Rule, m.Class, m.Method + m.Desc, f.Subject, fmt.Sprint(ordinal)}, "\x00")))
	return hex.EncodeToString(h[:16])
}

// Compare orders findings by file, line, column, rule, class, method, subject and message: the order of every
// report.
func Compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Location.File, b.Location.File),
		cmp.Compare(a.Location.Line, b.Location.Line),
		cmp.Compare(a.Location.Column, b.Location.Column),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Location.Class, b.Location.Class),
		cmp.Compare(a.Location.Method, b.Location.Method),
		cmp.Compare(a.Location.Desc, b.Location.Desc),
		cmp.Compare(a.Subject, b.Subject),
		cmp.Compare(a.Message, b.Message),
	)
}

// Notification is a problem of the analysis itself, not of the code: a broken class, an unreadable jar.
type Notification struct {
	Level   Level
	Path    string // the file, with the entry inside it behind "!/" for archives
	Message string
}

// Verdict is the outcome of one budget (semantics section 6).
type Verdict string

// The verdicts.
const (
	Proved         Verdict = "proved"
	ProvedAssuming Verdict = "proved-assuming"
	Exceeded       Verdict = "exceeded"
	Violated       Verdict = "violated"
	Inconclusive   Verdict = "inconclusive"
	Unknown        Verdict = "unknown"
)

// BudgetResult is one budget held against one method.
type BudgetResult struct {
	Location   Location
	Budget     string  // as written: "5 mJ", "35 uJ + 120 nJ * n"
	Origin     string  // where the budget is written: "energylint.toml:12", "Codec.java:12", "@EnergyBudget"
	Confidence float64 // 0.95
	Verdict    Verdict
	Worst      Distribution // critical path; Upper is the sound bound
	Best       Distribution
	// Probability that a run on the critical path exceeds the budget; -1 where it is not known.
	Probability float64
	Assumptions []string // "names.size() <= 1000"
	// Expected are the library calls that the verdict counts with an expected cost, not a worst one, as
	// class.name+descriptor: java/util/HashMap.get(Ljava/lang/Object;)Ljava/lang/Object;.
	Expected []string
	// Operands are the operations whose operands decide their cost, and that the upper bound counts with the costliest.
	Operands []string
	Missing  []string // why the verdict is Unknown: each says what is missing and how to give it
	// Lacking is the loop or call that lacks a bound or a price, where the verdict is Unknown; without a Line where it is not known.
	Lacking Location
	// Facts are sizes and calls, sorted: with values for all of them, a budget whose verdict is Unknown can be checked. It is empty
	// where assumptions do not suffice.
	Facts []string
	// Counterexample are sizes for which a budget is not kept that is not proved, as in "n = -1"; Remedy is a condition under which
	// it is proved, as in "0 <= n", and Precondition the same as a precondition of the method. Each is empty where none is known.
	Counterexample, Remedy, Precondition string
}

// Recording is a recorded run, or several.
type Recording struct {
	Files   []string
	Samples int
	Covered float64 // share of the samples that are in code under analysis
}

// Report is the outcome of one run, what every output format writes.
type Report struct {
	Findings      []Finding
	Budgets       []BudgetResult
	Notifications []Notification
	Model, Device string
	Unit          string // of the model; joules where it is empty
	Confidence    float64
	Classes       int // analysed
	Methods       int
	Root          string // directory that File of locations is relative to
	// Rules describes the rules that ran, and those that findings refer to: the outputs show their names and help.
	Rules   []RuleInfo
	Version string // of energylint
	// Absent counts the findings of the baseline that are gone.
	Absent int
	Capped Capped // of the methods that budgets are about
	// Machine says in a phrase what the model is of: "the interpreter on a Raspberry Pi 5 at 1.5 GHz".
	Machine string
	// Silent are findings whose repair was measured to save nothing in the execution mode.
	Silent []Finding
	// Mode is the execution mode that findings are priced in, empty where there is only the energy model: "C2, OpenJDK 17".
	Mode string
	// ModeDefault is set where nobody chose the mode.
	ModeDefault bool
	// Recording is the recorded run by which findings are weighed, nil without one.
	Recording *Recording
	// Unrepeated is set where code may have a pattern that runs once in a call, and that nothing is known to repeat.
	Unrepeated bool
}
