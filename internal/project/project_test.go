package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree makes files in a new directory: a name with content, separated by "=".
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, n := range names {
		name, text, _ := strings.Cut(n, "=")
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRoot(t *testing.T) {
	const parent = "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modules><module>core</module><module> libs/wire </module></modules></project>"
	tests := []struct {
		name  string
		files []string
		from  string
		git   bool
		want  string
	}{
		{"Maven module", []string{"pom.xml=" + parent, "core/pom.xml=<project/>"}, "core", false, "."},
		{"Maven module two levels down", []string{"pom.xml=" + parent, "libs/wire/pom.xml=<project/>"}, "libs/wire", false, "."},
		{"Maven aggregator below another", []string{
			"pom.xml=<project><modules><module>a</module></modules></project>", "a/pom.xml=<project><modules><module>b</module></modules></project>", "a/b/pom.xml=<project/>",
		}, "a/b", false, "."},
		{"Maven module in a profile", []string{"pom.xml=<project><profiles><profile><modules><module>core</module></modules></profile></profiles></project>", "core/pom.xml=<project/>"}, "core", false, "."},
		{"Maven module named by its file", []string{"pom.xml=<project><modules><module>core/pom-jdk17.xml</module></modules></project>", "core/pom.xml=<project/>"}, "core", false, "."},
		{"Maven 4 subproject", []string{"pom.xml=<project><subprojects><subproject>core</subproject></subprojects></project>", "core/pom.xml=<project/>"}, "core", false, "."},
		{"another Maven project inside of one", []string{"pom.xml=" + parent, "tools/pom.xml=<project/>"}, "tools", true, "tools"},
		{"module of a parent that is no XML", []string{"pom.xml=<project><modules><module>core", "core/pom.xml=<project/>"}, "core", false, "core"},
		{"Gradle project", []string{"settings.gradle=include 'core'", "core/build.gradle="}, "core", false, "."},
		{"Gradle project without a file of its own", []string{"settings.gradle.kts=include(\":core\")", "core/src/main/java/A.java="}, "core", false, "."},
		{"Gradle project two levels down", []string{"settings.gradle=include 'libs:wire'", "libs/wire/build.gradle="}, "libs/wire", false, "."},
		{"Gradle projects that are computed, in a repository", []string{"settings.gradle=rootDir.eachDir { include it.name }", "core/build.gradle="}, "core", true, "."},
		{"Gradle project that the settings above do not name", []string{"settings.gradle=include 'app'", "core/build.gradle="}, "core", false, "core"},
		{"Gradle build inside of another", []string{"settings.gradle=include 'core'", "core/settings.gradle="}, "core", true, "core"},
		{"Maven project below a Gradle build", []string{"settings.gradle=include 'core'", "core/pom.xml=<project/>"}, "core", true, "core"},
		{"sbt project", []string{"build.sbt=", "project/build.properties=sbt.version=1", "core/src/main/scala/A.scala="}, "core", true, "."},
		{"Ant project", []string{"settings.gradle=", "core/build.xml="}, "core", true, "core"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := tree(t, test.files...)
			repository := ""
			if test.git {
				repository = dir
			}
			want := filepath.Join(dir, filepath.FromSlash(test.want))
			from := filepath.Join(dir, filepath.FromSlash(test.from))
			if got := Root(from, repository); got != want {
				t.Errorf("from %s: %s, want %s", from, got, want)
			}
			t.Chdir(from)
			want, err := filepath.Rel(from, want)
			if err != nil {
				t.Fatal(err)
			}
			if got := Root(".", repository); got != want {
				t.Errorf("from inside: %s, want %s", got, want)
			}
		})
	}
}

// TestRootStaysInTheRepository does not take settings above the git work tree.
func TestRootStaysInTheRepository(t *testing.T) {
	dir := tree(t, "settings.gradle=include 'core'", "pom.xml=<project><modules><module>core</module></modules></project>", "core/build.gradle=")
	core := filepath.Join(dir, "core")
	if got := Root(core, core); got != core {
		t.Errorf("%s, want %s", got, core)
	}
	if got, ok := Nearest(filepath.Join(core, "src"), core); !ok || got != core {
		t.Errorf("the nearest build is %s, want %s", got, core)
	}
}

