package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/internal/tier"
)

// TestIsCurrent makes the database again where the JDK is installed that it was made from. What the engine computes of
// the JDK must be what the committed digest says.
func TestIsCurrent(t *testing.T) {
	tier.Slow(t, tier.Long)
	s := store{dir: filepath.Join("..", "..", "internal", "summaries")}
	want, err := s.digest()
	if err != nil {
		t.Fatal(err)
	}
	for _, home := range homes() {
		if release, err := summaries.ReleaseOf(home); err != nil || release != want.Source {
			continue
		}
		data, err := build(home)
		if err != nil {
			t.Fatal(err)
		}
		d, err := summaries.Open(data)
		if err != nil {
			t.Fatal(err)
		}
		if d.Digest != want.Sum {
			t.Errorf("internal/summaries/%s is stale: the engine makes another database of the JDK: run make summaries JDK=%s and commit the digest",
				summaries.DigestFile, home)
		}
		return
	}
	t.Skipf("%s is not installed", want.Source)
}

// fake is a database without classes of the JDK in a directory.
func fake(t *testing.T, engine, source string) []byte {
	t.Helper()
	data, err := summaries.Encode(nil, engine, source)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// jdk is the directory of a JDK with nothing but its release.
func jdk(t *testing.T, version string) string {
	t.Helper()
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "release"), []byte("JAVA_VERSION=\""+version+"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return home
}

// TestStore follows the files of the database from one release to the next.
func TestStore(t *testing.T) {
	first, second := jdk(t, "17.0.1"), jdk(t, "17.0.2")
	engines := map[string]string{first: "OpenJDK 17.0.1", second: "OpenJDK 17.0.2"}
	var out bytes.Buffer
	s := store{dir: t.TempDir(), out: &out, homes: func() []string { return []string{second, first} }}
	s.build = func(home string) ([]byte, error) {
		if home == "" {
			return nil, errors.New("no JDK")
		}
		return fake(t, summaries.Engine(), engines[home]), nil
	}
	exists := func(name string) bool {
		_, err := os.Stat(s.path(name))
		return err == nil
	}
	step := func(what string, err error, current bool, says string) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if exists(summaries.CurrentFile) != current {
			t.Errorf("%s: the current database is there: %t", what, !current)
		}
		if !strings.Contains(out.String(), says) || (out.Len() == 0) != (says == "") {
			t.Errorf("%s: it prints %q", what, out.String())
		}
		out.Reset()
	}
	step("a release", s.renew(first, true), false, "jdk.summaries is what the engine makes of OpenJDK 17.0.1")
	step("nothing is missing", s.missing(), false, "")
	step("the released one has the digest", s.check(), false, "")
	step("the engine changes", s.renew(second, false), true, "made from OpenJDK 17.0.2")
	if err := s.check(); err == nil || !strings.Contains(err.Error(), "make released-summaries") {
		t.Errorf("the released database is another one: %v", err)
	}
	step("the current one is there", s.missing(), true, "")
	if err := os.Remove(s.path(summaries.CurrentFile)); err != nil {
		t.Fatal(err)
	}
	step("in a new clone", s.missing(), true, "made from OpenJDK 17.0.2")
	if err := os.WriteFile(s.path(summaries.CurrentFile), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	step("it is damaged", s.missing(), true, "made from OpenJDK 17.0.2")
	step("the engine is as before", s.renew(first, false), false, "is what the engine makes")

	step("the engine changes again", s.renew(second, false), true, "made from")
	if err := os.Remove(s.path(summaries.CurrentFile)); err != nil {
		t.Fatal(err)
	}
	s.homes = func() []string { return []string{jdk(t, "25.0.1")} }
	step("without that JDK", s.missing(), false, "OpenJDK 17.0.2 is not installed")
	s.homes = func() []string { return []string{first} }
	step("with another update", s.missing(), true, "made from OpenJDK 17.0.1, since OpenJDK 17.0.2 is not installed")
	step("it is there", s.missing(), true, "")
	s.homes = func() []string { return []string{first, second} }
	step("it does", s.missing(), true, "")
	if err := os.WriteFile(s.path(summaries.DigestFile), []byte(summaries.Digest{Source: "OpenJDK 17.0.2", Sum: "ab"}.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	s.homes = func() []string { return []string{first} }
	step("the engine changes under it", s.missing(), true, "made from OpenJDK 17.0.1")
	step("the engine is as it was", s.renew(second, false), true, "made from OpenJDK 17.0.2")
	if exists(summaries.InsteadFile) {
		t.Error("what stands for it is still there")
	}
	if err := os.Remove(s.path(summaries.CurrentFile)); err != nil {
		t.Fatal(err)
	}
	s.homes = func() []string { return []string{second} }
	engines[second] = "another result"
	step("with a digest of before", s.missing(), false, "run make summaries")
	if err := s.renew("", false); err == nil {
		t.Error("a failure to build is no error")
	}
}

// TestReleasedIsReadable: a clone in which nothing is built has a database that its engine can read.
func TestReleasedIsReadable(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "internal", "summaries", summaries.ReleasedFile))
	if err != nil {
		t.Fatal(err)
	}
	d, err := summaries.Open(data)
	if err != nil || d.Engine != summaries.Engine() {
		t.Errorf("%s is of another format (%v): run make released-summaries and commit it", summaries.ReleasedFile, err)
	}
}
