package examples

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

// moduleBuilds build the project of several modules in modules.
var moduleBuilds = []struct {
	tool, leave string // out of the project
	needs       []string
	command     []string
}{
	{
		tool: "Maven", leave: ".gradle",
		needs: []string{
			"mvn", "/usr/share/maven-repo/org/apache/maven/plugins/maven-dependency-plugin", "/usr/share/maven-repo/org/apache/maven/plugins/maven-jar-plugin",
			"/usr/share/maven-repo/org/apache/maven/plugins/maven-surefire-plugin", "/usr/share/maven-repo/org/apache/commons/commons-lang3",
		},
		command: []string{"mvn", "-o", "-q", "-B", "-Dmaven.repo.local=/usr/share/maven-repo", "-DskipTests", "package", "dependency:copy-dependencies"},
	},
	{
		tool: "Gradle", leave: "pom.xml",
		needs:   []string{"gradle", "/usr/share/maven-repo/org/apache/commons/commons-lang3"},
		command: []string{"gradle", "--offline", "--no-daemon", "-q", "classes", "copyDependencies"},
	},
}

// TestModules sets up a build of three modules from inside one, compiles it, and checks it from its root and from each
// module, with the configuration and without, by no flag: every budget is proved, through the calls into other modules and
// into a library.
func TestModules(t *testing.T) {
	tier.Slow(t, tier.JVM)
	for _, build := range moduleBuilds {
		t.Run(build.tool, func(t *testing.T) {
			for _, need := range build.needs {
				if !available(need) {
					t.Skipf("%s is not installed: script/setup installs it on Debian", need)
				}
			}
			dir := t.TempDir()
			copyModules(t, dir, build.leave)
			set := energylintIn(t, filepath.Join(dir, "store"), "init")
			for _, want := range []string{"part of the " + build.tool + " build in ", build.tool + " is recognised, with 3 modules", "wrote  ../energylint.toml"} {
				if !strings.Contains(set, want) {
					t.Errorf("init from a module does not say %q:\n%s", want, set)
				}
			}
			if output, err := run(dir, build.command); err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			all := []string{"Frame.checksum", "Journal.add", "Station.receive"}
			for _, from := range []string{".", "wire", "store", "app"} {
				proved(t, filepath.Join(dir, from), all...)
			}
			if err := os.Remove(filepath.Join(dir, "energylint.toml")); err != nil {
				t.Fatal(err)
			}
			proved(t, dir, all...)
			for i, module := range []string{"wire", "store", "app"} {
				proved(t, filepath.Join(dir, module), all[i])
			}
		})
	}
}

func copyModules(t *testing.T, dir, leave string) {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS("modules")); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, leave) {
			err = os.Remove(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func energylintIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(energylint, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("energylint %v in %s: %v\n%s", args, dir, err, output)
	}
	return string(output)
}

// proved fails the test unless check in a directory proves the budgets of these methods, and of no other, and shows where
// their sources are.
func proved(t *testing.T, dir string, methods ...string) {
	t.Helper()
	var report struct {
		Budgets []struct {
			Location struct{ Class, Name, File string }
			Verdict  string
		}
		Notifications []struct{ Message string }
	}
	output := energylintIn(t, dir, "check", "--format", "json")
	if err := json.Unmarshal([]byte(output), &report); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range report.Budgets {
		class, name := b.Location.Class[strings.LastIndexByte(b.Location.Class, '/')+1:], b.Location.Name
		got = append(got, class+"."+name)
		if b.Verdict != "proved" || !strings.HasSuffix(b.Location.File, modules[class]+"/src/main/java/com/example/station/"+modules[class]+"/"+class+".java") {
			t.Errorf("in %s: %s.%s is %s, its source is %q", dir, class, name, b.Verdict, b.Location.File)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, methods) {
		t.Errorf("in %s: budgets of %q, want %q", dir, got, methods)
	}
	for _, n := range report.Notifications {
		t.Errorf("in %s: %s", dir, n.Message)
	}
}

// modules are the modules of the classes with budgets.
var modules = map[string]string{"Frame": "wire", "Journal": "store", "Station": "app"}
