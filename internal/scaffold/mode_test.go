package scaffold

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/rules/evidence"
)

func TestExecutionMode(t *testing.T) {
	for _, c := range []struct {
		file, text string
		mode       evidence.Mode
		why        string
	}{
		{"", "", evidence.C2, "servers and desktops"},
		{"pom.xml", "<artifactId>spring-boot-starter-parent</artifactId>", evidence.C2, "servers and desktops"},
		{"pom.xml", "<argLine>-Xint</argLine>", evidence.Interpreter, "pom.xml runs Java with -Xint"},
		{"pom.xml", "<artifactId>native-maven-plugin</artifactId>", evidence.C1, "native image"},
		{"build.gradle.kts", `id("com.android.application")`, evidence.C1, "Android"},
		{"build.gradle", "id 'org.graalvm.buildtools.native'", evidence.C1, "native image"},
		{"Makefile", "java -XX:TieredStopAtLevel=1 -jar x.jar", evidence.C1, "C1 alone"},
		{"build.xml", "bootclasspath microedition", evidence.Interpreter, "Java ME"},
	} {
		dir := t.TempDir()
		if c.file != "" {
			if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if mode, why := executionMode(dir); mode != c.mode || !strings.Contains(why, c.why) {
			t.Errorf("%s with %q: %s, %q; want %s, %q", c.file, c.text, mode, why, c.mode, c.why)
		}
	}
}