func TestPaths(t *testing.T) {
	dir := tree(t,
		"settings.gradle=", "build.gradle.kts=", "libs/old.jar=",
		"libs/wire/src/jvmMain/kotlin/A.kt=", "libs/wire/src/commonMain/kotlin/B.kt=", "libs/wire/src/jsMain/kotlin/C.kt=",
		"libs/wire/build/classes/kotlin/jvm/main/A.class=", "libs/wire/build/classes/kotlin/jvm/test/T.class=", "libs/wire/build/classes/java/jvmMain/J.class=",
		"core/src/main/java/A.java=", "core/src/main/kotlin/B.kt=", "core/src/main/scala/C.scala=", "core/src/main/scala-3/D.scala=", "core/src/test/java/T.java=",
		"core/build/classes/java/main/A.class=", "core/build/classes/kotlin/main/main/B.class=", "core/build/classes/kotlin/test/main/T.class=",
		"core/build/dependency/guava.jar=", "core/build/libs/core.jar=",
		"app/build/classes/scala/main/C.class=", "app/build/install/app/lib/guava.jar=", "app/build/install/app/lib/slf4j.jar=",
		"buildSrc/src/main/java/Plugin.java=", "buildSrc/build/classes/java/main/Plugin.class=", ".hidden/src/main/java/H.java=", "node_modules/x/src/main/java/N.java=",
	)
	check := func(what string, got []string, want ...string) {
		t.Helper()
		for i := range got {
			got[i] = below(dir, got[i])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%q, want\n%q", what, got, want)
		}
	}
	check("sources", At(dir, dir).Sources(), "core/src/main/java", "core/src/main/kotlin", "core/src/main/scala", "core/src/main/scala-3", "libs/wire/src/jvmMain/kotlin", "libs/wire/src/commonMain/kotlin")
	classes := []string{"app/build/classes/scala/main", "core/build/classes/java/main", "core/build/classes/kotlin/main", "libs/wire/build/classes/kotlin/jvm/main", "libs/wire/build/classes/java/jvmMain"}
	check("classes", At(dir, dir).Classes(), classes...)
	check("libraries", At(dir, dir).Libraries(), "libs/old.jar", "app/build/install/app/lib/guava.jar", "app/build/install/app/lib/slf4j.jar")
	check("siblings of core", At(dir, dir).Siblings([]string{filepath.Join(dir, "core")}), classes[0], classes[3], classes[4])
	check("siblings of a class directory", At(dir, dir).Siblings([]string{filepath.Join(dir, classes[1])}), classes[0], classes[2], classes[3], classes[4])
	check("siblings of all", At(dir, dir).Siblings([]string{dir}))
	if Contains(dir, []string{t.TempDir()}) || !Contains(dir, []string{filepath.Join(dir, "core")}) {
		t.Error("what lies elsewhere is in the build, or core is not")
	}
	if n := At(dir, dir).SourceModules(); n != 2 {
		t.Errorf("%d modules with sources, want 2", n)
	}
}

// TestModulesEnd ends at its limits in a tree that is deeper and wider than a project.
func TestModulesEnd(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, strings.Repeat("d/", 3*maxDepth))
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("..", filepath.Join(dir, "d", "up")); err != nil {
		t.Fatal(err)
	}
	if got := modulesIn(dir); len(got) != maxDepth+1 {
		t.Errorf("%d directories, want %d", len(got), maxDepth+1)
	}
}

