// Package difference compares two snapshots of a program: it finds the methods that are the same, says which of them cost
// more or less, and what is the cause (semantics section 7). It knows no output format.
package difference

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/snapshot"
	"github.com/energylint/energylint/models"
)

// Schema names the JSON form of a Result.
const Schema = "energylint/diff/1"

// Options say what counts as a change.
type Options struct {
	// Model prices the counts of both snapshots. Nil is the one of the program that has their model's name.
	Model *models.Model
	// Confidence is the probability from which on a method is dearer or cheaper; 0 is that of the snapshots.
	Confidence float64
	// Threshold is the least change that counts.
	Threshold Threshold
}

// Threshold is a least change of energy: a share of the cheaper side, or an amount. The zero value is DefaultShare.
type Threshold struct {
	Share  float64 // 0.05 is 5%
	Amount float64 // in the model's unit; it takes precedence where it is not 0
}

// DefaultShare is the Share of a Threshold that states none.
const DefaultShare = 0.05

// reached reports whether a change by delta between costs, of which the lesser is low, is one that counts.
func (t Threshold) reached(delta, low float64) bool {
	if t.Amount != 0 {
		return math.Abs(delta) >= t.Amount
	}
	return delta != 0 && math.Abs(delta) >= cmp.Or(t.Share, DefaultShare)*low
}

// Class says how a method changed.
type Class string

// The classes. Of several that hold of one method the first counts.
const (
	Lost         Class = "lost"      // a budget's verdict was proved, and is no longer
	Grown        Class = "grown"     // it grows faster in a size
	Unbounded    Class = "unbounded" // it had a bound, and has none
	Regressed    Class = "regressed" // it costs more
	Incomparable Class = "incomparable"
	Gained       Class = "gained"  // mirror image of Lost
	Shrunk       Class = "shrunk"  // of Grown
	Bounded      Class = "bounded" // of Unbounded
	Improved     Class = "improved"
	Added        Class = "added"
	Removed      Class = "removed"
	Unchanged    Class = "unchanged"
)

// Classes lists the classes in their order.
func Classes() []Class {
	return []Class{Lost, Grown, Unbounded, Regressed, Incomparable, Gained, Shrunk, Bounded, Improved, Added, Removed, Unchanged}
}

// Worse reports whether the class is one that a pull request is to avoid.
func (c Class) Worse() bool {
	return c == Lost || c == Grown || c == Unbounded || c == Regressed
}

// Better reports whether the class is the mirror image of one that is Worse.
func (c Class) Better() bool {
	return c == Gained || c == Shrunk || c == Bounded || c == Improved
}

func (c Class) rank() int { return slices.Index(Classes(), c) }

// Result is the comparison of two snapshots.
type Result struct {
	Schema     string        `json:"schema"`
	Base       State         `json:"base"`
	Head       State         `json:"head"`
	Model      string        `json:"model"`
	Unit       string        `json:"unit"`
	Device     string        `json:"device"`
	Confidence result.Joules `json:"confidence"`
	Warnings   []string      `json:"warnings"`
	Matched    int           `json:"matched"` // methods that both have
	Roots      map[Class]int `json:"roots"`   // causes, and all proofs that were lost or gained, by each class that holds
	Methods    map[Class]int `json:"methods"` // by class
	Changes    []Change      `json:"changes"` // what is not unchanged: causes first, by class
	// Throwing are the methods that cost more, grow or have no bound any more only in calls that end by an exception, in the order
	// of head. They are unchanged: what is compared are the costs of calls that return.
	Throwing []Method `json:"throwing"`
}

// State is what is said of one snapshot.
type State struct {
	Name    string `json:"name"` // as the user gave it
	Version string `json:"version"`
	Methods int    `json:"methods"`
}

