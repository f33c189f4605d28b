package project

import (
	"encoding/xml"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/files"
)

// Tool is a build tool.
type Tool struct {
	Name    string
	Files   []string // that show that a directory is built by it; the first one found counts
	modular bool     // its builds may have modules, whose classes are recognised
}

// tools are in the order in which they are recognised: a Maven or Gradle build may have a Makefile for people.
var tools = []Tool{
	{"Maven", []string{"pom.xml"}, true},
	{"Gradle", slices.Concat(gradleSettings, []string{"build.gradle", "build.gradle.kts"}), true},
	{"sbt", []string{"build.sbt"}, true},
	{"Ant", []string{"build.xml"}, false},
	{"Make", []string{"Makefile", "makefile", "GNUmakefile"}, false},
}

var gradleSettings = []string{"settings.gradle", "settings.gradle.kts"}

// ToolOf returns the tool that builds a directory, by the files in it.
func ToolOf(dir string) (Tool, bool) {
	for _, t := range tools {
		if slices.ContainsFunc(t.Files, func(f string) bool { return isFile(dir, f) }) {
			return t, true
		}
	}
	return Tool{}, false
}

// IsBuild reports whether a directory is the root or a module of a build that may have further modules.
func IsBuild(dir string) bool {
	t, ok := ToolOf(dir)
	return ok && t.modular
}

// Nearest returns the nearest directory from dir upward that a modular tool builds; repository, the git work tree that dir
// is in, ends the search.
func Nearest(dir, repository string) (string, bool) {
	for _, d := range upward(dir, repository) {
		if IsBuild(d) {
			return d, true
		}
	}
	return "", false
}

// Root returns the root of the build that dir is a module of: dir itself where it is in none. repository is the root of
// the git work tree that dir is in, empty for none. A parent is the root because its files say so: a pom.xml that lists
// the module, settings of Gradle, an sbt build.
func Root(dir, repository string) string {
	tool, ok := ToolOf(dir)
	if ok && !tool.modular {
		return dir
	}
	if slices.ContainsFunc(gradleSettings, func(f string) bool { return isFile(dir, f) }) {
		return dir
	}
	root := dir
	for _, parent := range upward(dir, repository)[1:] {
		rel := below(parent, root)
		switch {
		case isFile(parent, "pom.xml") && slices.Contains(mavenModules(parent), rel):
			root = parent
		case root == dir && tool.Name != "Maven" && settles(parent, filepath.Base(rel), repository != ""):
			return parent
		case root == dir && tool.Name != "Maven" && isFile(parent, "build.sbt") && exists(parent, "project/build.properties") && exists(dir, "src"):
			return parent
		}
	}
	return root
}

// settles reports whether a directory has settings of Gradle for a project of that name. Gradle takes the nearest
// settings upward; outside of a repository they count only where they name the project.
func settles(dir, name string, anyName bool) bool {
	for _, f := range gradleSettings {
		if !isFile(dir, f) {
			continue
		}
		text, err := files.In(dir).Read(filepath.Join(dir, f), files.MaxConfig)
		return err == nil && (anyName || strings.Contains(string(text), name))
	}
	return false
}

// upward returns dir and the directories above it, up to the root of the repository or, outside of one, of the file system.
// They are as dir is: relative or absolute.
func upward(dir, repository string) []string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return []string{dir}
	}
	top := ""
	if repository != "" {
		if top, err = filepath.Abs(repository); err != nil {
			return []string{dir}
		}
	}
	out := []string{dir}
	for at := abs; at != top && at != filepath.Dir(at); {
		at = filepath.Dir(at)
		d := at
		if rel, err := filepath.Rel(abs, at); err == nil && !filepath.IsAbs(dir) {
			d = filepath.Join(dir, rel)
		}
		out = append(out, d)
	}
	return out
}

// mavenModules returns the modules that the pom.xml of a directory lists, itself or in profiles, as clean slash-separated
// paths. A pom.xml that cannot be read has none: Maven reports that.
func mavenModules(dir string) []string {
	file := filepath.Join(dir, "pom.xml")
	text, err := files.In(dir).Read(file, files.MaxConfig)
	if err != nil {
		return nil
	}
	type modules struct {
		Module []string `xml:"modules>module"`
		Sub    []string `xml:"subprojects>subproject"` // Maven 4
	}
	var pom struct {
		modules
		Profiles []modules `xml:"profiles>profile"`
	}
	if err := xml.Unmarshal(text, &pom); err != nil {
		return nil
	}
	var out []string
	for _, m := range append(pom.Profiles, pom.modules) {
		for _, name := range slices.Concat(m.Module, m.Sub) {
			name = filepath.ToSlash(filepath.Clean(filepath.FromSlash(strings.TrimSpace(name))))
			if base := filepath.Base(name); strings.HasSuffix(base, ".xml") {
				name = filepath.ToSlash(filepath.Dir(name))
			}
			out = append(out, name)
		}
	}
	return out
}
