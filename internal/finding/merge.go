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
		machines = append(machines, r.Machine)
		models, devices, modes = append(models, r.Model), append(devices, r.Device), append(modes, r.Mode)
	}
	out.Recording = mergeRecordings(reports)
	out.Model, out.Device, out.Mode, out.Machine = distinct(models), distinct(devices), distinct(modes), distinct(machines)
	slices.SortStableFunc(out.Findings, Compare)
	slices.SortStableFunc(out.Silent, Compare)
	slices.SortStableFunc(out.Budgets, func(x, y BudgetResult) int {
		return cmp.Or(Compare(Finding{Location: x.Location}, Finding{Location: y.Location}), strings.Compare(x.Budget, y.Budget), strings.Compare(x.Origin, y.Origin))
	})
	slices.SortStableFunc(out.Notifications, CompareNotifications)
	return out
}

// mergeRecordings adds up the recorded runs of reports; several may be of one run.
func mergeRecordings(reports []*Report) *Recording {
	var runs []Recording
	for _, r := range reports {
		if r.Recording == nil {
			continue
		}
		same := slices.IndexFunc(runs, func(x Recording) bool { return slices.Equal(x.Files, r.Recording.Files) })
		if same < 0 {
			runs = append(runs, *r.Recording)
			continue
		}
		runs[same].Covered = min(runs[same].Covered+r.Recording.Covered, 1)
	}
	if len(runs) == 0 {
		return nil
	}
	out, weights := &Recording{}, 0.0
	for _, x := range runs {
		weight := float64(max(x.Samples, 1)) // a profile in joules has no samples
		out.Files, out.Samples = append(out.Files, x.Files...), out.Samples+x.Samples
		out.Covered += weight * x.Covered
		weights += weight
	}
	out.Covered /= weights
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
