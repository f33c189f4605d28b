package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/finding"
)

// peersDir has a file for each rule of another linter: cases written from its documentation. A line with "// case EL1001" is one that
// the linter reports and EL1001 is about; where EL1001 does not report it, " declined: " and the reason follow.
const peersDir = "testdata/fixtures/peers"

// peerCase is a line of a file of peersDir.
type peerCase struct {
	rule, declined        string
	found, foundByDefault bool
}

// peerRule is a rule of another linter, with its cases by line.
type peerRule struct {
	linter, id string
	rules      []string
	class      string // of the file, as class files name it
	cases      map[int]*peerCase
}

var (
	peerTag  = regexp.MustCompile(`\* @peer (\S+) (.+)\n \* @rules (.+)\n`)
	caseMark = regexp.MustCompile(`// case (EL\d{4})(?: declined: (.+))?$`)
)

// peerRules reads the files of peersDir, in order.
func peerRules(root string) (out []*peerRule, err error) {
	dir := filepath.Join(root, filepath.FromSlash(peersDir))
	names, err := filepath.Glob(filepath.Join(dir, "*", "*.java"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		tags := peerTag.FindStringSubmatch(string(text))
		if tags == nil {
			continue // what the cases call
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return nil, err
		}
		p := &peerRule{tags[1], tags[2], strings.Fields(tags[3]), strings.TrimSuffix(filepath.ToSlash(rel), ".java"), map[int]*peerCase{}}
		for i, line := range strings.Split(string(text), "\n") {
			if m := caseMark.FindStringSubmatch(line); m != nil {
				p.cases[i+1] = &peerCase{rule: m[1], declined: m[2]}
			}
		}
		out = append(out, p)
	}
	return out, nil
}

// peerFinding is what the page needs of a finding.
type peerFinding struct {
	Rule     string
	Location findingPlace
	Related  []findingPlace
}

type findingPlace struct {
	Class, Message string
	Line           int
}

// places are the lines of a finding: its own, and those of the same case that it names.
func (f *peerFinding) places() []findingPlace {
	out := []findingPlace{f.Location}
	for _, r := range f.Related {
		if r.Message == "and here" {
			out = append(out, r)
		}
	}
	return out
}

// peerFindings are what energylint reports of the cases in a mode.
func peerFindings(run runner, mode string) ([]peerFinding, error) {
	command := "energylint check --mode " + mode + " --fail-on never --format json " + peersDir + "/classes"
	text, err := run(command)
	if err != nil {
		return nil, err
	}
	var report struct{ Findings []peerFinding }
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	return report.Findings, nil
}

// judge marks the cases that are found. A finding of one of a file's rules on a line that is no case is an error.
func judge(peers []*peerRule, findings []peerFinding, found func(c *peerCase)) error {
	byClass := map[string]*peerRule{}
	for _, p := range peers {
		byClass[p.class] = p
	}
	for i := range findings {
		f := &findings[i]
		for _, at := range f.places() {
			class, _, _ := strings.Cut(strings.ReplaceAll(at.Class, ".", "/"), "$")
			p := byClass[class]
			if p == nil || !slices.Contains(p.rules, f.Rule) {
				continue
			}
			c := p.cases[at.Line]
			if c == nil || c.rule != f.Rule {
				return fmt.Errorf("%s/%s.java:%d: %s is found, and is no case of it", peersDir, class, at.Line, f.Rule)
			}
			found(c)
		}
	}
	return nil
}

// recallRow counts the cases of a rule and a rule of another linter.
type recallRow struct {
	cases, found, byDefault int
	declined                []string
}

func (r *recallRow) add(c *peerCase) {
	r.cases++
	if c.found {
		r.found++
	}
	if c.foundByDefault {
		r.byDefault++
	}
	if c.declined != "" && !slices.Contains(r.declined, c.declined) {
		r.declined = append(r.declined, c.declined)
	}
}

func (r *recallRow) numbers() string {
	return strconv.Itoa(r.cases) + " | " + strconv.Itoa(r.found) + " | " + strconv.Itoa(r.byDefault)
}

// recallPage says how many cases of other linters' rules the rules find; it is empty where there are no cases.
func recallPage(root string, run runner) (string, error) {
	peers, err := peerRules(root)
	if err != nil || len(peers) == 0 {
		return "", err
	}
	for mode, found := range map[string]func(c *peerCase){
		"interpreter": func(c *peerCase) { c.found = true },
		"c2":          func(c *peerCase) { c.foundByDefault = true },
	} {
		findings, err := peerFindings(run, mode)
		if err != nil {
			return "", err
		}
		if err := judge(peers, findings, found); err != nil {
			return "", err
		}
	}
	for _, p := range peers {
		for line, c := range p.cases {
			if c.found == (c.declined != "") {
				return "", fmt.Errorf("%s/%s.java:%d: %s is found: %t; a case that is not found needs its reason", peersDir, p.class, line, c.rule, c.found)
			}
		}
	}
	listing, err := run("energylint rules --format json")
	if err != nil {
		return "", err
	}
	var list struct{ Rules []ruleInfo }
	if err := json.Unmarshal([]byte(listing), &list); err != nil {
		return "", fmt.Errorf("energylint rules --format json: %w", err)
	}
	return recallText(peers, list.Rules), nil
}

// recallText writes the page.
func recallText(peers []*peerRule, rules []ruleInfo) string {
	type key struct{ rule, linter, id string }
	rows, linters := map[key]*recallRow{}, map[string]*recallRow{}
	theirs := map[string]int{}
	var keys []key
	for _, p := range peers {
		if linters[p.linter] == nil {
			linters[p.linter] = &recallRow{}
		}
		theirs[p.linter]++
		for _, line := range slices.Sorted(maps.Keys(p.cases)) {
			c := p.cases[line]
			k := key{c.rule, p.linter, p.id}
			if rows[k] == nil {
				rows[k] = &recallRow{}
				keys = append(keys, k)
			}
			rows[k].add(c)
			linters[p.linter].add(c)
		}
	}
	slices.SortStableFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.rule, b.rule), cmp.Compare(a.linter, b.linter), cmp.Compare(a.id, b.id))
	})
	names := map[string]string{}
	var without []string
	for _, r := range rules {
		names[r.ID] = r.Name
		if finding.OfPattern(r.ID) && !slices.ContainsFunc(keys, func(k key) bool { return k.rule == r.ID }) {
			without = append(without, fmt.Sprintf("[%s %s](%s.md)", r.ID, r.Name, r.ID))
		}
	}
	var b strings.Builder
	b.WriteString("<!-- Written by make docs from testdata/fixtures/peers. -->\n\n# What the rules find of other linters' cases\n\n" +
		"Where creedengo-java, sonar-java, PMD, SpotBugs or Error Prone has a rule for the same waste as one here,\n" +
		"[testdata/fixtures/peers](../../testdata/fixtures/peers) has cases for it: code that the other linter reports by its documentation, written\n" +
		"anew, in several forms, and beside it code that neither should report. The code runs again and again, because a waste that happens once is\n" +
		"not reported here, but in methods that `--hot` names.\n\n" +
		"- *found*: the rule reports the line, with costs of the interpreter (`--mode interpreter`);\n" +
		"- *in C2*: it does so by default, too, because the repair pays in compiled code by its [evidence](../evidence.md);\n" +
		"- *not found, and why*: by decision; a case that is missed otherwise is a defect, and fails the test that holds this page.\n\n" +
		"No rule reports a line of these files that is no case of it.\n\n" +
		"Snippets, such as the test cases of a linter or a library alone, have no loop that calls their methods. To see what the rules find of\n" +
		"them, say that others do, and take the costs of the interpreter, in which every repair that does less work pays:\n\n" +
		"    javac -g -d classes Snippet.java\n" +
		"    energylint check --mode interpreter --hot '**' classes\n\n" +
		"`--hot '**'` names all methods, constructors and lambdas; a static initialiser runs once whatever calls it (`--hot '**.<clinit>'` names those,\n" +
		"too). A finding is on the line of the instruction that costs: of a loop that copies, in its body. One finding may name more lines of its\n" +
		"case (\"and here\"). Loops over five elements stay silent where the repair's call costs as much as the loop.\n\n" +
		"| linter | their rules | cases | found | in C2 |\n| --- | ---: | ---: | ---: | ---: |\n")
	all, sum := &recallRow{}, 0
	for _, l := range slices.Sorted(maps.Keys(linters)) {
		fmt.Fprintf(&b, "| %s | %d | %s |\n", l, theirs[l], linters[l].numbers())
		all.cases, all.found, all.byDefault, sum = all.cases+linters[l].cases, all.found+linters[l].found, all.byDefault+linters[l].byDefault, sum+theirs[l]
	}
	fmt.Fprintf(&b, "| all | %d | %s |\n\n| rule | their rule | cases | found | in C2 | not found, and why |\n| --- | --- | ---: | ---: | ---: | --- |\n", sum, all.numbers())
	for _, k := range keys {
		fmt.Fprintf(&b, "| [%s %s](%s.md) | %s %s | %s | %s |\n", k.rule, names[k.rule], k.rule, k.linter, k.id, rows[k].numbers(), cell(strings.Join(rows[k].declined, "; ")))
	}
	fmt.Fprintf(&b, "\nThese rules have no counterpart among the five: %s.\n", strings.Join(without, ", "))
	return b.String()
}
