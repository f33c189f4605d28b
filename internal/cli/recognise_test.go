package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/internal/config"
)

// Modules of one build are class path of each other; builds that only lie in one repository are not.
func TestRecognisedClasspath(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".git/HEAD", "a/pom.xml", "a/target/classes/A.class", "a/target/dependency/lib.jar", "b/pom.xml", "b/target/classes/B.class"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	classpath := func() []string {
		s := &Settings{Config: config.Default(), Project: dir, Paths: []string{filepath.Join(dir, "a")}}
		s.recognise()()
		return s.Classpath
	}
	if got := classpath(); len(got) > 0 {
		t.Errorf("two builds: %q", got)
	}
	pom := "<project><modules><module>a</module><module>b</module></modules></project>"
	if err := os.WriteFile(filepath.Join(dir, "pom.xml"), []byte(pom), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := classpath(); len(got) != 2 || got[0] != filepath.Join(dir, "b", "target", "classes") || got[1] != filepath.Join(dir, "a", "target", "dependency", "lib.jar") {
		t.Errorf("one build: %q", got)
	}
}
