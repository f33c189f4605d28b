package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cover"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

const (
	// manyBudgets is the number of budgets in a table above which methods have short names and reasons are grouped.
	manyBudgets = 10
	// shownReasons is how many reasons are listed where unknown budgets are not.
	shownReasons = 8
	// mostFacts is how many assumptions a report counts on.
	mostFacts = 10
	// namedMethods is how many methods a group of reasons names.
	namedMethods = 3
	// namedAssumptions is how many assumptions with one origin a budget names where there are two more at least.
	namedAssumptions = 1
)

// reasonGroup is a reason that several budgets share, with their methods in the order of the table.
type reasonGroup struct {
	reason  string
	methods []string
}

var reasonLine = regexp.MustCompile(` \(line [0-9]+\)$`)

// sharedReason is a reason without its line: what budgets of several methods have in common.
func sharedReason(missing string) string { return reasonLine.ReplaceAllString(oneLine(missing), "") }

// unknownFolded reports whether the unknown budgets are too many for a line each: their reasons are listed instead.
func unknownFolded(r *finding.Report, o Options) bool {
	return !o.Verbose && !o.Quiet && count(r).verdicts[finding.Unknown] > manyBudgets
}

// factsPhrase says how many of the unknown budgets can be checked with a few assumptions, whether they are then proved or not; empty where there are none.
func factsPhrase(budgets []finding.BudgetResult) string {
	var lists [][]string
	unknown := 0
	for _, b := range budgets {
		if b.Verdict != finding.Unknown {
			continue
		}
		unknown++
		if len(b.Facts) > 0 {
			lists = append(lists, cover.Scoped(b.Location.Class, b.Facts))
		}
	}
	facts, met := cover.Greedy(cover.Needs(lists), mostFacts)
	if len(facts) == 0 {
		return ""
	}
	of := ""
	switch {
	case unknown == 1:
		of = "the unknown budget"
	case met == unknown && unknown == 2:
		of = "both unknown budgets"
	case met == unknown:
		of = fmt.Sprintf("all %s unknown budgets", quantity.Count(float64(unknown)))
	default:
		of = fmt.Sprintf("%s of the %s unknown budgets", quantity.Count(float64(met)), quantity.Count(float64(unknown)))
	}
	return fmt.Sprintf("With %s, %s could be checked: run energylint suggest", prose.Counted(len(facts), "assumption"), of)
}

// reasonGroups returns the reasons that at least so many budgets miss something for, the most frequent first.
func reasonGroups(budgets []finding.BudgetResult, name func(finding.Location) string, least int) []reasonGroup {
	at := map[string]int{}
	var groups []reasonGroup
	for _, b := range budgets {
		seen := map[string]bool{}
		for _, m := range b.Missing {
			reason := sharedReason(m)
			if seen[reason] {
				continue
			}
			seen[reason] = true
			i, ok := at[reason]
			if !ok {
				i = len(groups)
				at[reason] = i
				groups = append(groups, reasonGroup{reason: reason})
			}
			groups[i].methods = append(groups[i].methods, name(b.Location))
		}
	}
	groups = slices.DeleteFunc(groups, func(g reasonGroup) bool { return len(g.methods) < least })
	slices.SortStableFunc(groups, func(a, b reasonGroup) int { return len(b.methods) - len(a.methods) })
	return groups
}

// String writes the group as "9 budgets: n has no upper bound: Codec.encode(int), Codec.decode(int) and 7 more".
func (g reasonGroup) String() string {
	names := slices.Clone(g.methods[:min(len(g.methods), namedMethods)])
	s := fmt.Sprintf("%s: %s: %s", prose.Counted(len(g.methods), "budget"), g.reason, strings.Join(names, ", "))
	if more := len(g.methods) - len(names); more > 0 {
		s += fmt.Sprintf(" and %s more", quantity.Count(float64(more)))
	}
	return s
}

// shortNames returns how the methods of the budgets are named: without the package where no other method of a budget has that
// short name.
func shortNames(budgets []finding.BudgetResult) func(finding.Location) string {
	long := map[string]string{} // by short name; empty where several have it
	for _, b := range budgets {
		name := oneLine(b.Location.QualifiedSignature())
		short := withoutPackage(name)
		if other, ok := long[short]; ok && other != name {
			name = ""
		}
		long[short] = name
	}
	return func(l finding.Location) string {
		name := oneLine(l.QualifiedSignature())
		if short := withoutPackage(name); long[short] == name {
			return short
		}
		return name
	}
}