// TestSourcesOutside does not take sources through links that lead out of the repository.
func TestSourcesOutside(t *testing.T) {
	dir := tree(t, "pom.xml=<project/>", "secret/A.java=", "app/pom.xml=<project/>")
	if err := os.MkdirAll(filepath.Join(dir, "app", "src", "main"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../../secret", filepath.Join(dir, "app", "src", "main", "java")); err != nil {
		t.Fatal(err)
	}
	app := filepath.Join(dir, "app")
	if got := At(app, app).Sources(); len(got) > 0 {
		t.Errorf("%q", got)
	}
	if got := At(app, dir).Sources(); len(got) != 1 {
		t.Errorf("inside of the repository: %q", got)
	}
}

// TestSourcesElsewhere: the directory src of a module without the directories of a build tool, and source files beside class files.
func TestSourcesElsewhere(t *testing.T) {
	for name, test := range map[string]struct {
		files, paths []string
		want, beside []string
	}{
		"src alone":            {[]string{"src/a/A.java=", "out/a/A.class="}, []string{"out"}, []string{"src"}, nil},
		"src of a build":       {[]string{"pom.xml=<project/>", "src/main/java/A.java=", "src/site/x="}, nil, []string{"src/main/java"}, nil},
		"src of one module":    {[]string{"build.gradle=", "a/src/A.java=", "b/src/main/java/B.java="}, nil, []string{"a/src", "b/src/main/java"}, nil},
		"beside":               {[]string{"a/A.java=", "a/A.class="}, []string{"."}, nil, []string{"."}},
		"beside a class file":  {[]string{"a/A.java=", "a/A.class=", "a/A$B.class=", "a/C.class="}, []string{"a/A$B.class", "a/A.class", "a/C.class"}, nil, []string{"a"}},
		"in other directories": {[]string{"a/A.java=", "b/A.class=", "c/x.txt="}, []string{"."}, nil, nil},
		"a jar":                {[]string{"x.jar=", "A.java=", "A.class="}, []string{"x.jar", "none"}, nil, nil},
	} {
		dir := tree(t, test.files...)
		if got := relative(dir, At(dir, dir).Sources()); !slices.Equal(got, test.want) {
			t.Errorf("%s: sources %q, want %q", name, got, test.want)
		}
		var paths []string
		for _, p := range test.paths {
			paths = append(paths, filepath.Join(dir, p))
		}
		if got := relative(dir, SourcesBeside(paths)); !slices.Equal(got, test.beside) {
			t.Errorf("%s: sources beside classes %q, want %q", name, got, test.beside)
		}
	}
}

// relative returns paths as they are below a directory.
func relative(dir string, paths []string) (out []string) {
	for _, p := range paths {
		rel, _ := Below(dir, p)
		out = append(out, rel)
	}
	return out
}

// TestUncompiled: modules of the build that have code and no classes, where others have classes.
func TestUncompiled(t *testing.T) {
	const parent = "<project><modules><module>a</module><module>b</module><module>c</module></modules></project>"
	for name, test := range map[string]struct {
		files []string
		want  []string
	}{
		"Maven modules": {[]string{
			"pom.xml=" + parent, "a/pom.xml=<project/>", "a/src/main/java/A.java=", "a/target/classes/A.class=", "b/pom.xml=<project/>", "b/src/main/java/B.java=",
			"c/pom.xml=<project/>", "c/src/main/java/module-info.java=", "d/pom.xml=<project/>", "d/src/main/java/D.java=",
		}, []string{"b"}},
		"nothing is compiled": {[]string{"pom.xml=" + parent, "a/pom.xml=<project/>", "a/src/main/java/A.java="}, nil},
		"sbt projects": {[]string{
			"build.sbt=", "project/build.properties=", "a/build.sbt=", "a/src/main/scala-3/A.scala=", "target/scala-3/classes/X.class=", "src/main/scala/X.scala=",
		}, []string{"a"}},
		"tests alone": {[]string{"settings.gradle=", "a/build.gradle=", "a/src/test/java/A.java=", "b/build/classes/java/main/B.class="}, nil},
	} {
		dir := tree(t, test.files...)
		if got := relative(dir, At(dir, dir).Uncompiled(dir)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
