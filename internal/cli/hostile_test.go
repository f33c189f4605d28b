package cli

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/energylint/energylint/internal/tier"
)

// hostileName is what a name can hold: commands of GitHub Actions, in both forms, control characters of terminals, of
// C1 too, characters that reorder text, and what Markdown and HTML read.
const hostileName = "x\n::error file=README.md,line=1::PWNED\r\n  ::stop-commands::t\r##[error]PWNED\x1b[2J\x1b]0;t\x07\x00\x7f\u0085\u009b31m\u202e\u2066\u200f\u061c\u2028::warning::PWNED |`<img src=x>`@acme/team https:evil"

// renamed is a class file with other Utf8 constants.
func renamed(t *testing.T, class []byte, names map[string]string) []byte {
	t.Helper()
	out := append([]byte(nil), class[:10]...)
	n := int(binary.BigEndian.Uint16(class[8:]))
	at := 10
	sizes := map[byte]int{3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
	for i := 1; i < n; i++ {
		tag := class[at]
		if tag != 1 {
			out = append(out, class[at:at+1+sizes[tag]]...)
			at += 1 + sizes[tag]
			if tag == 5 || tag == 6 {
				i++
			}
			continue
		}
		size := int(binary.BigEndian.Uint16(class[at+1:]))
		text := string(class[at+3 : at+3+size])
		if to, ok := names[text]; ok {
			text = strings.ReplaceAll(to, "\x00", "\xc0\x80")
		}
		out = append(out, 1)
		out = binary.BigEndian.AppendUint16(out, uint16(len(text)))
		out = append(out, text...)
		at += 3 + size
	}
	return append(out, class[at:]...)
}

// hostileProject is a project in which all that can have a name has a hostile one.
func hostileProject(t *testing.T) {
	t.Helper()
	fixture, err := filepath.Abs("../../testdata/fixtures/el2001/classes/el2001/Maps.class")
	if err != nil {
		t.Fatal(err)
	}
	class, err := os.ReadFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", filepath.Join(t.TempDir(), "cache"))
	file := strings.NewReplacer("/", "_", "\x00", "").Replace(hostileName)
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	inClass := strings.NewReplacer("/", "_", ";", "_", "[", "[").Replace(hostileName)
	write("classes/A.class", renamed(t, class, map[string]string{"el2001/Maps": "p/" + inClass, "Maps.java": inClass, "sum": strings.NewReplacer("<", "_", ">", "_").Replace(inClass)}))
	write("classes/B.class", renamed(t, class, map[string]string{"el2001/Maps": "\n::error::B", "Maps.java": "\n::error::PWNED.java"}))
	write("classes/C.class", renamed(t, class, map[string]string{"el2001/Maps": "../../../../etc/passwd", "Maps.java": "../../../../../etc/passwd"}))
	write("classes/D.class", renamed(t, class, map[string]string{"el2001/Maps": "p/D", "tree": "tr##", "Maps.java": "/etc/passwd"}))
	write("classes/"+file+".class", class[:100])
	write("classes/\xff"+file+".jar", []byte("no archive"))
	write("src/p/D.java", []byte("package p;\n"+strings.Repeat("::error::PWNED ##[error]\x1b[2J\u202e\xff\r//@ energy 1 "+hostileName+"\n", 40)))
	quoted, err := json.Marshal(hostileName)
	if err != nil {
		t.Fatal(err)
	}
	quoted = bytes.ReplaceAll(quoted, []byte("\x7f"), []byte(`\u007f`)) // as TOML wants it
	write("energylint.toml", fmt.Appendf(nil, `
[analysis]
paths = ["classes"]
sources = ["src"]
[[budget]]
method = "**"
energy = "1 nJ"
[[assume]]
symbol = "*.size()"
max = 3
[[suppress]]
method = "p.D.*"
rule = "EL2001"
reason = %[1]s
`, quoted))
	write("model.toml", fmt.Appendf(nil, "name = %[1]s\nextends = \"rpi5-nyholm\"\nsource = %[1]s\nnote = %[1]s\n[[component]]\nname = %[1]s\nunit = \"byte\"\nbase = { mean = 1e-3, sd = 1e-5 }\nslope = { mean = 1e-7, sd = 1e-9 }\n", quoted))
	write("symbol.toml", fmt.Appendf(nil, "[[assume]]\nsymbol = %[1]s\nmax = 3\n[[budget]]\nmethod = %[1]s\nenergy = %[1]s\nwhen = %[1]s\n[analysis]\njdk = %[1]s\npaths = [%[1]s]\n[rules]\nenable = [%[1]s]\n[output]\nformat = [%[1]s]\n", quoted))
	write("paths.toml", fmt.Appendf(nil, "[analysis]\npaths = [%[1]s, \"classes\"]\nclasspath = [%[1]s]\nsources = [%[1]s]\n", quoted))
	write("wrong.toml", fmt.Appendf(nil, "%s = 1\n[model]\nname = %s\n[%s]\n", quoted, quoted, quoted))
	write("wrong.jar", []byte("::error::PWNED"))
	write("table.tsv", []byte("operation\ttype\tenergy_J\n"+hostileName+"\tint\t1\n"))
	write(file+".toml", []byte("x = \x1b"))
	write("list", []byte(file+"\n\x1b[2J\n\u202e::error::\n"))
}

// unsafeOutput returns what is wrong with an output, empty where it is plain.
func unsafeOutput(out string, commands bool) string {
	if !utf8.ValidString(out) {
		return "it is no UTF-8"
	}
	for _, r := range out {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' {
			return fmt.Sprintf("it has the character %U", r)
		}
	}
	for line := range strings.Lines(out) {
		start := strings.TrimLeftFunc(line, unicode.IsSpace)
		if strings.Contains(line, "##[") {
			return fmt.Sprintf("a line is a command: %q", line)
		}
		if !strings.HasPrefix(start, "::") {
			continue
		}
		own := commands && !strings.HasPrefix(line, "::stop-commands") && (strings.Contains(line, "title=") || strings.HasPrefix(line, "::group::energylint") || line == "::endgroup::\n")
		if !own {
			return fmt.Sprintf("a line is a command: %q", line)
		}
		_, file, _ := strings.Cut(line, " file=")
		if strings.HasPrefix(file, "README") || strings.HasPrefix(file, "..") || strings.HasPrefix(file, "/etc") {
			return fmt.Sprintf("a command is about another file: %q", line)
		}
	}
	return ""
}

