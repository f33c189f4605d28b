package summaries

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
)

// The files of the embedded database, beside this one. ReleasedFile is committed when a release is cut. DigestFile is the
// digest of what the engine makes of the JDK now, committed with every change of the engine that alters it. CurrentFile is
// the database with that digest where ReleasedFile has another one: it is made where a JDK is installed and is never
// committed. If only another update of that JDK is installed, CurrentFile is made from it, and InsteadFile has the digest in
// whose place it stands and its own, in the format of DigestFile.
const (
	ReleasedFile = "jdk.summaries"
	CurrentFile  = "jdk.summaries.current"
	InsteadFile  = "jdk.summaries.instead"
	DigestFile   = "jdk.digest"
)

//go:embed jdk.summaries* jdk.digest
var embedded embed.FS

// Embedded is the database of the JDK's public API that energylint carries.
type Embedded struct {
	*Database
	// Stale is set where the engine has changed since the database was made: its costs are those that an earlier version of
	// energylint computes, with the defects of that version.
	Stale bool
}

// JDK returns the database that energylint carries: the one that this engine makes or, in a build that has none, the one
// of the last release, which is Stale.
var JDK = sync.OnceValues(func() (*Embedded, error) { return choose(embedded) })

// choose returns the database with the digest of DigestFile, else the one of the last release. One of another format is
// as good as none: its numbers mean something else.
func choose(dir fs.FS) (*Embedded, error) {
	text, err := fs.ReadFile(dir, DigestFile)
	if err != nil {
		return nil, err
	}
	digest := ParseDigest(string(text))
	text, err = fs.ReadFile(dir, InsteadFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	instead := ParseDigest(string(text))
	var released *Database
	for _, name := range []string{CurrentFile, ReleasedFile} {
		file, err := dir.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, err
		}
		d, err := openFile(file)
		switch {
		case err != nil || d.Engine != Engine():
		case d.Digest == digest.Sum, name == CurrentFile && instead == Digest{digest.Sum, d.Digest}:
			return &Embedded{Database: d}, nil
		case name == ReleasedFile:
			released = d
		}
	}
	if released == nil {
		return nil, errors.New("the embedded summaries of the JDK are of another format: run make summaries")
	}
	return &Embedded{Database: released, Stale: true}, nil
}

// openFile opens the database in a file, which is not closed: a file of embed.FS holds nothing open, and reading all of it would copy it.
func openFile(file fs.File) (*Database, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	at, ok := file.(io.ReaderAt)
	if !ok {
		return nil, fmt.Errorf("%s cannot be read in parts", info.Name())
	}
	return OpenAt(at, info.Size())
}

// Digest identifies a database: the JDK that it was made from, and the digest of its content.
type Digest struct{ Source, Sum string }

// String is the text of a DigestFile.
func (d Digest) String() string { return fmt.Sprintf("%s\n%s\n", d.Source, d.Sum) }

// ParseDigest reads the text of a DigestFile.
func ParseDigest(text string) Digest {
	source, sum, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return Digest{strings.TrimSpace(source), strings.TrimSpace(sum)}
}
