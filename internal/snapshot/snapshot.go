// Package snapshot is the energy of a program's methods in a file, for a later comparison: what internal/diff needs of
// one state, without the classes. It imports no engine.
package snapshot

import "github.com/energylint/energylint/internal/energy/result"

// Schema names the format of the file.
const Schema = "energylint/snapshot/1"

// Snapshot is one state of a program. Methods are sorted by key.
type Snapshot struct {
	Schema   string   `json:"schema"`
	Version  string   `json:"version"` // of energylint
	Settings Settings `json:"settings"`
	Methods  []Method `json:"methods"`
}

// Settings are what the numbers depend on besides the code. Snapshots of different settings are not compared.
type Settings struct {
	Model        string        `json:"model"`
	ModelDigest  string        `json:"model_digest"`         // SHA-256 of the model
	ModelText    string        `json:"model_text,omitempty"` // the model itself, if it is not one of those that are built in
	Unit         string        `json:"unit"`
	Device       string        `json:"device"`
	Confidence   result.Joules `json:"confidence"`
	JDK          string        `json:"jdk"`
	Libraries    []string      `json:"libraries,omitempty"`   // digests of library models
	Assumptions  []string      `json:"assumptions,omitempty"` // as written
	UnknownCalls string        `json:"unknown_calls"`
}

// Method is one method: its row of the methods command, and what a comparison needs besides.
type Method struct {
	result.Method
	// Body is a digest of the code with constants resolved, without line numbers: equal for methods that do the same.
	Body string `json:"body"`
	// Moved is Body without the method's own class name: equal for methods that were moved.
	Moved string `json:"moved"`
	// Enclosing is the key of the method whose source a lambda, local or anonymous class stands in; empty for others.
	Enclosing string `json:"enclosing,omitempty"`
	Last      int    `json:"last"` // last line
	// Own is the cost of the code without its callees, in executed instructions.
	Own result.Expression `json:"own"`
	// Path are the counts of the critical path with its callees, where the worst case is a number.
	Path    map[string]float64 `json:"path,omitempty"`
	Calls   []Call             `json:"calls,omitempty"`
	Budgets []Budget           `json:"budgets,omitempty"`
}

// Key identifies a method in a program.
func (m *Method) Key() string { return m.Class + "." + m.Name + m.Descriptor }

// Call is a call in a method's code.
type Call struct {
	Line    int      `json:"line"`
	Callee  string   `json:"callee"`            // class.name+descriptor, as in the code
	Targets []string `json:"targets,omitempty"` // keys of the methods in the snapshot that it can run
	Price   string   `json:"price"`             // analysed, modelled, symbolic, incomplete, unbounded, unpriced
}

// Budget is a verdict about a method.
type Budget struct {
	Energy  string        `json:"energy"` // as written
	Verdict string        `json:"verdict"`
	Exceeds result.Joules `json:"probability_exceeded"`
	Origin  string        `json:"origin,omitempty"` // where it is written: file:line
}
