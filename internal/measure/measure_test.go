package measure

import (
	"archive/zip"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/energylint/energylint/internal/tier"
	"github.com/energylint/energylint/rules/evidence"
)

// jdk returns the java command of a JDK.
func jdk(t *testing.T) string {
	t.Helper()
	tier.Slow(t, tier.JVM)
	java, err := exec.LookPath("java")
	if err == nil {
		_, err = compiler(java)
	}
	if err != nil {
		t.Skipf("no JDK: %v", err)
	}
	return java
}

// libraries are the jars of databases and loggers that this machine has, where Debian puts them.
func libraries() (out []string) {
	for _, name := range []string{"h2", "postgresql", "slf4j-api", "logback-classic", "logback-core", "log4j-api", "log4j-core"} {
		jar := "/usr/share/java/" + name + ".jar"
		if _, err := os.Stat(jar); err == nil {
			out = append(out, jar)
		}
	}
	return out
}

// TestPossible: a pair without its driver, or without its database, is left out with the reason.
func TestPossible(t *testing.T) {
	pairs := []*evidence.Pair{
		{Key: evidence.Key{Rule: "EL9", Case: "Plain"}},
		{Key: evidence.Key{Rule: "EL9", Case: "Driver"}, Needs: "org.example.Driver"},
		{Key: evidence.Key{Rule: "EL9", Case: "Server"}, Given: "ENERGYLINT_NO_SUCH_SERVER"},
	}
	jar := filepath.Join(t.TempDir(), "driver.jar")
	file, err := os.Create(jar)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(file)
	if _, err := w.Create("org/example/Driver.class"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		classPath []string
		want      []string
		missing   []string
	}{
		{nil, []string{"Plain"}, []string{"org.example.Driver", "ENERGYLINT_NO_SUCH_SERVER"}},
		{[]string{jar}, []string{"Plain", "Driver"}, []string{"ENERGYLINT_NO_SUCH_SERVER"}},
	} {
		possible, missing, err := Possible(pairs, c.classPath)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range possible {
			got = append(got, p.Case)
		}
		if !slices.Equal(got, c.want) || len(missing) != len(c.missing) {
			t.Fatalf("%v: %v, %v", c.classPath, got, missing)
		}
		for i, m := range missing {
			if !strings.Contains(m, c.missing[i]) {
				t.Errorf("%q does not name %s", m, c.missing[i])
			}
		}
	}
	if _, _, err := Possible(pairs, []string{"/no/such.jar"}); err == nil {
		t.Error("a jar that is not there is no error")
	}
}

// TestPairsDoTheSame runs both sides of every pair for every size: they return the same.
func TestPairsDoTheSame(t *testing.T) {
	java, dir := jdk(t), t.TempDir()
	pairs, err := evidence.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	classPath := libraries()
	pairs, missing, err := Possible(pairs, classPath)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range missing {
		t.Run("missing", func(t *testing.T) { t.Skip(text) })
	}
	if err := Compile(context.Background(), java, dir, classPath, pairs); err != nil {
		t.Fatal(err)
	}
	different, err := Check(context.Background(), java, dir, classPath, pairs)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range different {
		t.Errorf("%s: for n = %d asWritten returns %s, repaired %s", d.Key, d.N, d.Written, d.Repaired)
	}
}

// wrong is a pair whose two sides do not do the same for large n.
func wrong() *evidence.Pair {
	return &evidence.Pair{Key: evidence.Key{Rule: "EL9", Case: "Wrong"}, Sizes: []int{1, 10}, Unit: "iteration", Source: `package EL9;
final class Wrong {
    static void prepare(int n) {}
    static int[] asWritten(int n) { return new int[] {n}; }
    static int[] repaired(int n) { return new int[] {Math.min(n, 5)}; }
}`}
}

func TestCheckFindsDifference(t *testing.T) {
	java, dir := jdk(t), t.TempDir()
	pairs := []*evidence.Pair{wrong()}
	if err := Compile(context.Background(), java, dir, nil, pairs); err != nil {
		t.Fatal(err)
	}
	different, err := Check(context.Background(), java, dir, nil, pairs)
	if err != nil || len(different) != 1 || different[0].N != 10 {
		t.Errorf("got %v, %v", different, err)
	}
	if _, err := Run(context.Background(), Options{Java: java, Pairs: pairs}); err == nil || !strings.Contains(err.Error(), "EL9/Wrong: asWritten(10) and repaired(10) return different results") {
		t.Errorf("measured: %v", err)
	}
}

