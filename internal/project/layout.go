// Package project recognises the builds of JVM projects by their files: the build tool, the root of a build with several
// modules, and where each module has its classes, sources and libraries. It runs no build tool.
package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Outputs are the directories of a module's own classes, by build tool. A directory that has one is a module, and only
// its outputs are read: not its tests, not the jar packed from the same classes.
var Outputs = [...]string{
	"target/classes",              // Maven
	"build/classes/java/main",     // Gradle, by language
	"build/classes/kotlin/main",   //
	"build/classes/scala/main",    //
	"build/classes/groovy/main",   //
	"build/classes/kotlin/*/main", // Kotlin multiplatform, by target: jvm, desktop
	"build/classes/java/*Main",    // Java of a Kotlin multiplatform target
	"build/classes/main",          // Gradle before 4
	"build/tmp/kotlin-classes/*",  // Gradle, Android
	"target/scala-*/classes",      // sbt
	"out/production/*",            // IntelliJ IDEA
}

// sourceSets are the directories of a module's own sources. Of a class that several have, the first counts.
var sourceSets = [...]string{
	"src/main/java", "src/main/kotlin", "src/main/scala", "src/main/groovy",
	"src/main/scala-*",                                                                           // sbt, by version of Scala
	"src/jvmMain/java", "src/jvmMain/kotlin", "src/desktopMain/kotlin", "src/androidMain/kotlin", // Kotlin multiplatform
	commonSources,
}

// commonSources are those of all targets of a Kotlin multiplatform module, which may be others than the JVM.
const commonSources = "src/commonMain/kotlin"

// sourceFiles are the extensions of files that compilers make classes of, but for those of notCode.
var (
	sourceFiles = []string{".java", ".kt", ".scala", ".groovy"}
	notCode     = []string{"package-info.java", "module-info.java"}
)

// sourceRoot is what all of them are in, and the directory of the sources of a module without mainSources.
const (
	sourceRoot  = "src"
	mainSources = "src/main"
)

// librarySets are where build tools put the libraries that a module calls.
var librarySets = [...]string{
	"target/dependency/*.jar",          // mvn dependency:copy-dependencies
	"build/dependency/*.jar",           // a task of type Copy: docs/gradle.md
	"build/install/*/lib/*.jar",        // gradle installDist
	"target/universal/stage/lib/*.jar", // sbt stage
}

// ownLibraries are directories of libraries that are kept beside the build's file.
var ownLibraries = [...]string{"lib/*.jar", "libs/*.jar"}

// notModules are directories of a module without modules in them. Gradle's buildSrc holds code of the build itself.
var notModules = []string{"target", "build", "out", "src", "bin", "node_modules", "buildSrc"}

// maxDirectories and maxDepth bound the search for modules: a directory can be a whole file system.
const (
	maxDirectories = 20_000
	maxDepth       = 10
)

// MayBeModule reports whether a directory of this name inside a module is looked into for further modules.
func MayBeModule(name string) bool {
	return !strings.HasPrefix(name, ".") && !slices.Contains(notModules, name)
}

// module is a directory that may be a module.
type module struct {
	dir  string
	bare bool // it was listed, and has nothing named src
}

// modulesIn returns the directories from dir down that may be modules, dir first, parents before children. It does not
// follow symbolic links.
func modulesIn(dir string) []module {
	out := []module{{dir: dir}}
	for at, end, depth := 0, 1, 0; at < len(out) && depth < maxDepth; at, end, depth = end, len(out), depth+1 {
		for i := at; i < end && len(out) < maxDirectories; i++ {
			out = out[i].list(out)
		}
	}
	return out
}

// list appends the directories in a module that may be modules, as far as there is room for them.
func (m *module) list(out []module) []module {
	entries, err := os.ReadDir(m.dir)
	if err != nil {
		return out // what cannot be read has no modules for us; reading its classes reports it
	}
	m.bare = !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == sourceRoot })
	dir := m.dir
	for _, e := range entries {
		if len(out) >= maxDirectories {
			break
		}
		if e.IsDir() && MayBeModule(e.Name()) {
			out = append(out, module{dir: filepath.Join(dir, e.Name())})
		}
	}
	return out
}

// hasSources reports whether there is a directory of sources in a module.
func (m *module) hasSources() bool { return !m.bare && exists(m.dir, sourceRoot) }

// exists reports whether there is a file or directory at a slash-separated path below dir.
func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
	return err == nil
}

// isFile reports whether there is a regular file at a path below dir.
func isFile(dir, name string) bool {
	info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
	return err == nil && info.Mode().IsRegular()
}