// Change is a method that is not the same in both snapshots.
type Change struct {
	Class   Class   `json:"class"`
	Classes []Class `json:"classes"` // all that hold, Class first
	Method  Method  `json:"method"`
	Was     string  `json:"was"` // the base's name, where it is another one
	Base    *Cost   `json:"base"`
	Head    *Cost   `json:"head"`
	// Growth are the sizes in which it grows otherwise: the one that tells most first.
	Growth []Growth `json:"growth"`
	// Sizes compares both where every size has the same value, or the next one that the preconditions admit; one element without
	// a size where there are none.
	Sizes  []AtSize `json:"sizes"`
	points int      // where they were to be compared; 0 for all of sizes
	// Probability that head costs more, NaN (null in JSON) where it is not known; Share is the change of the mean relative to
	// the base, at the size that decides.
	Probability result.Joules  `json:"probability"`
	Share       result.Joules  `json:"share"`
	Proved      bool           `json:"proved"` // the bounds of both sides do not overlap
	Budgets     []BudgetChange `json:"budgets"`
	Reason      string         `json:"reason"` // why there is no bound, or why the two cannot be compared
	Causes      []Cause        `json:"causes"`
	// Because is the key of the change that is the cause of this one; empty where this one is a cause itself.
	Because string `json:"because"`
	// Dependants are the keys of the changes that have their cause here.
	Dependants []string `json:"dependants"`
}

// Root reports whether the cause of the change is in the method itself.
func (c *Change) Root() bool { return c.Because == "" }

// Is reports whether a class holds of the change.
func (c *Change) Is(class Class) bool { return slices.Contains(c.Classes, class) }

// Method names a method: the head's, the base's where it was removed.
type Method struct {
	Class      string `json:"class"` // internal name
	Name       string `json:"name"`
	Descriptor string `json:"descriptor"`
	File       string `json:"file"`
	Line       int    `json:"line"`
	Last       int    `json:"last"`
}

// Key identifies the method in its snapshot.
func (m Method) Key() string { return m.Class + "." + m.Name + m.Descriptor }

// Cost is what one side costs.
type Cost struct {
	Status  result.Status `json:"status"`
	Formula string        `json:"formula"` // the sound bound; empty where there is no bound
	// MeanFormula is the mean. It is empty where Formula is that: where one side is a snapshot of a version that had means only.
	MeanFormula string        `json:"mean_formula,omitempty"`
	Conditions  []string      `json:"conditions,omitempty"` // under which the formula holds
	Mean        result.Joules `json:"mean_J"`
	Lower       result.Joules `json:"lower_J"`
	Upper       result.Joules `json:"upper_J"`
}

// Growth is how both sides grow in a size, or in several that grow together.
type Growth struct {
	In   []string `json:"in"`
	Base string   `json:"base"` // constant, logarithmic, linear, ...
	Head string   `json:"head"`
}

// AtSize is the comparison where all sizes are Size, but for Others.
type AtSize struct {
	Size        result.Joules `json:"size"` // 0 where there is none
	Others      []OtherSize   `json:"others,omitempty"`
	Base        result.Joules `json:"base_J"`
	Head        result.Joules `json:"head_J"`
	Mean        result.Joules `json:"mean_J"` // of the difference
	SD          result.Joules `json:"sd_J"`
	Probability result.Joules `json:"probability"` // that head costs more
}

// OtherSize is a size that may not be what the others are: its preconditions do not admit that.
type OtherSize struct {
	Symbol string        `json:"symbol"`
	Value  result.Joules `json:"value"`
}

// BudgetChange is a budget whose verdict changed. An empty verdict is no budget.
type BudgetChange struct {
	Energy string `json:"energy"`
	Was    string `json:"was"` // the energy in the base, where it is another one
	Base   string `json:"base"`
	Head   string `json:"head"`
	Origin string `json:"origin"`
}

// CauseKind says what a cause is.
type CauseKind string

// The kinds of causes.
const (
	NewLoop      CauseKind = "loop"         // head has a loop that base has not
	LostLoop     CauseKind = "loop-removed" // base has a loop that head has not
	ChangedBound CauseKind = "bound"        // a loop has another bound
	NewCall      CauseKind = "call"         // head has a call that base has not
	LostCall     CauseKind = "call-removed" // base has a call that head has not
	LostPrice    CauseKind = "price"        // a call's cost is known less well
	FoundPrice   CauseKind = "price-found"  // a call's cost is known better
	OwnCode      CauseKind = "code"         // the code differs otherwise
	Callee       CauseKind = "callee"       // a callee changed
	NewTarget    CauseKind = "target"       // a call can run a method that it could not
	ChangedSpec  CauseKind = "budget"       // the budget is another one
	Surroundings CauseKind = "surroundings" // the code is the same: what is known of the rest of the program differs
)