// TestHostileNames holds every output of every command against names that are made to be acted upon.
func TestHostileNames(t *testing.T) {
	tier.Slow(t, tier.Long)
	hostileProject(t)
	var runs [][]string
	for _, format := range []string{"text", "json", "sarif", "github", "markdown", "junit", "gitlab", "checkstyle", "sonar"} {
		runs = append(runs, []string{"check", "--format", format}, []string{"check", "--verbose", "--format", format}, []string{"check", "--quiet", "--format", format},
			[]string{"check", "--format", format, "classes", "wrong.jar", "@list", hostileName, "--classpath", hostileName, "--assume", hostileName + "<=3", "--source", "src"})
	}
	runs = append(runs,
		[]string{"methods"}, []string{"methods", "--verbose"}, []string{"methods", "--format", "json"}, []string{"methods", "--method", hostileName}, []string{"methods", "--method", "no.such"},
		[]string{"explain", "**"}, []string{"explain", "**", "--verbose"}, []string{"explain", hostileName}, []string{"explain", "**", "--dump", hostileName}, []string{"explain", "p.E.*"}, []string{"rules"}, []string{"rules", "--format", "json"},
		[]string{"model", "list"}, []string{"model", "show", "model.toml"}, []string{"model", "check", "model.toml"}, []string{"model", "check", "wrong.toml"}, []string{"model", "show", hostileName},
		[]string{"model", "fit", "table.tsv", "-o", "m.toml"}, []string{"model", "fit", hostileName, "-o", "m.toml"}, []string{"model", "validate", hostileName}, []string{"model", "validate", "hotspot-xint-instructions", "--measurements", "table.tsv"},
		[]string{"check", "--model", "model.toml"}, []string{"check", "--model", "model.toml", "--device", hostileName}, []string{"check", "--config", "wrong.toml"}, []string{"check", "--config", "symbol.toml"}, []string{"check", "--config", "paths.toml"}, []string{"check", "--config", hostileName},
		[]string{"check", "--baseline", "wrong.toml"}, []string{"check", "--write-baseline", "baseline.json"}, []string{"check", "--baseline", "baseline.json", "--verbose"},
		[]string{"check", "--format", hostileName}, []string{"check", "--enable", hostileName}, []string{"check", "--" + hostileName}, []string{hostileName}, []string{"check", "--library", "wrong.toml"},
		[]string{"check", "--format", "json=report.json", "--format", "sarif=report.sarif", "--format", "markdown=report.md", "--format", "junit=report.xml"},
		[]string{"init", hostileName}, []string{"init", "."}, []string{"model", "calibrate", "--meter", hostileName, "-o", "x"}, []string{"version"}, []string{"check", "..."},
	)
	for _, kind := range dumpKinds() {
		runs = append(runs, []string{"explain", "**", "--dump", kind})
	}
	for _, args := range runs {
		var stdout, stderr bytes.Buffer
		done := make(chan int)
		go func() { done <- Main(args, strings.NewReader(""), &stdout, &stderr) }()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Fatalf("%q does not end", args)
		}
		github := strings.Contains(strings.Join(args, " "), "github")
		if problem := unsafeOutput(stdout.String(), github); problem != "" {
			t.Errorf("%q: standard output: %s", args, problem)
		}
		if problem := unsafeOutput(stderr.String(), false); problem != "" {
			t.Errorf("%q: standard error: %s", args, problem)
		}
	}
	for _, file := range []string{"report.json", "report.sarif", "report.md", "report.xml", "baseline.json"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		if problem := unsafeOutput(string(data), false); problem != "" {
			t.Errorf("%s: %s", file, problem)
		}
	}
}

