// Package snapshot is the energy of a program's methods in a file, for a later comparison: what internal/difference needs
// of one state, without the classes. It imports no engine.
package snapshot

import (
	"cmp"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
)

// Schema names the format of the file.
const Schema = "energylint/snapshot/1"

// Snapshot is one state of a program. Methods are sorted by key.
type Snapshot struct {
	Schema   string   `json:"schema"`
	Version  string   `json:"version"` // of energylint
	Settings Settings `json:"settings"`
	Methods  []Method `json:"methods"`
	// Returning reports whether methods have their Returning; versions before had not.
	Returning bool `json:"returning,omitempty"`
	// Overridden are the called methods that no row is of, and the methods that they override. Only if Settings.CallEnergy is set.
	Overridden []Overridden `json:"overridden,omitempty"`
}

// Overridden is a method that the snapshot has no row of, and the methods that it overrides.
type Overridden struct {
	Method    string   `json:"method"`
	Overrides []string `json:"overrides"`
}

// Settings are what the numbers depend on besides the code. Snapshots of different settings are not compared.
type Settings struct {
	Model        string        `json:"model"`
	ModelDigest  string        `json:"model_digest"`         // of its models.Bundle
	ModelText    string        `json:"model_text,omitempty"` // its models.Bundle, if it is not one of those that are built in
	Residual     string        `json:"residual"`             // how the model's lack of fit is read
	Unit         string        `json:"unit"`
	Device       string        `json:"device"`
	Confidence   result.Joules `json:"confidence"`
	JDK          string        `json:"jdk"`
	Libraries    []string      `json:"libraries,omitempty"`   // SHA-256 of the user's library models
	Assumptions  []Assumption  `json:"assumptions,omitempty"` // in the order in which they are written
	UnknownCalls string        `json:"unknown_calls"`
	CallEnergy   bool          `json:"call_energy,omitempty"` // calls have their energy, methods what they override: for a comparison of similar programs
}

// Assumption is an assumed size or cost of a call, of the configuration or the command line.
type Assumption struct {
	Symbol string        `json:"symbol"`           // as written: names.size(), it.next()
	Method string        `json:"method,omitempty"` // only in these methods
	Max    result.Joules `json:"max"`              // of a size
	Energy string        `json:"energy,omitempty"` // of a call, instead of Max
	Joules result.Joules `json:"joules,omitempty"` // Energy as a number
}

// Method is one method: its row of the methods command, and what a comparison needs besides.
type Method struct {
	result.Method
	// Body is a digest of the code with constants resolved, without line numbers: equal for methods that do the same.
	Body string `json:"body"`
	// Moved is Body without the method's own class name: equal for methods that were moved.
	Moved string `json:"moved"`
	// Enclosing is the key of the method whose source a lambda, local or anonymous class stands in: of the innermost, which
	// may be of a lambda itself. It is a class and a dot for a class in an initializer, and empty for other methods.
	Enclosing string `json:"enclosing,omitempty"`
	// Bridge is set of methods that a compiler made to call another one of the class, which people declare.
	Bridge bool `json:"bridge,omitempty"`
	// Overrides are the methods outside of the snapshot that the method overrides or, of a lambda's body, implements: libraries
	// call it by them. Only if Settings.CallEnergy is set.
	Overrides []string `json:"overrides,omitempty"`
	Last      int      `json:"last"` // last line
	// Own is the cost of the code without its callees, in executed instructions: models.InstructionName. It has no terms where
	// it has no bound. Where calls of the method return, it is that of these.
	Own result.Expression `json:"own"`
	// Path are the counts of the critical path with its callees, where the worst case is a number. Its names are those of
	// models.Model.PatternName, as are those of Own and of the row's Expression.
	Path   map[string]float64 `json:"path,omitempty"`
	Device string             `json:"device,omitempty"` // of the model, on which that is the worst case
	// Returning is the worst case of calls that return, where it is another one than that of all calls.
	Returning *Returning `json:"returning,omitempty"`
	// Ranges are the sizes of the expressions that preconditions or assumptions narrow, and Related what is at least 0 by the
	// preconditions of the method and of what it calls: m - n where it requires n <= m.
	Ranges  []Range                `json:"ranges,omitempty"`
	Related [][]result.SizeProduct `json:"related,omitempty"`
	Lines   []Line                 `json:"lines,omitempty"` // of the code, in its order
	Calls   []Call                 `json:"calls,omitempty"`
	Budgets []Budget               `json:"budgets,omitempty"`
}

// Returning is the worst case of the calls of a method that return: calls that end by an exception are left out.
type Returning struct {
	Status      result.Status       `json:"status"`
	Worst       result.WorstCase    `json:"worst"`
	Formula     string              `json:"formula"`
	MeanFormula string              `json:"mean_formula"`
	Expression  *result.Expression  `json:"expression"`
	CallSymbols []result.CallSymbol `json:"call_symbols"`
	Path        map[string]float64  `json:"path,omitempty"`
}

// Range is the values that a size may have.
type Range struct {
	Path string        `json:"path"` // of the symbol: result.Factor
	Min  result.Joules `json:"min"`
	Max  result.Joules `json:"max"`
}

// Key identifies a method in a program.
func (m *Method) Key() string { return m.Class + "." + m.Name + m.Descriptor }

// Line is the code of a source line, or a part of it that stands together.
type Line struct {
	Step   int `json:"step"`   // its line less that of the one before, or of the method
	Depth  int `json:"depth"`  // how many loops it is in
	Digest int `json:"digest"` // equal for equal code, but for variables and targets of jumps
}

// Call is a call in a method's code.
type Call struct {
	Line    int      `json:"line"`
	Depth   int      `json:"depth"`             // how many loops of the method it is in
	Callee  string   `json:"callee"`            // class.name+descriptor of the declaration that the code names
	Targets []string `json:"targets,omitempty"` // keys of the methods in the snapshot that it can run
	Throws  bool     `json:"throws,omitempty"`  // the method can only throw after it, though other calls of the method return
	Price   string   `json:"price"`             // analysed, modelled, symbolic, incomplete, unbounded, unpriced
	// Energy is the mean of one execution in joules, with what it calls and with 10 for each size that has no largest value;
	// Times is how often the loops around the call run it in one call of the method, likewise. Null where there is no bound.
	// Both are there only if Settings.CallEnergy is set.
	Energy *result.Joules `json:"energy_J,omitempty"`
	Times  *result.Joules `json:"times,omitempty"`
}

// Budget is a verdict about a method.
type Budget struct {
	Energy  string        `json:"energy"` // as written
	Verdict string        `json:"verdict"`
	Exceeds result.Joules `json:"probability_exceeded"`
	Origin  string        `json:"origin,omitempty"` // where it is written: file:line
}

// Compare orders methods by class, name and descriptor.
func Compare(a, b Method) int {
	return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.Name, b.Name), strings.Compare(a.Descriptor, b.Descriptor))
}