// TestRun measures a pair with a saving that no load hides, in every mode.
func TestRun(t *testing.T) {
	java := jdk(t)
	p := &evidence.Pair{Key: evidence.Key{Rule: "EL9", Case: "Sum"}, Sizes: []int{10, 1000}, Terms: evidence.Terms{0, 1}, Unit: "iteration", Source: `package EL9;
final class Sum {
    static double[] x;
    static void prepare(int n) { x = new double[n]; for (int i = 0; i < n; i++) x[i] = i; }
    static double asWritten(int n) { double s = 0; for (double y : x) s += Math.sin(y); return s == 42.5 ? 1 : 0; }
    static double repaired(int n) { return n < 0 ? 1 : 0; }
}`}
	var done []string
	table, err := Run(context.Background(), Options{Java: java, Pairs: []*evidence.Pair{p}, Forks: 1, Rounds: 2, Round: 2 * time.Millisecond, Warm: 100 * time.Millisecond,
		Warn:     func(text string) { t.Error(text) },
		Progress: func(_, _ int, what string) { done = append(done, what) }})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range evidence.Modes {
		e := table.Entry(p.Key, m)
		if e == nil || len(e.Points) != 2 || e.At(1000).Share() < 0.5 {
			t.Errorf("%s: %+v", m, e)
		}
	}
	if len(done) != 3 || !strings.HasPrefix(table.Name, "OpenJDK ") || table.Unit != "s" {
		t.Errorf("%v, %+v", done, table.Provenance)
	}
}

func TestCheckMode(t *testing.T) {
	const (
		level3  = "     55    1       3       EL9.X::repaired (12 bytes)\n"
		loops   = "     60    2 %     4       EL9.X::repaired @ 14 (12 bytes)\n"
		level4  = "     61    3       4       EL9.X::repaired (12 bytes)\n"
		other   = "     62    4   !   4       EL9.Y::repaired (12 bytes)\n"
		old     = "     63    1       3       EL9.X::repaired (12 bytes)   made not entrant\n"
		deopt   = "     64    3       4       EL9.X::repaired (12 bytes)   made not entrant\n"
		reason  = "     64    3       4       EL9.X::repaired (12 bytes)   made not entrant: uncommon trap\n"
		level1  = "     65    5  s    1       EL9.X::repaired (12 bytes)\n"
		measure = measuringMark + "\n"
		end     = measuredMark + "\n"
	)
	for _, c := range []struct {
		name, log string
		mode      evidence.Mode
		want      string
	}{
		{"compiled by C2", level3 + level4 + old + measure + end, evidence.C2, ""},
		{"by its loop only", level3 + loops + other + measure + end, evidence.C2, "compiled at level 3 after warming up"},
		{"too late", level3 + measure + level4 + end, evidence.C2, "compiled at level 3 after warming up"},
		{"deoptimized", level4 + measure + deopt + end, evidence.C2, "interpreted while it was measured"},
		{"deoptimized, with a reason", level4 + measure + reason + end, evidence.C2, "interpreted while it was measured"},
		{"deoptimized after the end", level4 + measure + end + deopt, evidence.C2, ""},
		{"compiled again before", level4 + deopt + level3 + level4 + measure + end, evidence.C2, ""},
		{"compiled by C1", level1 + measure + end, evidence.C1, ""},
		{"not compiled", other + measure + end, evidence.C1, "interpreted after warming up"},
		{"interpreted", measure + end, evidence.Interpreter, ""},
		{"compiled instead", level1 + measure + end, evidence.Interpreter, "compiled at level 1"},
		{"other code's line in front of the mark", level4 + "x " + measure + end, evidence.C2, ""},
	} {
		err := checkMode(c.mode, "EL9.X::repaired", c.log)
		var wrong *modeError
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
}

func TestPoints(t *testing.T) {
	p := &evidence.Pair{Sizes: []int{1}}
	var samples []sample
	for fork, center := range []float64{100, 104, 102} { // processes differ more than rounds
		for round := range 5 {
			samples = append(samples, sample{1, 0, fork, center + float64(round%2)*0.01}, sample{1, 1, fork, 50})
		}
	}
	got := points(p, samples)
	if len(got) != 1 || got[0].Repaired != 50 || got[0].Written < 101.9 || got[0].Written > 102.1 || got[0].SD < 1 || got[0].SD > 1.3 {
		t.Errorf("got %+v; want 102, 50 and the error of processes, 2 / sqrt(3)", got)
	}
}
