package finding

import (
	"cmp"
	"slices"
	"strings"
)

// Merge puts the reports of several projects together, in the order of every report. Locations must be relative to
// one Root. Where the projects are priced differently, Model and Device list what there is, and Confidence is the
// least.
func Merge(reports []*Report) *Report {
	if len(reports) == 1 {
		return reports[0]
	}
	out := &Report{}
	var models, devices, modes, machines []string
	for i, r := range reports {
		if i == 0 {
			out.Root, out.Version, out.Rules, out.Confidence = r.Root, r.Version, r.Rules, r.Confidence
		}
		out.Findings = append(out.Findings, r.Findings...)
		out.Silent = append(out.Silent, r.Silent...)
		out.Budgets = append(out.Budgets, r.Budgets...)
		for _, n := range r.Notifications { // two projects may share a library
			if !slices.Contains(out.Notifications, n) {
				out.Notifications = append(out.Notifications, n)
			}
		}
		out.Classes += r.Classes
		out.Methods += r.Methods
		out.Absent += r.Absent
		out.Confidence = min(out.Confidence, r.Confidence)
		out.ModeDefault = out.ModeDefault || r.ModeDefault
		out.Unrepeated = out.Unrepeated || r.Unrepeated
		if out.Recording == nil {
			out.Recording = r.Recording
		} else if r.Recording != nil { // the same for all projects
			both := *out.Recording
			both.Covered = min(both.Covered+r.Recording.Covered, 1)
			out.Recording = &both
		}
		machines = append(machines, r.Machine)
		models, devices, modes = append(models, r.Model), append(devices, r.Device), append(modes, r.Mode)
	}
	out.Model, out.Device, out.Mode, out.Machine = distinct(models), distinct(devices), distinct(modes), distinct(machines)
	slices.SortStableFunc(out.Findings, Compare)
	slices.SortStableFunc(out.Silent, Compare)
	slices.SortStableFunc(out.Budgets, func(x, y BudgetResult) int {
		return cmp.Or(Compare(Finding{Location: x.Location}, Finding{Location: y.Location}), strings.Compare(x.Budget, y.Budget), strings.Compare(x.Origin, y.Origin))
	})
	slices.SortStableFunc(out.Notifications, func(x, y Notification) int {
		return cmp.Or(strings.Compare(x.Path, y.Path), strings.Compare(x.Message, y.Message), strings.Compare(string(x.Level), string(y.Level)))
	})
	return out
}

// distinct lists words, each once, in the order of their first appearance.
func distinct(words []string) string {
	var out []string
	for _, w := range words {
		if w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return strings.Join(out, ", ")
}
