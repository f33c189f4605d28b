package archive

import (
	"path/filepath"
	"slices"
	"strings"
)

// librariesOf ends an argument that names the libraries inside an application archive: app.jar!/ is what BOOT-INF/lib of
// app.jar holds, and its launcher.
const librariesOf = "!/"

// part is what of an application archive (a Spring Boot jar, a war, an ear) is listed.
type part int

const (
	everything  part = iota
	application      // its own classes
	libraries        // the classes that it carries for them
)

// takes reports whether the part has the classes of libraries, or the others.
func (p part) takes(library bool) bool {
	return p == everything || library == (p == libraries)
}

// File returns the file that an argument for the libraries inside it names, and other arguments as they are.
func File(argument string) string { return strings.TrimSuffix(argument, librariesOf) }

// Libraries returns arguments for List that name the libraries inside the paths: those that List leaves out with
// Options.SkipLibraries. It reads the directories of archives and no class.
func Libraries(paths []string, o Options) []string {
	o = o.withDefaults()
	o.SkipLibraries = true
	x := expander{opt: o, lists: map[string]listState{}}
	for _, p := range paths {
		x.argument(p, 0)
	}
	x.run()
	var out []string
	for _, j := range x.jobs {
		if j.owner != nil {
			_ = j.owner.close() // it was only read
		}
		if j.skipped > 0 {
			out = append(out, j.path+librariesOf)
		}
	}
	for _, j := range x.left {
		out = append(out, j.path)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// isLibrary reports whether an archive called name inside the archive at path is a library of it, and not part of the
// program: what lies in a jar or war is; an ear consists of archives, and has its libraries in lib; an aar has its code
// in classes.jar.
func isLibrary(path, name string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".jar", ".war":
		return true
	case ".ear":
		return strings.HasPrefix(name, "lib/") || strings.HasPrefix(name, "APP-INF/lib/")
	case ".aar":
		return strings.HasPrefix(name, "libs/")
	}
	return inLibraryDir(name)
}

// inLibraryDir reports whether a path, relative to the root of an application archive or of a directory with its content, is
// in the directory for libraries.
func inLibraryDir(name string) bool {
	return strings.HasPrefix(name, "WEB-INF/lib/") || strings.HasPrefix(name, "BOOT-INF/lib/")
}
