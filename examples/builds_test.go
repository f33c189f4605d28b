// Package examples runs the builds of the example projects with the tools that they are for, and the steps of the
// GitHub action.
package examples

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/built"
	"github.com/energylint/energylint/internal/tier"
)

var energylint string // the program, built from this repository

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if energylint, err = built.Energylint(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

// builds are the example builds: how to run them, and where the report goes.
var builds = []struct {
	name, report string
	needs        []string // files and programs
	command      func() []string
}{
	{
		name:   "maven",
		report: "target/energylint.sarif",
		needs:  []string{"mvn", "/usr/share/maven-repo/org/codehaus/mojo/exec-maven-plugin/3.1.0"},
		command: func() []string {
			return []string{"mvn", "-o", "-q", "-B", "-Dmaven.repo.local=/usr/share/maven-repo", "-Denergylint=" + energylint, "process-classes"}
		},
	},
	{
		name:   "gradle",
		report: "build/energylint.sarif",
		needs:  []string{"gradle"},
		command: func() []string {
			return []string{"gradle", "--offline", "--no-daemon", "-q", "-PenergylintPath=" + energylint, "check"}
		},
	},
	{
		name:    "ant",
		report:  "build/energylint.sarif",
		needs:   []string{"ant"},
		command: func() []string { return []string{"ant", "-Denergylint=" + energylint} },
	},
	{
		name:    "make",
		report:  "build/energylint.sarif",
		needs:   []string{"make", "javac"},
		command: func() []string { return []string{"make", "ENERGYLINT=" + energylint} },
	},
}

// TestBuilds runs each build twice: as it is, which passes, and with a budget that no call can keep, which fails.
func TestBuilds(t *testing.T) {
	tier.Slow(t, tier.JVM)
	for _, build := range builds {
		t.Run(build.name, func(t *testing.T) {
			for _, need := range build.needs {
				if !available(need) {
					t.Skipf("%s is not installed: script/setup installs it on Debian", need)
				}
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(build.name)); err != nil {
				t.Fatal(err)
			}
			if output, err := run(dir, build.command()); err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			checkReport(t, filepath.Join(dir, build.report))

			source := filepath.Join(dir, "src/main/java/com/example/meter/Pulse.java")
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			broken := strings.Replace(string(text), "energy 50 uJ", "energy 50 nJ", 1)
			if broken == string(text) {
				t.Fatal("Pulse.java has no budget of 50 uJ")
			}
			if err := os.WriteFile(source, []byte(broken), 0o666); err != nil {
				t.Fatal(err)
			}
			output, err := run(dir, build.command())
			if err == nil {
				t.Errorf("the build passes with a budget of 50 nJ\n%s", output)
			}
			if !strings.Contains(output, "EL0001") {
				t.Errorf("the broken budget is not reported\n%s", output)
			}
		})
	}
}

// available reports whether a program is on PATH, or a file exists.
func available(need string) bool {
	if filepath.IsAbs(need) {
		_, err := os.Stat(need)
		return err == nil
	}
	_, err := exec.LookPath(need)
	return err == nil
}

func run(dir string, command []string) (string, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	// Gradle keeps what it knows of a build in the user's home. Builds of some seconds end before what C2 compiles pays.
	cmd.Env = append(os.Environ(), "GRADLE_USER_HOME="+filepath.Join(dir, ".gradle-home"), "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
	output, err := cmd.CombinedOutput()
	return string(output), err
}

// checkReport fails the test unless the file is a SARIF log without findings of level error.
func checkReport(t *testing.T, name string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Results []struct{ RuleID, Level string }
		}
	}
	if err := json.Unmarshal(data, &log); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if log.Version != "2.1.0" || len(log.Runs) == 0 {
		t.Errorf("%s: version %q with %d runs", name, log.Version, len(log.Runs))
	}
	for _, run := range log.Runs {
		for _, result := range run.Results {
			if result.Level == "error" {
				t.Errorf("%s: unexpected finding %s", name, result.RuleID)
			}
		}
	}
}
