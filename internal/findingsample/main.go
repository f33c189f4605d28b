// Findingsample draws findings of real jars for a reader to judge, and writes them as a table: what is true, and what is worth a
// change. The table of an earlier draw keeps the verdicts of the findings that are drawn again.
//
// Usage:
//
//	go run ./internal/findingsample -energylint PROGRAM -o docs/rules/sample.tsv [-seed N] [-n 200] JAR...
//	go run ./internal/findingsample -energylint PROGRAM -o docs/rules/recorded.tsv -left docs/rules/recorded-left.tsv -recordings TABLE
//
// TABLE names recorded runs, a line each: the jar of the program, the file of samples, and what ran, separated by tabs. Of these the findings
// are drawn that check --profile reports. With -left, a second table keeps the judged findings that are not drawn again.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/verdicts"
)

// perJarAndRule is how many findings of one rule in one jar are drawn at most: one author's habit is one opinion.
const perJarAndRule = 3

func main() {
	program := flag.String("energylint", "energylint", "the `PROGRAM` that finds")
	output := flag.String("o", "", "the `FILE` of the table")
	seed := flag.Uint64("seed", 1, "of the draw")
	n := flag.Int("n", 200, "how many findings")
	recordings := flag.String("recordings", "", "a `TABLE` of recorded runs")
	left := flag.String("left", "", "the `FILE` of judged findings that are not drawn again")
	flag.Parse()
	if err := run(*program, *output, *left, *recordings, *seed, *n, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "findingsample:", err)
		os.Exit(1)
	}
}

func run(program, output, left, recordings string, seed uint64, n int, jars []string) error {
	if output == "" || len(jars) == 0 == (recordings == "") {
		return errors.New("a table (-o) and either jars or recordings (-recordings) are needed")
	}
	earlier := verdicts.Table{}
	for _, file := range []string{output, left} {
		if file == "" {
			continue
		}
		table, err := verdicts.Read(file)
		if err != nil {
			return err
		}
		earlier = append(earlier, table...)
	}
	var all []verdicts.Finding
	var err error
	if recordings != "" {
		if all, err = recorded(program, recordings); err != nil {
			return err
		}
	} else {
		if jars, err = different(jars); err != nil {
			return err
		}
		for _, jar := range jars {
			found, err := findings(program, jar)
			if err != nil {
				fmt.Fprintf(os.Stderr, "findingsample: %s is left out: %v\n", jar, err)
				continue
			}
			all = append(all, found...)
		}
	}
	drawn := draw(all, seed, n)
	for i := range drawn {
		drawn[i].Keep(earlier)
	}
	if left != "" {
		if err := atomicfile.Write(left, earlier.JudgedWithout(drawn).Bytes()); err != nil {
			return err
		}
	}
	return atomicfile.Write(output, verdicts.Table(drawn).Bytes())
}

// different leaves out jars with the same bytes as another one: Debian has them under several names.
func different(jars []string) ([]string, error) {
	seen := map[[32]byte]bool{}
	var out []string
	for _, jar := range jars {
		data, err := os.ReadFile(jar)
		if err != nil {
			return nil, err
		}
		if sum := sha256.Sum256(data); !seen[sum] {
			seen[sum] = true
			out = append(out, jar)
		}
	}
	return out, nil
}

// recorded returns the findings of the recorded runs of a table, each once, with what they save of which run.
func recorded(program, table string) (out []verdicts.Finding, err error) {
	runs, err := verdicts.ReadRuns(table)
	if err != nil {
		return nil, err
	}
	for _, run := range runs {
		found, err := findings(program, run.Jar, "--profile", run.Samples)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", run.Samples, err)
		}
		seen := map[verdicts.Finding]bool{}
		for _, f := range found {
			f.Message += ", " + run.What
			if !seen[f] {
				seen[f] = true
				out = append(out, f)
			}
		}
	}
	return out, nil
}

// findings runs the rules of compiled code over a jar.
func findings(program, jar string, args ...string) ([]verdicts.Finding, error) {
	cmd := exec.Command(program, append([]string{"check", "--jdk", "none", "--mode", "c2", "--format", "json", jar}, args...)...)
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return nil, err // 1 is that there are findings
	}
	var report struct {
		Findings []struct {
			Rule, Message string
			Location      struct {
				Class, Name, Descriptor string
				Line                    int
			}
			Energy *struct {
				Recorded *struct {
					Saving float64 `json:"saving_share"`
				}
			}
			Suppression *struct{ By string }
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return nil, err
	}
	var fs []verdicts.Finding
	for _, f := range report.Findings {
		if f.Suppression != nil {
			continue
		}
		message := strings.Join(strings.Fields(f.Message), " ")
		if f.Energy != nil && f.Energy.Recorded != nil {
			message += fmt.Sprintf(": at most %.1f%% of the run", 100*f.Energy.Recorded.Saving)
		}
		fs = append(fs, verdicts.Finding{
			Jar: filepath.Base(jar), Rule: f.Rule, Class: f.Location.Class, Method: f.Location.Name + f.Location.Descriptor, Line: f.Location.Line, Message: message,
		})
	}
	return fs, nil
}

// draw takes n findings at random, at most perJarAndRule of a rule in a jar. The order in which they are drawn depends on the seed and on
// each finding alone: those that a later version finds as well are drawn again in the same order, and keep their verdicts.
func draw(all []verdicts.Finding, seed uint64, n int) []verdicts.Finding {
	all = slices.Clone(all)
	order := make(map[verdicts.Finding][sha256.Size]byte, len(all))
	for _, f := range all {
		order[f] = sha256.Sum256(fmt.Appendf(nil, "%d\t%s\t%s\t%s\t%s\t%d", seed, f.Jar, f.Rule, f.Class, f.Method, f.Line))
	}
	slices.SortStableFunc(all, func(a, b verdicts.Finding) int {
		x, y := order[a], order[b]
		return bytes.Compare(x[:], y[:])
	})
	taken := map[[2]string]int{}
	var out []verdicts.Finding
	for _, f := range all {
		if k := [2]string{f.Jar, f.Rule}; len(out) < n && taken[k] < perJarAndRule {
			taken[k]++
			out = append(out, f)
		}
	}
	return out
}