// Cause is one reason for a change.
type Cause struct {
	Kind CauseKind `json:"kind"`
	Line int       `json:"line"` // in head; in base for what was removed; 0 where there is none
	Text string    `json:"text"` // "new loop of n iterations"
	Key  string    `json:"key"`  // of the callee that it is about
}

// Compare compares two snapshots. It is an error if their numbers depend on different settings.
func Compare(base, head *snapshot.Snapshot, o Options) (*Result, error) {
	if err := Comparable(base, head); err != nil {
		return nil, err
	}
	if o.Model == nil {
		var err error
		if o.Model, err = models.Load(head.Settings.Model); err != nil {
			return nil, err
		}
	}
	if o.Confidence == 0 {
		o.Confidence = float64(head.Settings.Confidence)
	}
	if !(o.Confidence > 0 && o.Confidence < 1) {
		return nil, fmt.Errorf("the confidence %v is no probability between 0 and 1", o.Confidence)
	}
	returning := base.Returning && head.Returning
	c := &comparison{
		options: o, model: o.Model, device: head.Settings.Device,
		base: newSide(base, returning), head: newSide(head, returning), classes: map[string]string{}, ids: map[string]pattern.ID{},
	}
	c.match()
	c.compare()
	c.explain()
	r := c.result()
	r.Throwing = c.throwing()
	r.Base.Version, r.Head.Version = base.Version, head.Version
	r.Model, r.Unit, r.Device, r.Confidence = head.Settings.Model, head.Settings.Unit, head.Settings.Device, result.Joules(o.Confidence)
	if base.Version != head.Version {
		r.Warnings = append(r.Warnings, fmt.Sprintf("the base is of energylint %s, the head of %s: what the engine changed counts as a change of the program", base.Version, head.Version))
	}
	return r, nil
}

// comparison is the state of Compare.
type comparison struct {
	options Options
	model   *models.Model
	device  string

	base, head *side
	pairs      []*pair
	classes    map[string]string     // classes of the base that have another name in head
	before     map[string]string     // classes turned round; nil until it is asked for
	ids        map[string]pattern.ID // by name
}

// side is one snapshot with its indexes.
type side struct {
	methods []snapshot.Method
	all     []snapshot.Method // methods with the costs of all calls; nil where methods has these
	index   map[string]int    // by key
	pair    []*pair           // of each method, nil where it has no counterpart
	sizes   map[string]bool   // see sizesOf
	names   map[string]naming // see namingOf
}

// newSide returns a snapshot with its indexes. Where both sides have them, returning, the costs are those of calls that return.
func newSide(s *snapshot.Snapshot, returning bool) *side {
	out := &side{methods: s.Methods, index: make(map[string]int, len(s.Methods)), pair: make([]*pair, len(s.Methods))}
	if returning {
		out.methods, out.all = returningMethods(s.Methods), s.Methods
	}
	for i := range s.Methods {
		out.index[s.Methods[i].Key()] = i
	}
	return out
}

// of returns the pair of the method with a key; nil where there is none.
func (s *side) of(key string) *pair {
	if i, ok := s.index[key]; ok {
		return s.pair[i]
	}
	return nil
}

// pair is a method in both snapshots, or in one: then the other is nil.
type pair struct {
	base, head *snapshot.Method
	change     *Change // nil where nothing changed
	trend      trend   // how the costs compare, also below the threshold
	symbols    *symbols
	own        bool // the own code contributes to the change
	via        []*pair
	root       *pair
}

// trend is the direction of a change.
type trend int8

const (
	cheaper trend = -1
	even    trend = 0
	dearer  trend = 1
)

// name returns the key of the pair: head's, base's where the method was removed.
func (p *pair) name() string {
	if p.head != nil {
		return p.head.Key()
	}
	return p.base.Key()
}