// In JSON a name keeps its value, so that hostile names stay apart.
func TestHostileNamesInJSON(t *testing.T) {
	hostileProject(t)
	var stdout, stderr bytes.Buffer
	Main([]string{"methods", "--format", "json", "--jdk", "none"}, strings.NewReader(""), &stdout, &stderr)
	var doc struct{ Methods []struct{ Class string } }
	if err := json.Unmarshal(stdout.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	classes := map[string]bool{}
	for _, m := range doc.Methods {
		classes[m.Class] = true
	}
	if !classes["\n::error::B"] || !classes["p/"+strings.NewReplacer("/", "_", ";", "_").Replace(hostileName)] {
		t.Errorf("the classes are %q", slices.Collect(maps.Keys(classes)))
	}
}

// A small jar does not give a large output for people: not by the number of its problems, nor by the length of names.
func TestOutputIsBounded(t *testing.T) {
	tier.Slow(t, tier.Long)
	hostileProject(t)
	class, err := os.ReadFile("classes/D.class")
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("n", 60_000)
	var jar bytes.Buffer
	z := zip.NewWriter(&jar)
	add := func(name string, data []byte) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	add("long.class", renamed(t, class, map[string]string{"p/D": long, "sum": long + "1", "tr##": long + "2", "/etc/passwd": long + ".java"}))
	for i := range 3000 {
		add(fmt.Sprintf("b/Broken%d.class", i), class[:50+i%50])
		add(fmt.Sprintf("c/Again%d.class", i), class)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("big.jar", jar.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", "big.jar"}, {"check", "--quiet", "big.jar"}, {"check", "--format", "github", "big.jar"}, {"check", "--format", "markdown", "big.jar"},
		{"check", "--format", "junit", "big.jar"}, {"methods", "big.jar"}, {"methods", "--quiet", "big.jar"}, {"explain", "**", "big.jar"},
	} {
		var stdout, stderr bytes.Buffer
		Main(append(args, "--jdk", "none"), strings.NewReader(""), &stdout, &stderr)
		if n := stdout.Len() + stderr.Len(); n > 300_000 || n < 100 {
			t.Errorf("%q: %d bytes", args, n)
		}
	}
}

// Names that have nothing where a part of a name is expected break nothing.
func TestOddNames(t *testing.T) {
	tier.Slow(t, tier.Long)
	hostileProject(t)
	class, err := os.ReadFile("classes/D.class")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range tier.Part(t, []string{"", "/", "a/", "/a", "//", "a//b", "$", "$$", "p/$", "p/$1", "a$", "p/a$$", "1", "$1", ".", "..", "../", "p/..", ";", "[", "[I", "(", ")", "()V", "<", "<init>", "<clinit>", "lambda$", "$lambda$", "access$", "-", "\xff", "\xed\xa0\x80", "*", "L;"}, 3) {
		for _, what := range []string{"p/D", "sum", "tr##", "/etc/passwd", "java/util/Map", "keySet", "()Ljava/util/Set;", "Code", "LocalVariableTable", "m"} {
			if err := os.WriteFile("Odd.class", renamed(t, class, map[string]string{what: name}), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"check", "Odd.class"}, {"methods", "Odd.class"}} {
				var stdout, stderr bytes.Buffer
				code := Main(append(args, "--jdk", "none", "--source", "src"), strings.NewReader(""), &stdout, &stderr)
				if all := stdout.String() + stderr.String(); code == ExitUsage || strings.Contains(all, "panic") || strings.Contains(all, "runtime error") || strings.Contains(all, "out of range") || strings.Contains(all, "please report") {
					t.Errorf("%q is called %q, %q: exit %d, %.600s", what, name, args, code, all)
				}
			}
		}
	}
}
