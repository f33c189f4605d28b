// Package scaffold sets up energylint for a project: it recognises the build, and writes a configuration, workflows, a
// hook and the annotations' sources.
package scaffold

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/project"
	"github.com/energylint/energylint/rules/evidence"
)

// Project is what is known of a project. Its fields are those of the templates.
type Project struct {
	Dir        string // where the configuration goes
	Repository string // where workflows and hooks go: the git work tree, else Dir
	Below      string // Dir relative to Repository, slash-separated; empty where they are the same
	Suffix     string // of the names of jobs, where they stand beside those of another project
	Tool       string // "Maven"; empty where none is recognised
	Build      string // the command that compiles
	Recognised bool   // every run finds classes, sources and libraries itself
	Modules    int    // that have sources, of a build that is recognised
	Paths      []string
	Sources    []string
	Classpath  []string
	Release    string // of energylint, that the files refer to
	Branch     string // or tag of energylint's repository with the schema of the configuration
	Package    string // of the annotations
	Mode       evidence.Mode
	ModeWhy    string // what the mode was chosen by
}

// firstRelease is what the hook names where energylint was not built for a release.
const firstRelease = "v0.1.0"

// Detect recognises the build of the project in dir. release is that of this program, empty where it is none.
func Detect(dir, repository, release string) Project {
	p := Project{Dir: dir, Repository: repository, Release: release, Branch: release}
	if release == "" {
		p.Release, p.Branch = firstRelease, "main"
	}
	if below, ok := project.Below(repository, dir); ok && below != "." {
		p.Below = below
	}
	tool, _ := project.ToolOf(dir)
	p.Tool = tool.Name
	p.Mode, p.ModeWhy = executionMode(dir)
	if p.Recognised = project.IsBuild(dir); p.Recognised {
		p.Modules = project.At(dir, repository).SourceModules()
	}
	has := func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		return err == nil
	}
	command := func(wrapper, otherwise string) string {
		if has(wrapper) {
			return "./" + wrapper
		}
		return otherwise
	}
	switch p.Tool {
	case "Maven":
		p.Build = command("mvnw", "mvn") + " --batch-mode " + mavenGoals(p.Modules)
	case "Gradle":
		p.Build = command("gradlew", "gradle") + " " + gradleTask(dir, repository)
	case "sbt":
		p.Build = "sbt compile"
	case "Ant":
		p.Build = "ant"
		p.ant(has)
	case "Make":
		p.Build = "make"
		p.Paths, p.Sources = []string{"."}, []string{"src"}
	default:
		p.Paths, p.Sources = []string{"."}, []string{"src"}
	}
	p.Sources = slices.DeleteFunc(p.Sources, func(s string) bool { return !has(s) }) // a directory that is not there is a warning
	return p
}

// ant finds the directories of an Ant build, which has no layout of its own.
func (p *Project) ant(has func(string) bool) {
	p.Paths, p.Sources = []string{"build/classes"}, []string{"src/main/java"}
	for _, d := range []string{"build/classes", "target/classes", "classes", "bin", "build"} {
		if has(d) {
			p.Paths = []string{d}
			break
		}
	}
	if !has("src/main/java") && has("src") {
		p.Sources = []string{"src"}
	}
	if has("lib") {
		p.Classpath = []string{"lib/*.jar"}
	}
}

// mavenGoals compile and copy the libraries. In one run over several modules, those that are only compiled cannot be
// copied for others (MDEP-187).
func mavenGoals(modules int) string {
	if modules > 1 {
		return "-DskipTests package dependency:copy-dependencies"
	}
	return "compile dependency:copy-dependencies"
}

// gradleTask compiles every module. Kotlin multiplatform has no task "classes".
func gradleTask(dir, repository string) string {
	for _, s := range project.At(dir, repository).Sources() {
		if strings.Contains(filepath.ToSlash(s), "/src/jvmMain/") || strings.HasSuffix(filepath.ToSlash(s), "/src/commonMain/kotlin") {
			return "assemble"
		}
	}
	return "classes"
}

// File is a file that Files writes, and its template.
type File struct{ Path, template string }

// Configuration is the configuration of the project.
func (p Project) Configuration() File {
	return File{filepath.Join(p.Dir, config.FileName), "energylint.toml.tmpl"}
}

// Workflows are the two workflows for GitHub.
func (p Project) Workflows() []File {
	dir := filepath.Join(p.Repository, ".github", "workflows")
	return []File{
		{filepath.Join(dir, "energylint.yml"), "workflow.yml.tmpl"},
		{filepath.Join(dir, "energylint-comment.yml"), "comment.yml.tmpl"},
	}
}

// Hook is the hook of pre-commit.
func (p Project) Hook() File {
	return File{filepath.Join(p.Repository, ".pre-commit-config.yaml"), "pre-commit-config.yaml.tmpl"}
}

// Annotations are the sources of the annotations, in a directory.
func Annotations(dir string) []File {
	var out []File
	for _, name := range []string{"EnergyBudget", "LoopBound", "SuppressEnergyWarnings"} {
		out = append(out, File{filepath.Join(dir, name+".java"), "annotations/" + name + ".java.tmpl"})
	}
	return out
}
