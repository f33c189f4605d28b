package scaffold

import (
	"bytes"
	"path/filepath"

	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/rules/evidence"
)

// modeMarkers are texts of build files that say how the code of a project is executed, the most certain first.
var modeMarkers = []struct {
	text string
	mode evidence.Mode
	why  string
}{
	{"-Xint", evidence.Interpreter, "runs Java with -Xint"},
	{"-XX:TieredStopAtLevel=1", evidence.C1, "runs Java with C1 alone"},
	{"microedition", evidence.Interpreter, "builds for Java ME, which interprets"},
	{"com.android.application", evidence.C1, "builds for Android: code is compiled without C2's profiles, C1 is nearest"},
	{"com.android.library", evidence.C1, "builds for Android: code is compiled without C2's profiles, C1 is nearest"},
	{"native-maven-plugin", evidence.C1, "builds a native image: code is compiled ahead of time without profiles, C1 is nearest"},
	{"org.graalvm.buildtools.native", evidence.C1, "builds a native image: code is compiled ahead of time without profiles, C1 is nearest"},
}

// buildFiles are the files in which modeMarkers are looked for.
var buildFiles = []string{"pom.xml", "build.gradle", "build.gradle.kts", "build.sbt", "build.xml", "Makefile", "makefile", "GNUmakefile", ".mvn/jvm.config", "gradle.properties"}

// executionMode is the mode that fits the project in dir, and why.
func executionMode(dir string) (mode evidence.Mode, why string) {
	texts := map[string][]byte{}
	for _, name := range buildFiles {
		if data, err := files.In(dir).Read(filepath.Join(dir, filepath.FromSlash(name)), files.MaxConfig); err == nil {
			texts[name] = data
		}
	}
	for _, m := range modeMarkers {
		for _, name := range buildFiles {
			if bytes.Contains(texts[name], []byte(m.text)) {
				return m.mode, name + " " + m.why
			}
		}
	}
	return evidence.C2, "servers and desktops compile what runs often by C2"
}
