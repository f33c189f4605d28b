package driver

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/unit"
)

// fix gives the findings of a report their repairs, or the reasons why they have none.
func (a *Analysis) fix(report *finding.Report) {
	sources := map[string]*repairSource{}
	var found []*finding.Finding // in the order of the source, in which names that repairs add are numbered
	for i := range report.Findings {
		if f := &report.Findings[i]; f.Site != nil {
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b *finding.Finding) int { return a.Location.Line - b.Location.Line })
	for _, f := range found {
		s := sources[f.Location.File]
		if s == nil {
			s = a.repairSource(f.Location)
			sources[f.Location.File] = s
		}
		err := s.err
		if err == nil {
			f.Fix, err = s.file.Fix(f)
		}
		if err != nil {
			f.Unfixed = err.Error()
		}
	}
}

// repairSource is a source file that repairs may change.
type repairSource struct {
	file *repair.File
	err  error // why they may not
}

// repairSource reads the source of a finding.
func (a *Analysis) repairSource(l finding.Location) *repairSource {
	switch {
	case !l.Source:
		return &repairSource{err: errors.New("its source was not found: give --source")}
	case !strings.HasSuffix(l.File, ".java"):
		return &repairSource{err: errors.New("only Java sources are repaired")}
	case !filepath.IsLocal(filepath.FromSlash(l.File)):
		return &repairSource{err: errors.New("its source is outside of the project")}
	}
	path := filepath.Join(a.options.Root, filepath.FromSlash(l.File))
	info, err := os.Stat(path)
	if err != nil {
		return &repairSource{err: errors.New("its source cannot be read")}
	}
	var classes []*classfile.Class
	for _, c := range a.loaded.classes {
		source, ok := a.Program.Sources.File(c.Name, c.SourceFile())
		if !ok || a.relative(source) != filepath.FromSlash(l.File) {
			continue
		}
		if a.Program.Sources.Ambiguous(c.Name, c.SourceFile()) {
			return &repairSource{err: errors.New("several source directories have a file of its name and package")}
		}
		if built := fileTime(c.Path, c.Input); built.IsZero() || info.ModTime().After(built) {
			return &repairSource{err: errors.New("its source is newer than the class: compile again")}
		}
		classes = append(classes, c.Class)
	}
	text, err := files.In(a.options.Root).Read(path, files.MaxSource)
	if err != nil {
		return &repairSource{err: errors.New("its source cannot be read: " + files.Reason(err))}
	}
	f, err := repair.NewFile(text, classes, repair.Names{
		Field:     func(name string) bool { return inheritsField(a.Program, classes, name) },
		Inherited: func(name string) bool { return inheritsType(a.Program, classes, name) },
		Package: func(name string) bool {
			return slices.ContainsFunc(classes, func(c *classfile.Class) bool {
				return a.Program.Lookup(c.Name[:strings.LastIndexByte(c.Name, '/')+1]+name) != nil
			})
		},
	})
	return &repairSource{f, err}
}

// inheritsField reports whether one of the classes has a field of a name, or one above does that can be read.
func inheritsField(p *unit.Program, classes []*classfile.Class, name string) bool {
	has := func(c *classfile.Class) bool {
		return c != nil && slices.ContainsFunc(c.Fields, func(f classfile.Field) bool { return f.Name == name })
	}
	return slices.ContainsFunc(classes, func(c *classfile.Class) bool {
		return has(c) || slices.ContainsFunc(p.Supers(c.Name), func(above string) bool { return has(p.Lookup(above)) })
	})
}

// inheritsType reports whether one of the classes may inherit a member type of a simple name: a class or interface above declares one, or
// is not there to be read. Classes of the JDK's java.* whose declaration is not there have none whose name is that of another of its classes.
func inheritsType(p *unit.Program, classes []*classfile.Class, name string) bool {
	for _, c := range classes {
		for _, above := range p.Supers(c.Name) {
			switch x := p.Lookup(above); {
			case x == nil && !strings.HasPrefix(above, "java/"):
				return true
			case x != nil && slices.ContainsFunc(x.InnerClasses(), func(i classfile.InnerClass) bool { return i.Outer == above && i.Name == name }):
				return true
			}
		}
	}
	return false
}

// fileTime is when a class file was written, or the archive that it is in.
func fileTime(paths ...string) time.Time {
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() {
			return info.ModTime()
		}
	}
	return time.Time{}
}
