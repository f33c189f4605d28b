// Package measure runs the pairs of package evidence on a Java virtual machine and makes tables of what they cost.
//
// Each pair runs in each execution mode in processes of its own, one for each side: the profile of one side does not shape the
// code of the other. The two processes take turns, size after size in a random order, so that what disturbs the machine
// disturbs both. What is measured is the CPU time of the thread that runs the pair and of the one that collects its garbage,
// which depends little on the load of the machine, or what a meter says.
package measure

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/rules/evidence"
)

//go:embed Harness.java
var harness string

const harnessClass = "energylint.Harness"

// runner is the class through which the harness calls a pair.
func runner(p *evidence.Pair) string { return p.Class() + "Runner" }

// runnerSource is that class. Its loops call the methods directly; each result is consumed.
func runnerSource(p *evidence.Pair) string {
	elsewhere := "0"
	if p.Elsewhere {
		elsewhere = p.Case + ".elsewhere()"
	}
	return strings.NewReplacer("PACKAGE", p.Rule, "CASE", p.Case, "ELSEWHERE", elsewhere).Replace(`package PACKAGE;

public final class CASERunner implements energylint.Harness.Pair {
    public void prepare(int n) throws Exception { CASE.prepare(n); }

    public void written(int n, int reps) throws Exception {
        for (int i = 0; i < reps; i++) {
            energylint.Harness.consume(CASE.asWritten(n));
        }
    }

    public void repaired(int n, int reps) throws Exception {
        for (int i = 0; i < reps; i++) {
            energylint.Harness.consume(CASE.repaired(n));
        }
    }

    public Object writtenOnce(int n) throws Exception { return CASE.asWritten(n); }

    public Object repairedOnce(int n) throws Exception { return CASE.repaired(n); }

    public long elsewhere() throws Exception { return ELSEWHERE; }
}
`)
}

// Compile compiles pairs and the harness with the compiler of a JDK into dir. classPath are jars that pairs need.
func Compile(ctx context.Context, java, dir string, classPath []string, pairs []*evidence.Pair) error {
	sources, err := evidence.Support()
	if err != nil {
		return err
	}
	sources["energylint/Harness.java"] = harness
	for _, p := range pairs {
		name := p.Rule + "/" + p.Case
		sources[name+".java"], sources[name+"Runner.java"] = p.Source, runnerSource(p)
	}
	args := []string{"-nowarn", "-Xlint:none", "-proc:none", "-g", "--release", "17", "-cp", joinPath(dir, classPath), "-d", dir}
	for name, text := range sources {
		path := filepath.Join(dir, "source", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := atomicfile.Write(path, []byte(text)); err != nil {
			return err
		}
		args = append(args, path)
	}
	javac, err := compiler(java)
	if err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, javac, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("the pairs do not compile: %w\n%s", err, bytes.TrimSpace(out))
	}
	return nil
}

// compiler returns the javac beside a java command.
func compiler(java string) (string, error) {
	if resolved, err := filepath.EvalSymlinks(java); err == nil {
		java = resolved
	}
	javac := filepath.Join(filepath.Dir(java), "javac"+filepath.Ext(java))
	if _, err := os.Stat(javac); err != nil {
		return "", fmt.Errorf("%s has no compiler beside it: give --java of a JDK of at least 17", java)
	}
	return javac, nil
}

// Difference is a size for which the two sides of a pair do not return the same.
type Difference struct {
	evidence.Key
	N                 int
	Written, Repaired string // digests of the results
}

// Check runs both sides of compiled pairs once for each size, and returns where they differ. classPath are jars that pairs need.
func Check(ctx context.Context, java, dir string, classPath []string, pairs []*evidence.Pair) ([]Difference, error) {
	argv := []string{"-cp", joinPath(dir, classPath), harnessClass, "check"}
	byClass := map[string]*evidence.Pair{}
	for _, p := range pairs {
		sizes := strings.Trim(strings.ReplaceAll(fmt.Sprint(p.Sizes), " ", ","), "[]")
		argv = append(argv, runner(p), sizes)
		byClass[runner(p)] = p
	}
	cmd := exec.CommandContext(ctx, java, argv...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("running the pairs: %w\n%s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	var different []Difference
	left := map[string]int{}
	for class, p := range byClass {
		left[class] = len(p.Sizes)
	}
	for line := range strings.Lines(string(out)) {
		var class string
		var d Difference
		if _, err := fmt.Sscan(line, &class, &d.N, &d.Written, &d.Repaired); err != nil || byClass[class] == nil {
			return nil, fmt.Errorf("the harness said %q", line)
		}
		d.Key = byClass[class].Key
		left[class]--
		if d.Written != d.Repaired {
			different = append(different, d)
		}
	}
	for class, n := range left {
		if n != 0 {
			return nil, fmt.Errorf("%s was not run for all of its sizes", class)
		}
	}
	return different, nil
}
