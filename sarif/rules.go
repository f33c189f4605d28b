package sarif

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/jsonsafe"
)

// rules describes every rule of the report, and those that only findings name, by ID.
func (b *builder) rules() []*sarif.ReportingDescriptor {
	infos := slices.Clone(b.report.Rules)
	for _, f := range b.report.Findings {
		if !slices.ContainsFunc(infos, func(i finding.RuleInfo) bool { return i.ID == f.Rule }) {
			infos = append(infos, finding.RuleInfo{ID: f.Rule, Level: f.Level})
		}
	}
	slices.SortFunc(infos, func(a, b finding.RuleInfo) int { return cmp.Compare(a.ID, b.ID) })
	infos = slices.CompactFunc(infos, func(a, b finding.RuleInfo) bool { return a.ID == b.ID })
	out := []*sarif.ReportingDescriptor{}
	for i, info := range infos {
		b.ruleIndex[info.ID] = uint(i)
		out = append(out, descriptor(info))
	}
	return out
}

func descriptor(i finding.RuleInfo) *sarif.ReportingDescriptor {
	summary := sentence(cmp.Or(i.Summary, i.Name, i.ID))
	help := cmp.Or(i.Help, summary)
	d := &sarif.ReportingDescriptor{
		ID:               i.ID,
		ShortDescription: &sarif.MultiformatMessageString{Text: &summary},
		FullDescription:  &sarif.MultiformatMessageString{Text: text(fullDescription(help, summary))},
		HelpURI:          text(cmp.Or(i.HelpURI, informationURI)),
		Help:             &sarif.MultiformatMessageString{Text: text(unmarked(help)), Markdown: &help},
		DefaultConfiguration: &sarif.ReportingConfiguration{
			Level: string(cmp.Or(i.Level, finding.Warning)),
		},
		Properties: sarif.Properties{
			"precision":        cmp.Or(i.Precision, "high"),
			"problem.severity": severity(i.Level),
			"tags":             jsonsafe.List(i.Tags[:min(len(i.Tags), maxTags)]),
		},
	}
	if i.Name != "" {
		d.Name = &i.Name
	}
	return d
}

// severity is a level in the words of GitHub's problem.severity.
func severity(l finding.Level) string {
	switch l {
	case finding.Error, finding.Warning:
		return string(l)
	case finding.Note, finding.Off:
		return "recommendation"
	}
	return "warning"
}

// analysisProblem describes all notifications: they are problems of the analysis, not of a rule.
func analysisProblem() *sarif.ReportingDescriptor {
	return &sarif.ReportingDescriptor{
		ID:               "EL0000",
		Name:             text("AnalysisProblem"),
		ShortDescription: &sarif.MultiformatMessageString{Text: text("An input could not be analysed.")},
		FullDescription:  &sarif.MultiformatMessageString{Text: text("A class, archive or configuration could not be read or analysed; everything else was.")},
		HelpURI:          text(informationURI),
		Help:             &sarif.MultiformatMessageString{Text: text("Rebuild the named file, or exclude it from the analysed paths.")},
	}
}

// GitHub cuts descriptions at 1,024 characters.
const maxDescription = 1024

// fullDescription is the first paragraph of the help that is prose, behind the summary where it does not repeat it.
func fullDescription(help, summary string) string {
	for para := range strings.SplitSeq(help, "\n\n") {
		para = strings.TrimSpace(para)
		if para == "" || strings.HasPrefix(para, "#") || strings.HasPrefix(para, "```") || strings.HasPrefix(para, "    ") {
			continue
		}
		para = strings.Join(strings.Fields(unmarked(para)), " ")
		if para != summary && len(para) <= maxDescription {
			return sentence(para)
		}
		break
	}
	return summary
}

var (
	fence    = regexp.MustCompile("(?m)^```.*\n?")
	heading  = regexp.MustCompile(`(?m)^#+\s+`)
	link     = regexp.MustCompile(`\[([^\]\n]*)\]\(([^)\s]*)\)`)
	emphasis = regexp.MustCompile("`([^`\n]+)`|\\*\\*([^*\n]+)\\*\\*")
)

// unmarked reduces Markdown to the text that a reader without Markdown should see.
func unmarked(markdown string) string {
	s := fence.ReplaceAllString(markdown, "")
	s = heading.ReplaceAllString(s, "")
	s = link.ReplaceAllString(s, "$1 ($2)")
	return strings.TrimSpace(emphasis.ReplaceAllString(s, "$1$2"))
}

// sentence ends s in a period, as the validator asks of every message.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return "No message."
	}
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}
