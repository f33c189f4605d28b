package rules

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/rules/evidence"
)

// loggerJars are jars of the corpus and of Debian that have loggers of loggers.tsv.
var loggerJars = []string{
	corpus.Path("selenium.jar"), corpus.Path("kotlin-compiler.jar"), "/usr/share/java/slf4j-api.jar", "/usr/share/java/logback-classic.jar",
	"/usr/share/java/logkit.jar", "/usr/share/java/avalon-framework.jar", "/usr/share/java/log4j-1.2.jar", "/usr/share/java/log4j-api.jar",
	"/usr/share/java/commons-logging.jar", "/usr/share/java/jetty9-util.jar", "/usr/share/java/velocity.jar", "/usr/share/java/osgi.core.jar",
	"/usr/share/java/plexus-container-default.jar", "/usr/share/java/maven-plugin-api-3.x.jar", "/usr/share/java/doxia-logging-api.jar",
}

// TestLoggerTable: the cells of loggers.tsv are known, the cases are measured, and the jars that are here declare the methods.
func TestLoggerTable(t *testing.T) {
	for _, l := range loggers {
		if l.advice == "" || len(l.calls)+len(l.withLevel) == 0 || (len(l.withLevel) > 0) != (len(l.levels) > 0) {
			t.Errorf("%s: a cell is missing or not known", l.class)
		}
		for _, pair := range []string{"Concatenation", "Format"} {
			if evidence.Lookup(evidence.Key{Rule: "EL8001", Case: l.measured + pair}) == nil {
				t.Errorf("%s: EL8001 has no pair %s%s", l.class, l.measured, pair)
			}
		}
	}
	if len(loggersByClass) != len(loggers) {
		t.Error("a class has two rows")
	}
	checked := 0
	for _, jar := range loggerJars {
		if _, err := os.Stat(jar); err != nil {
			continue
		}
		r, err := zip.OpenReader(jar)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range loggers {
			f, err := r.Open(l.class + ".class")
			if err != nil {
				continue
			}
			data, err := io.ReadAll(f)
			if err != nil {
				t.Fatal(err)
			}
			c, err := classfile.Parse(data)
			if err != nil {
				t.Fatalf("%s: %v", l.class, err)
			}
			for _, name := range slices.Concat(l.calls, l.withLevel) {
				if !slices.ContainsFunc(c.Methods, func(m classfile.Method) bool { return m.Name == name }) && c.Super == "java/lang/Object" && len(c.Interfaces) == 0 {
					t.Errorf("%s: %s has no method %s", filepath.Base(jar), l.class, name)
				}
			}
			checked++
		}
		r.Close()
	}
	t.Logf("%d loggers are checked against jars", checked)
}
