package main

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/verdicts"
	"github.com/energylint/energylint/rules/evidence"
	"github.com/energylint/energylint/rules/worth"
)

// z95 is the quantile by which the pages call a difference significant.
const z95 = 1.645

// declinedPage lists the pairs of advice that became no rule, with what was measured.
func declinedPage() (string, error) {
	pairs, err := evidence.Pairs()
	if err != nil {
		return "", err
	}
	tables, names, err := shippedTables()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("<!-- Written by make docs from rules/evidence/declined. -->\n\n# Advice that became no rule\n\n" +
		"Other linters report these patterns as slow. Each was measured as the rules are ([how](../evidence.md)), both forms in one Java\n" +
		"file of [rules/evidence/declined](../../rules/evidence/declined), and none became a rule: the decision says why.\n\n" +
		"The tables say which share of the cost as written the repair saves, for the sizes of the pair from the smallest to the largest; \"no\n" +
		"gain\" is less than 5%, or not significant.\n")
	for _, p := range pairs {
		if p.Rule != evidence.Declined {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n- Advised by: %s\n- Decision: %s.\n", spaced(p.Key.Case), sentenceEnd(p.Summary), p.Peers, p.Verdict)
		var rows strings.Builder
		for _, name := range names {
			for _, mode := range evidence.Modes {
				e := tables[name].Entry(p.Key, mode)
				if e == nil || !current(e) {
					continue
				}
				fmt.Fprintf(&rows, "| %s | %s | %s |\n", tables[name].Name, mode, strings.Join(sharesBySize(e), " | "))
			}
		}
		if rows.Len() == 0 {
			b.WriteString("\nNot measured yet.\n")
			continue
		}
		b.WriteString("\n| JVM | mode |")
		for _, n := range p.Sizes {
			fmt.Fprintf(&b, " n = %d |", n)
		}
		fmt.Fprintf(&b, "\n| --- | --- |%s\n%s", strings.Repeat(" ---: |", len(p.Sizes)), rows.String())
	}
	return b.String(), nil
}

// sharesBySize are the shares that are saved for each size that was measured.
func sharesBySize(e *evidence.Entry) []string {
	var out []string
	for _, x := range e.Points {
		a := evidence.Amount{Written: x.Written, Repaired: x.Repaired, Saving: x.Written - x.Repaired, SD: x.SD}
		out = append(out, shareText(a))
	}
	return out
}

// shareText is the share that is saved, in words where it is none.
func shareText(a evidence.Amount) string {
	switch {
	case a.Costs(z95):
		return fmt.Sprintf("costs %s more", quantity.Percent(-a.Share()))
	case !a.Pays(z95):
		return "no gain"
	}
	return quantity.Percent(a.Share())
}

// spaced writes a name in camel case as words.
func spaced(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// heldOutPage says how well the tables predict the pairs that are held out.
func heldOutPage() (string, error) {
	tables, names, err := shippedTables()
	if err != nil {
		return "", err
	}
	var summary, all strings.Builder
	for _, name := range names {
		for _, mode := range evidence.Modes {
			ps, err := evidence.Predictions(tables[name], mode)
			if err != nil {
				return "", err
			}
			if len(ps) == 0 {
				continue
			}
			s := evidence.ScoreOf(ps, z95)
			fmt.Fprintf(&summary, "| %s | %s | %d | %s | %s | %.2f |\n", tables[name].Name, mode, s.Predictions, quantity.Percent(s.Sign), quantity.Percent(s.FactorTwo), s.Correlation)
			for _, p := range ps {
				if mode == evidence.C2 && name == evidence.DefaultName {
					fmt.Fprintf(&all, "| %s | %s | %d | %s | %s |\n", p.Pair.Key.Case, p.Pair.Of, p.N, quantity.Second.Format(p.Predicted.Saving), quantity.Second.Format(p.Measured.Saving))
				}
			}
		}
	}
	if summary.Len() == 0 {
		summary.WriteString("| not measured yet | | | | | |\n")
	}
	return "<!-- Written by make docs from the tables of rules/evidence. -->\n\n# How well the evidence predicts\n\n" +
		"A finding's saving in compiled code is that of its rule's pair. [rules/evidence/heldout](../../rules/evidence/heldout) has other code\n" +
		"with the same patterns, which no rule or table was made with; it is measured in the same way, and compared with what the case's fit says\n" +
		"for the same size. No fit uses these measurements. But where predictions were wrong together was looked at, and gave cases of their own:\n" +
		"keys that are numbers, short expressions and words, retainAll. Of those the shares below say less than of unseen code.\n\n" +
		"- *sign*: of the significant savings and losses, those that are predicted as such;\n" +
		"- *factor 2*: of the significant savings, those that are between half and twice the prediction;\n" +
		"- *rank correlation*: of the predicted and the measured savings (Spearman), all sizes together.\n\n" +
		"| JVM | mode | predictions | sign | factor 2 | rank correlation |\n| --- | --- | ---: | ---: | ---: | ---: |\n" + summary.String() +
		"\nThe savings in C2 with the default table:\n\n| pair | case | n | predicted | measured |\n| --- | --- | ---: | ---: | ---: |\n" + all.String(), nil
}

// shippedTables returns the tables that energylint carries, and their names in order.
func shippedTables() (map[string]*evidence.Table, []string, error) {
	tables, err := evidence.Shipped()
	if err != nil {
		return nil, nil, err
	}
	names, err := evidence.ShippedNames()
	return tables, names, err
}

// judgedPages are the pages that count the verdicts of readers, by rule: each with its table below rulesDir and what it says of the
// number of findings, the number of jars and the table.
var judgedPages = []struct{ page, table, text string }{
	{"sample.md", "sample.tsv", "# How many findings are true\n\n" +
		"%d findings in %d real jars of Debian and npm, drawn at random (at most three of a rule in a jar), with `check --mode c2`, and read in\n" +
		"source or decompiled code by readers who did not write the rules: [%[3]s](%[3]s), with the reason of each that is false or of no use.\n\n" +
		"- *true*: what the finding says holds: the pattern is there, runs again and again, and the repair does the same;\n" +
		"- *useful*: it is true, and the repair is worth a change where the code runs compiled.\n\n" +
		"The last table is by how many of the methods take time whose names begin as that of the finding, by which findings are ordered\n" +
		"([evidence.md](../evidence.md#order)); [first.md](first.md) counts the first ten of some programs.\n\n" +
		"[recorded.md](recorded.md) counts the findings that recorded runs would gain from.\n\n" +
		"`go run ./internal/findingsample` draws the sample again, and keeps the verdicts of findings that are drawn again.\n\n"},
	{"first.md", "first.tsv", "# What comes first\n\n" +
		"%d findings in %d programs, the first ten of each by `rank` with `check --mode c2`, without a recorded run (jsoup has three), read as those of\n" +
		"[sample.md](sample.md): [%[3]s](%[3]s). How often their code runs, a recorded\n" +
		"run tells ([recorded.md](recorded.md)).\n\n"},
	{"recorded.md", "recorded.tsv", "# Findings that recorded runs would gain from\n\n" +
		"%d findings in %d programs, what `check --profile` reported of recordings of ordinary runs (at most three of a rule in a program): compilers,\n" +
		"databases, template engines, parsers, build tools, servers, each 2 to 120 s of CPU time under the Flight Recorder (OpenJDK 17, sampled every 10 ms).\n" +
		"Read by readers who did not write the rules, with the shares of the run in sight: [%[3]s](%[3]s), with what ran and a reason for each.\n\n" +
		"- *true*: what the finding says holds: the pattern is there, runs again and again, and the repair does the same;\n" +
		"- *useful*: it is true, and the repair is worth a change: its saving is real in that run.\n\n" +
		"[sample.md](sample.md) counts findings without a recorded run; [profiles.md](../profiles.md) says how to record one.\n" +
		"`go run ./internal/findingsample -recordings TABLE` makes the table of other recordings.\n\n"},
}

// judgedPage counts the verdicts of a table; it is empty where there is no table.
func judgedPage(root, file, text string) (string, error) {
	table, err := verdicts.Read(path.Join(root, rulesDir, file))
	if len(table) == 0 || err != nil {
		return "", err
	}
	counts := table.Counts()
	var b strings.Builder
	row := func(name string, c verdicts.Count) {
		fmt.Fprintf(&b, "| %s | %d | %s | %s |\n", name, c.Judged, part(c.True, c.Judged), part(c.Useful, c.Judged))
	}
	fmt.Fprintf(&b, "<!-- Written by make docs from %s. -->\n\n", file)
	fmt.Fprintf(&b, text, len(table), table.Jars(), file)
	b.WriteString("| rule | findings | true | useful |\n| --- | ---: | ---: | ---: |\n")
	for _, rule := range slices.Sorted(maps.Keys(counts)) {
		if rule != "" {
			row(fmt.Sprintf("[%s](%s.md)", rule, rule), counts[rule])
		}
	}
	if all := counts[""]; all.Judged > 0 {
		row("all", all)
	}
	if err := asRead(&b, root, file, table); err != nil {
		return "", err
	}
	bands, of := savings(table), "saves of the run at most"
	if len(bands) == 0 {
		bands, of = byName(table), "methods with the first word of the name that take time"
	}
	if len(bands) > 0 {
		fmt.Fprintf(&b, "\n| %s | findings | true | useful |\n| --- | ---: | ---: | ---: |\n", of)
	}
	for _, s := range bands {
		row(s.name, s.Counts()[""])
	}
	return b.String(), nil
}

// verdictTable is what readers found with a recorded run and without, of all that they judged, for pages outside of rulesDir.
func verdictTable(root string) (string, error) {
	var b strings.Builder
	b.WriteString("| | findings read | true | worth a change |\n| --- | --- | ---: | ---: |\n")
	for _, of := range []struct{ name, file string }{{"with a recorded run", "recorded"}, {"without", "sample"}} {
		table, err := verdicts.Read(path.Join(root, rulesDir, of.file+".tsv"))
		if err != nil {
			return "", err
		}
		if table, _, err = withLeft(root, of.file+".tsv", table); err != nil {
			return "", err
		}
		all := table.Counts()[""]
		fmt.Fprintf(&b, "| %s | %d of %d programs ([%s.md](%s)) | %s | %s |\n",
			of.name, all.Judged, table.Jars(), of.file, path.Join(rulesDir, of.file+".md"), part(all.True, all.Judged), part(all.Useful, all.Judged))
	}
	return strings.TrimRight(b.String(), "\n"), nil
}

// part writes n of all as a percentage, which is 100% for all only.
func part(n, all int) string {
	s := quantity.Percent(float64(n) / float64(all))
	if n < all && s == quantity.Percent(1) {
		return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(all))
	}
	return s
}

// asRead counts the judged findings of a table together with those that are not drawn again, if a file beside it has them.
func asRead(b *strings.Builder, root, file string, table verdicts.Table) error {
	all, file, err := withLeft(root, file, table)
	if len(all) == len(table) || err != nil {
		return err
	}
	c := all.Counts()[""]
	fmt.Fprintf(b, "\nReaders judged more: with [those](%s) that are no longer reported, because a verdict led to a change, or were not drawn\n"+
		"again, it is %d findings in %d programs, %s true and %s useful.\n",
		file, c.Judged, all.Jars(), part(c.True, c.Judged), part(c.Useful, c.Judged))
	return nil
}

// withLeft returns a table together with what the file beside it has of findings that are not drawn again, and that file.
func withLeft(root, file string, table verdicts.Table) (all verdicts.Table, leftFile string, err error) {
	leftFile = strings.TrimSuffix(file, ".tsv") + "-left.tsv"
	left, err := verdicts.Read(path.Join(root, rulesDir, leftFile))
	return slices.Concat(table, left), leftFile, err
}

// band is the findings of a table that save a share of their run between two limits.
type band struct {
	name  string
	least float64 // percent
	verdicts.Table
}

// savings divides a table of recorded runs by what its findings save of the run; a table without recorded runs has no bands.
func savings(t verdicts.Table) []band {
	if !slices.ContainsFunc(t, func(f verdicts.Finding) bool { return savedShare.MatchString(f.Message) }) {
		return nil
	}
	bands := []band{{name: "1% and more", least: 1}, {name: "0.3% to 1%", least: 0.3}, {name: "less than 0.3%"}, {name: "not weighed by samples", least: -1}}
	return divided(t, bands, func(f verdicts.Finding) float64 {
		m := savedShare.FindStringSubmatch(f.Message)
		if m == nil {
			return -1
		}
		x, _ := strconv.ParseFloat(m[1], 64)
		return x
	})
}

// byName divides a table by how many of the methods take time whose names begin as that of the finding, as findings are ordered.
func byName(t verdicts.Table) []band {
	bands := []band{{name: "16% and more", least: 16}, {name: "12% to 16%", least: 12}, {name: "8% to 12%", least: 8}, {name: "less than 8%"}}
	return divided(t, bands, func(f verdicts.Finding) float64 {
		name, _, _ := strings.Cut(f.Method, "(")
		return 100 * worth.TakesTime(name)
	})
}

// divided puts the findings of a table into bands, the one with the largest limit first, and leaves out those without a verdict.
func divided(t verdicts.Table, bands []band, percent func(verdicts.Finding) float64) []band {
	for _, f := range t {
		x := percent(f)
		i := slices.IndexFunc(bands, func(b band) bool { return x >= b.least })
		bands[i].Table = append(bands[i].Table, f)
	}
	return slices.DeleteFunc(bands, func(b band) bool { return b.Counts()[""].Judged == 0 })
}

// savedShare finds what a finding of a recorded run saves, as findingsample writes it.
var savedShare = regexp.MustCompile(`: at most (\d+\.\d)% of the run, `)
