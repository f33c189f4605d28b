package metering

import (
	"archive/zip"
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/tier"
	"github.com/energylint/energylint/internal/unit"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/library"
)

// junit is the class path of JUnit's console, as Debian's junit5 installs it.
var junit = []string{
	"junit-platform-console", "junit-platform-reporting", "junit-platform-launcher", "junit-platform-engine", "junit-platform-commons",
	"junit-jupiter-engine", "junit-jupiter-api", "junit-jupiter-params", "opentest4j", "apiguardian-api", "picocli", "univocity-parsers", "commons-lang3",
}

// TestOpenSourceExecutions runs the tests of TheAlgorithms/Java with its classes instrumented, and holds what they execute
// against the bounds that a user of energylint gets: with the JDK's classes and the library models at hand.
func TestOpenSourceExecutions(t *testing.T) {
	tier.Slow(t, tier.JVM)
	if os.Getenv("ENERGYLINT_METERING") == "" {
		t.Skip("takes minutes: run make metering")
	}
	main := corpus.Jar(t, "thealgorithms.jar")
	meterTests(t, main, corpus.Jar(t, "thealgorithms-tests.jar"), []string{main}, nil, 1000)
}

// TestGivenExecutions does the same with a jar, its JUnit tests and their class path, which the environment names. The tests are a part of
// the analysed program: what they hand to its methods may be of classes of their own.
func TestGivenExecutions(t *testing.T) {
	tier.Slow(t, tier.JVM)
	main, tests := os.Getenv("ENERGYLINT_METERING_MAIN"), os.Getenv("ENERGYLINT_METERING_TESTS")
	if main == "" || tests == "" {
		t.Skip("no program is given: run make metering-of")
	}
	meterTests(t, main, tests, []string{main, tests}, filepath.SplitList(os.Getenv("ENERGYLINT_METERING_CLASSPATH")), 1)
}

// meterTests runs the JUnit tests of a jar, and expects at least so many methods to be called.
func meterTests(t *testing.T, main, tests string, program, libraries []string, least int) {
	t.Helper()
	jvm := java(t, 17)
	classpath := slices.Concat([]string{tests, main}, libraries) // the jar for its resources: its classes come from the instrumented ones
	for _, name := range junit {
		jar := filepath.Join("/usr/share/java", name+".jar")
		if _, err := os.Stat(jar); err != nil {
			t.Skipf("no %s: install Debian's junit5 (script/setup does)", jar)
		}
		classpath = append(classpath, jar)
	}
	x := prepare(t, filesOf(t, main), func(classes []*classfile.Class) *absint.Analyzer {
		return analyzed(t, program, filepath.Dir(filepath.Dir(jvm)), classes)
	})
	x.workDir, x.open = os.Getenv("ENERGYLINT_METERING_DIRECTORY"), len(program) > 1
	for _, s := range x.skipped {
		t.Logf("not instrumented: %s", s)
	}
	// A test may fail because it is instrumented, by its time or its depth: what ran counts.
	options := []string{"-Dmeter.limit=1000000"}
	if x.open { // tests that repeat themselves for hours
		options = append(options, "-Dmeter.often=5000", "-Dmeter.seconds="+cmp.Or(os.Getenv("ENERGYLINT_METERING_SECONDS"), "1200"))
	}
	text, _ := x.start(t, jvm, options, classpath, []string{"org.junit.platform.console.ConsoleLauncher", "--scan-classpath", tests, "--details", "summary", "--disable-banner"})
	for _, line := range regexp.MustCompile(`\d+ tests (started|successful|failed)`).FindAllString(string(text), -1) {
		t.Log(line)
	}
	if failures := regexp.MustCompile(`=> .{1,200}`).FindAllString(string(text), -1); x.open && len(failures) > 0 {
		t.Logf("%d failures, such as %s", len(failures), strings.Join(failures[:min(5, len(failures))], "; "))
	}
	if _, err := os.Stat(x.output()); err != nil {
		t.Fatalf("nothing was counted: %v\n%.4000s", err, text)
	}
	if n := x.check(t, x.counts(t)); n < least {
		t.Errorf("%d methods were called, which is too few: did the tests run?\n%.4000s", n, text)
	}
}

// filesOf reads the class files of a jar.
func filesOf(t *testing.T, jar string) map[string][]byte {
	t.Helper()
	r, err := zip.OpenReader(jar)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out := map[string][]byte{}
	for _, f := range r.File {
		if !strings.HasSuffix(f.Name, ".class") {
			continue
		}
		rc, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(rc)
		if err != nil {
			t.Fatal(err)
		}
		rc.Close()
		out[f.Name] = data
	}
	return out
}

// analyzed is the analysis of jars as the commands do it. The classes become those that it is of.
func analyzed(t *testing.T, jars []string, jdk string, classes []*classfile.Class) *absint.Analyzer {
	t.Helper()
	a, err := driver.Load(context.Background(), driver.Options{Paths: jars, JDK: jdk, Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	for i, c := range classes {
		if classes[i] = a.Program.Lookup(c.Name); classes[i] == nil {
			t.Fatalf("no class %s in %v", c.Name, jars)
		}
	}
	return engine(t, a.Program)
}

// engine is the analysis of a program with the models that are shipped.
func engine(t *testing.T, p *unit.Program) *absint.Analyzer {
	t.Helper()
	m, err := models.Load("rpi5-nyholm")
	if err != nil {
		t.Fatal(err)
	}
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	e, err := energy.New(p, energy.Options{Model: m, Device: models.AnyDevice, Confidence: 0.95, Library: lib})
	if err != nil {
		t.Fatal(err)
	}
	return e.Analyzer
}
