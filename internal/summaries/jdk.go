package summaries

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/pattern"
)

// Engine identifies what a database means: the format, and the patterns that its numbers name.
var Engine = sync.OnceValue(func() string {
	h := fnv.New64a()
	for id := range pattern.ID(pattern.Num) {
		_, _ = io.WriteString(h, id.String()+"\n") // a hash takes everything
	}
	return fmt.Sprintf("format 2, patterns %016x", h.Sum64())
})

// published are the packages of the JDK whose classes programs may name, by the beginning of their names.
var published = []string{
	"java/", "javax/", "org/w3c/dom/", "org/xml/sax/", "org/ietf/jgss/", "com/sun/net/httpserver/", "sun/misc/",
}

// Published reports whether programs may name a class of the JDK.
func Published(c *classfile.Class) bool {
	return c.Access&classfile.AccPublic != 0 && slices.ContainsFunc(published, func(p string) bool { return strings.HasPrefix(c.Name, p) })
}

// ReadClasses reads all classes of the paths. Those that cannot be read are left out, and are among the problems.
func ReadClasses(paths []string, o archive.Options) (classes []*classfile.Class, err error) {
	entries, problems := archive.List(paths, o)
	var errs []error
	for _, p := range problems {
		errs = append(errs, errors.New(p.String()))
	}
	seen := map[string]bool{}
	for i := range entries {
		data, err := entries[i].Read()
		if err != nil {
			errs = append(errs, err)
			continue
		}
		c, err := parse(data)
		switch {
		case err != nil:
			errs = append(errs, fmt.Errorf("%s: %w", entries[i].Path, err))
		case c.Access&classfile.AccModule == 0 && !seen[c.Name]:
			seen[c.Name] = true
			classes = append(classes, c)
		}
	}
	return classes, errors.Join(append(errs, archive.Close(entries))...)
}

// parse parses a class; a panic of the parser is its error.
func parse(data []byte) (c *classfile.Class, err error) {
	defer func() {
		if p := recover(); p != nil {
			c, err = nil, fmt.Errorf("the class parser failed: %v", p)
		}
	}()
	return classfile.Parse(data)
}

// Read returns the library of the classes in the paths, which are read when something is asked for the first time. What
// cannot be read is not known, here as in the hierarchy, whose reader reports it.
func Read(paths []string, o archive.Options, models absint.Library, platform callgraph.Library, foreign absint.Foreign, jobs int) *Lazily {
	return NewLazily(func() *Library {
		classes, err := ReadClasses(paths, o)
		l := NewLibrary(classes, models, platform, foreign, jobs)
		if err != nil {
			l.hierarchy.Miss("what cannot be read of the class path")
		}
		return l
	})
}

// ReleaseOf names the release of a JDK, by its release file: OpenJDK 17.0.2.
func ReleaseOf(home string) (string, error) {
	data, err := files.Read(filepath.Join(home, "release"), files.MaxConfig)
	if err != nil {
		return "", fmt.Errorf("%s is no JDK: %w", home, err)
	}
	for line := range strings.Lines(string(data)) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "JAVA_VERSION="); ok {
			return "OpenJDK " + strings.Trim(v, `"`), nil
		}
	}
	return "", fmt.Errorf("%s: its release file has no JAVA_VERSION", home)
}
