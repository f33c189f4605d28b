// Command jdksummaries makes the database of the JDK's public API that energylint carries, from the class files of a
// JDK: what calls of its methods cost, and its classes without their code.
//
//	go run ./script/jdksummaries JDK            what this engine makes: the digest, and the database beside the released one
//	go run ./script/jdksummaries -release JDK   the same, as the released database, which is committed when a release is cut
//	go run ./script/jdksummaries -missing       the database of the committed digest, if there is none and its JDK is installed, or
//	                                            what the engine makes of another update of that JDK
//	go run ./script/jdksummaries -check         fails unless the released database has the committed digest
//
// Every module of the JDK counts, since a class of any of them may override a method of the API.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/models/library"
)

func main() {
	release := flag.Bool("release", false, "write the released database")
	missing := flag.Bool("missing", false, "make the database of the committed digest where it is missing")
	check := flag.Bool("check", false, "fail unless the released database has the committed digest")
	flag.Parse()
	s := store{dir: filepath.Join("internal", "summaries"), build: build, homes: homes, out: os.Stdout}
	var err error
	switch {
	case *check && flag.NArg() == 0:
		err = s.check()
	case *missing && flag.NArg() == 0:
		err = s.missing()
	case !*check && !*missing && flag.NArg() == 1:
		err = s.renew(flag.Arg(0), *release)
	default:
		fmt.Fprintln(os.Stderr, "usage: jdksummaries [-release] JDK | -missing | -check")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "jdksummaries: %v\n", err)
		os.Exit(1)
	}
}

// store is the directory of the embedded database's files.
type store struct {
	dir   string
	build func(home string) ([]byte, error)
	homes func() []string
	out   io.Writer
}

func (s store) path(name string) string { return filepath.Join(s.dir, name) }

// digest is the committed digest.
func (s store) digest() (summaries.Digest, error) {
	text, err := os.ReadFile(s.path(summaries.DigestFile))
	return summaries.ParseDigest(string(text)), err
}

// has reports whether a file is a database of the digest.
func (s store) has(name string, want summaries.Digest) bool {
	data, err := os.ReadFile(s.path(name))
	if err != nil {
		return false
	}
	d, err := summaries.Open(data)
	return err == nil && d.Engine == summaries.Engine() && d.Digest == want.Sum
}

// database makes the database of a JDK, and opens it.
func (s store) database(home string) (data []byte, d *summaries.Database, err error) {
	if data, err = s.build(home); err == nil {
		d, err = summaries.Open(data)
	}
	return data, d, err
}

// renew writes what the engine makes of a JDK, and its digest.
func (s store) renew(home string, release bool) error {
	data, d, err := s.database(home)
	if err != nil {
		return err
	}
	digest := summaries.Digest{Source: d.Source, Sum: d.Digest}
	if release {
		if err := atomicfile.Write(s.path(summaries.ReleasedFile), data); err != nil {
			return err
		}
	}
	if err := atomicfile.Write(s.path(summaries.DigestFile), []byte(digest.String())); err != nil {
		return err
	}
	return s.keep(data, digest)
}

// keep writes the current database where the released one is another.
func (s store) keep(data []byte, digest summaries.Digest) error {
	if err := os.Remove(s.path(summaries.InsteadFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if s.has(summaries.ReleasedFile, digest) {
		if err := os.Remove(s.path(summaries.CurrentFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		_, err := fmt.Fprintf(s.out, "%s is what the engine makes of %s\n", summaries.ReleasedFile, digest.Source)
		return err
	}
	if _, err := fmt.Fprintf(s.out, "%s: %d bytes, made from %s\n", summaries.CurrentFile, len(data), digest.Source); err != nil {
		return err
	}
	return atomicfile.Write(s.path(summaries.CurrentFile), data)
}

// missing makes the database of the committed digest unless it is there. Where that cannot be, it tells why: the program
// is built all the same, and tells that it prices the JDK as the last release does.
func (s store) missing() error {
	digest, err := s.digest()
	if err != nil {
		return err
	}
	if s.has(summaries.ReleasedFile, digest) || s.has(summaries.CurrentFile, digest) || s.stands(digest) {
		return nil
	}
	other := "" // the home of another update of the JDK
	for _, home := range s.homes() {
		release, err := summaries.ReleaseOf(home)
		if err == nil && feature(release) == feature(digest.Source) && other == "" {
			other = home
		}
		if err != nil || release != digest.Source {
			continue
		}
		data, d, err := s.database(home)
		if err != nil {
			return err
		}
		if d.Digest != digest.Sum {
			_, err := fmt.Fprintf(s.out, "the engine makes another database of %s than that of %s: run make summaries JDK=%s\n", digest.Source, summaries.DigestFile, home)
			return err
		}
		return s.keep(data, digest)
	}
	if other != "" {
		return s.instead(other, digest)
	}
	_, err = fmt.Fprintf(s.out, "%s is not installed: the JDK's costs are those of the last release\n", digest.Source)
	return err
}

// feature is the release of a JDK without its update: "OpenJDK 17".
func feature(release string) string {
	name, _, _ := strings.Cut(release, ".")
	return name
}

// instead makes the current database from another update of the JDK of the digest. Updates change few methods.
func (s store) instead(home string, digest summaries.Digest) error {
	data, d, err := s.database(home)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(s.path(summaries.CurrentFile), data); err != nil {
		return err
	}
	stands := summaries.Digest{Source: digest.Sum, Sum: d.Digest}
	if err := atomicfile.Write(s.path(summaries.InsteadFile), []byte(stands.String())); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s: made from %s, since %s is not installed\n", summaries.CurrentFile, d.Source, digest.Source)
	return err
}

// stands reports whether the current database is one of another update that stands for the digest.
func (s store) stands(digest summaries.Digest) bool {
	text, err := os.ReadFile(s.path(summaries.InsteadFile))
	instead := summaries.ParseDigest(string(text))
	return err == nil && instead.Source == digest.Sum && s.has(summaries.CurrentFile, instead)
}

// check fails where a release would carry another database than its engine makes.
func (s store) check() error {
	digest, err := s.digest()
	if err == nil && !s.has(summaries.ReleasedFile, digest) {
		err = fmt.Errorf("%s is not the database of %s: run make released-summaries and commit it with the release", summaries.ReleasedFile, summaries.DigestFile)
	}
	return err
}

// homes are the directories of the installed JDKs.
func homes() []string {
	found, _ := filepath.Glob("/usr/lib/jvm/*") // the pattern is valid
	if home := os.Getenv("JAVA_HOME"); home != "" {
		found = append(found, home)
	}
	return found
}

// build makes the database of a JDK.
func build(home string) ([]byte, error) {
	release, err := summaries.ReleaseOf(home)
	if err != nil {
		return nil, err
	}
	models, err := library.Shipped()
	if err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(home, "jmods", "*.jmod"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, errors.New(home + " has no jmods: install the whole JDK")
	}
	classes, err := summaries.ReadClasses(paths, archive.Options{})
	if err != nil {
		return nil, err
	}
	l := summaries.NewLibrary(classes, energy.Priced(models), nil, nil, 0)
	return summaries.Encode(l.Classes(summaries.Published), summaries.Engine(), release)
}
