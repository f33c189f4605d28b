package finding

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// RuleInfo describes a rule to a person: what the outputs show about it besides its findings.
type RuleInfo struct {
	ID      string // EL2001
	Name    string // KeySetThenGet
	Summary string // one sentence, no markup
	Help    string // the rule's page in Markdown
	HelpURI string // where that page is published, absolute
	Level   Level  // without configuration
	// Precision is how often a finding is right, in GitHub's words: "very-high", "high", "medium", "low". Empty
	// means "high".
	Precision string
	Tags      []string // "performance", "collections"
	// Sampled is where samples of a run show what the pattern costs.
	Sampled Sampled
	// Spent are the library methods that the repair no longer executes, if the call or method that the finding is about does more than that:
	// Pattern.compile. Their samples are then the saving. Only class and name count; without any the whole call does.
	Spent []classfile.Member
	// Fix is what energylint fix does with the source where that is certain: "use valueOf". Empty where it does nothing.
	Fix string
}

// OfPattern reports whether a rule, given by its id, is about an expensive pattern; EL0xxx are about budgets and the analysis itself.
func OfPattern(rule string) bool { return !strings.HasPrefix(rule, "EL0") }

// Sampled is where samples of a run show what a pattern costs.
type Sampled int

// The places, seen from the place of a finding.
const (
	AtLine        Sampled = iota // in its lines
	InItself                     // in its lines, in the method itself and in the libraries that it calls
	AtCall                       // in its lines, in the call that the finding is about
	AtLibraryCall                // in its lines, in that call as far as the libraries do it
	InMethod                     // anywhere in its method
	Elsewhere                    // in methods that do not tell of this one: a recorded run does not weigh the finding
	Waking                       // in its lines, or nowhere where a thread sleeps there: waking up costs, of which there are no samples
	Collected                    // in the collector: the pattern costs nothing in a run without a collection that the program requests
)

// RuleByID finds the description of a rule; without one it returns a RuleInfo that has only the ID.
func (r *Report) RuleByID(id string) RuleInfo {
	if i := slices.IndexFunc(r.Rules, func(ri RuleInfo) bool { return ri.ID == id }); i >= 0 {
		return r.Rules[i]
	}
	return RuleInfo{ID: id}
}

// Fingerprints returns the fingerprint of every finding. Findings of one rule in one method with the same Subject
// are numbered in the order of Compare, whatever the order of fs.
func Fingerprints(fs []Finding) []string {
	order := make([]int, len(fs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return Compare(fs[a], fs[b]) })
	seen := map[string]int{}
	prints := make([]string, len(fs))
	for _, i := range order {
		first := fs[i].Fingerprint(0)
		prints[i] = first
		if n := seen[first]; n > 0 {
			prints[i] = fs[i].Fingerprint(n)
		}
		seen[first]++
	}
	return prints
}

// Active reports whether the finding is to be reported to a person and counts for the exit code: no suppression covers
// it, its rule is not off, and it is not in the baseline.
func (f Finding) Active() bool {
	return f.Suppressed == "" && f.SuppressedBy == "" && f.Level.Rank() > 0 && f.Baseline != "unchanged"
}
