package archive

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

const classMagic = "\xCA\xFE\xBA\xBE"

func TestDirectories(t *testing.T) {
	jar := func(name string) string { return string(pack(t, item{name: name})) }
	for _, c := range []struct {
		name  string
		files map[string]string
		arg   string // below the directory
		want  string
	}{
		{"classes and jars", map[string]string{"b/Z.class": "", "A.class": "", "lib/j.jar": jar("J.class"), "module-info.class": "", "x.txt": ""}, "",
			"A A.class \n b/Z b/Z.class \n J lib/j.jar!/J.class"},
		{"nothing", map[string]string{"x.txt": ""}, "", "! .: has no class files and no jars in it; compile first, or give the path of the class files or the jar"},
		{"Maven", map[string]string{"target/classes/a/B.class": "", "target/test-classes/T.class": "", "target/a.jar": jar("a/B.class"), "pom.xml": ""}, "",
			"a/B target/classes/a/B.class"},
		{"Maven's target", map[string]string{"target/classes/a/B.class": "", "target/test-classes/T.class": ""}, "target",
			"a/B target/classes/a/B.class"},
		{"Maven's tests", map[string]string{"target/classes/a/B.class": "", "target/test-classes/T.class": ""}, "target/test-classes",
			"T target/test-classes/T.class"},
		{"Maven modules", map[string]string{"pom.xml": "", "m/target/classes/M.class": "", "n/pom.xml": "", "n/o/target/classes/O.class": "", "lib/x.jar": "", "src/test/resources/X.class": ""}, "",
			"M m/target/classes/M.class \n O n/o/target/classes/O.class"},
		{"Gradle", map[string]string{"build/classes/java/main/J.class": "", "build/classes/kotlin/main/K.class": "", "build/classes/java/test/T.class": "", "build/libs/x.jar": jar("J.class"), "sub/build/classes/java/main/S.class": ""}, "",
			"J build/classes/java/main/J.class \n K build/classes/kotlin/main/K.class \n S sub/build/classes/java/main/S.class"},
		{"Gradle's build", map[string]string{"build/classes/java/main/J.class": "", "build/classes/kotlin/main/K.class": ""}, "build/classes",
			"J build/classes/java/main/J.class \n K build/classes/kotlin/main/K.class"},
		{"IDEA", map[string]string{"out/production/one/A.class": "", "out/production/two/B.class": "", "out/test/one/T.class": ""}, "",
			"A out/production/one/A.class \n B out/production/two/B.class"},
		{"sbt", map[string]string{"target/scala-2.13/classes/A.class": "", "build.sbt": ""}, "", "A target/scala-2.13/classes/A.class"},
		{"not built", map[string]string{"pom.xml": "", "src/main/java/A.java": "", "tools/x.jar": ""}, "",
			"! .: is a project without compiled classes: build it first (target/classes, build/classes and out/production were looked for)"},
		{"projects in a directory", map[string]string{"one/target/classes/A.class": "", "one/target/x.jar": jar("X.class"), "two/build/classes/java/main/B.class": "", "C.class": ""}, "",
			"A one/target/classes/A.class \n B two/build/classes/java/main/B.class \n C C.class"},
		{"packages that look like a project", map[string]string{"target/classes/com/target/classes/A.class": "", "target/classes/B.class": ""}, "",
			"B target/classes/B.class \n com/target/classes/A target/classes/com/target/classes/A.class"},
		{"multi-release directory", map[string]string{"A.class": "", "META-INF/versions/11/A.class": "", "META-INF/MANIFEST.MF": multiManifest}, "",
			"A META-INF/versions/11/A.class"},
		{"broken jar", map[string]string{"A.class": "", "x.jar": "no jar"}, "", "A A.class \n ! x.jar: is no archive that can be read: not a valid zip file"},
		{"JDK 8", map[string]string{"jre/lib/rt.jar": jar("java/lang/Object.class"), "lib/tools.jar": jar("T.class")}, "", "java/lang/Object jre/lib/rt.jar!/java/lang/Object.class"},
		{"JDK with jmods only", map[string]string{"jmods/java.base.jmod": "JM\x01\x00" + jar("classes/java/lang/Object.class"), "lib/x.jar": jar("T.class")}, "", "java/lang/Object jmods/java.base.jmod!/classes/java/lang/Object.class"},
		{"JDK", map[string]string{"lib/modules": string(buildImage(binary.LittleEndian, resource{module: "java.base", base: "X", ext: "class", data: "x"})), "lib/x.jar": jar("T.class")}, "", "X lib/modules!/java.base/X.class"},
		{"lib/modules that is none", map[string]string{"lib/modules": "text", "lib/x.jar": jar("T.class")}, "", "T lib/x.jar!/T.class"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "p[1]*") // special in patterns
			for name, data := range c.files {
				write(t, dir, name, []byte(data))
			}
			es, ps := List([]string{filepath.Join(dir, filepath.FromSlash(c.arg))}, Options{})
			defer Close(es)
			for i := range ps {
				if ps[i].Path == dir {
					ps[i].Path = "."
				}
			}
			expect(t, dir, es, ps, strings.ReplaceAll(c.want, " \n ", "\n"))
		})
	}
}

func TestArguments(t *testing.T) {
	dir := t.TempDir()
	a := write(t, dir, "a.jar", pack(t, item{name: "A.class", data: "first"}, item{name: "B.class"}))
	b := write(t, dir, "b.jar", pack(t, item{name: "A.class", data: "second"}, item{name: "C.class"}))
	noExt := write(t, dir, "program", pack(t, item{name: "P.class"}))
	one := write(t, dir, "One.class", []byte(classMagic+"x"))
	text := write(t, dir, "notes.txt", []byte("hello"))
	empty := write(t, dir, "empty", nil)
	source := write(t, dir, "A.java", nil)
	list := write(t, dir, "list", []byte("\xEF\xBB\xBF# comment\r\n\r\n  "+a+"  \r\n"+b+"\n@"+filepath.Join(dir, "more")+"\n"))
	write(t, dir, "more", []byte(one))
	loop := write(t, dir, "loop", []byte("@"+filepath.Join(dir, "loop")))
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"nothing", nil, ""},
		{"first wins", []string{a, b}, "A a.jar!/A.class \n B a.jar!/B.class \n C b.jar!/C.class"},
		{"first wins, other order", []string{b, a, b}, "A b.jar!/A.class \n C b.jar!/C.class \n B a.jar!/B.class"},
		{"class file", []string{one}, "One.class"},
		{"jar without extension", []string{noExt}, "P program!/P.class"},
		{"list", []string{"@" + list}, "A a.jar!/A.class \n B a.jar!/B.class \n C b.jar!/C.class \n One.class"},
		{"list in a circle", []string{"@" + loop}, "! @loop: names itself, or is named by an @file that it names"},
		{"missing list", []string{"@" + dir + "/none"}, "! @none: no such file or directory"},
		{"missing", []string{dir + "/none.jar", a}, "A a.jar!/A.class \n B a.jar!/B.class \n ! none.jar: no such file or directory"},
		{"text", []string{text}, "! notes.txt: is no class file, jar, war, jmod or run-time image: its first bytes are 68 65 6C 6C"},
		{"source", []string{source}, "! A.java: is source code: energylint reads what it is compiled to, class files and jars"},
		{"empty file", []string{empty}, "! empty: is no class file, jar, war, jmod or run-time image: its first bytes are missing, the file is empty"},
		{"pattern", []string{dir + "/*.jar"}, "A a.jar!/A.class \n B a.jar!/B.class \n C b.jar!/C.class"},
		{"pattern without match", []string{dir + "/*.war"}, "! *.war: no file matches the pattern"},
		{"bad pattern", []string{dir + "/[.war"}, "! [.war: is no file and no pattern either: syntax error in pattern"},
		{"module of a jar", []string{a + "#java.base"}, "! a.jar: is no run-time image: a module (#java.base) can only be chosen in lib/modules"},
	} {
		t.Run(c.name, func(t *testing.T) {
			es, ps := List(c.args, Options{})
			defer Close(es)
			for i := range ps {
				ps[i].Path = strings.Replace(ps[i].Path, "@"+dir+"/", "@", 1)
			}
			expect(t, dir, es, ps, strings.ReplaceAll(c.want, " \n ", "\n"))
		})
	}
	es, _ := List([]string{a, b}, Options{})
	defer Close(es)
	if got := contents(t, es, "A"); got != "first" {
		t.Errorf("A is %q", got)
	}
	if es[0].Class = ""; es[0].Input != a {
		t.Errorf("input %s", es[0].Input)
	}
	if _, err := (&Entry{}).Read(); err == nil {
		t.Error("an empty entry can be read")
	}
}

// A directory need not be the root of the packages: one class in every directory says where they start.
func TestPackageRoots(t *testing.T) {
	// named is the smallest class file of that name.
	named := func(name string) []byte {
		b := []byte(classMagic + "\x00\x00\x00\x34\x00\x03\x07\x00\x02\x01")
		b = append(binary.BigEndian.AppendUint16(b, uint16(len(name))), name...)
		return append(b, "\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
	}
	dir := t.TempDir()
	write(t, dir, "x/classes/a/B.class", named("a/B"))
	write(t, dir, "x/classes/a/C.class", named("a/C"))
	write(t, dir, "x/classes/Main.class", named("Main"))
	write(t, dir, "y/classes/Main.class", named("Main"))
	write(t, dir, "z/Other.class", named("some/Where"))
	jar := write(t, dir, "m.jar", pack(t, item{name: "Main.class"}))
	es, ps := List([]string{dir, dir, filepath.Join(dir, "x"), jar}, Options{})
	expect(t, dir, es, ps, `
		Main x/classes/Main.class
		a/B x/classes/a/B.class
		a/C x/classes/a/C.class
		Main y/classes/Main.class
		z/Other.class`)
	es, ps = List([]string{jar, filepath.Join(dir, "x")}, Options{})
	defer Close(es)
	expect(t, dir, es, ps, "Main m.jar!/Main.class\na/B x/classes/a/B.class\na/C x/classes/a/C.class")
}

func TestSymlinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need privileges on Windows")
	}
	dir := t.TempDir()
	write(t, dir, "a/A.class", nil)
	write(t, dir, "real/B.class", nil)
	for link, to := range map[string]string{"a/loop": "..", "a/self": "self", "b": "real", "c.jar": "gone.jar", "d": "gone", "A2.class": "a/A.class"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	es, ps := List([]string{dir}, Options{})
	expect(t, dir, es, ps, "A2 A2.class\na/A a/A.class\nb/B b/B.class\n! c.jar: is a link to gone.jar, which does not exist")
}

func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	p := write(t, dir, "A.class", []byte("x"))
	write(t, dir, "sub/B.class", []byte("x"))
	write(t, dir, "C.jar", []byte("x"))
	for _, f := range []string{"A.class", "C.jar", "sub"} {
		if err := os.Chmod(filepath.Join(dir, f), 0); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(filepath.Join(dir, "sub"), 0o755)
	if f, err := os.Open(p); err == nil {
		f.Close()
		t.Skip("permissions do not bind this user (root)")
	}
	es, ps := List([]string{dir}, Options{})
	expect(t, dir, es, ps, "A A.class\n! sub: cannot be read: permission denied\n! C.jar: cannot be read: permission denied")
	if _, err := es[0].Read(); err == nil || err.Error() != "cannot be read: permission denied" {
		t.Errorf("error %v", err)
	}
}

func TestClassFileTooLarge(t *testing.T) {
	p := write(t, t.TempDir(), "A.class", []byte(classMagic+"12345"))
	es, ps := List([]string{p}, Options{MaxEntrySize: 8})
	if len(es) != 1 || len(ps) != 0 {
		t.Fatal(es, ps)
	}
	if _, err := es[0].Read(); err == nil || !strings.Contains(err.Error(), "a class file of more than 8 bytes is not read") {
		t.Errorf("error %v", err)
	}
}

// The result does not depend on the number of threads.
func TestDeterministic(t *testing.T) {
	dir := t.TempDir()
	var args []string
	for i := range 40 {
		args = append(args, write(t, dir, fmt.Sprintf("%d.jar", i), pack(t,
			item{name: fmt.Sprintf("A%d.class", i%7)}, item{name: fmt.Sprintf("B%d.class", i)}, item{name: "../x.class"},
			item{name: "n.jar", data: string(pack(t, item{name: fmt.Sprintf("C%d.class", i%3)}))})))
	}
	var want string
	for _, procs := range []int{1, 2, 8} {
		old := runtime.GOMAXPROCS(procs)
		es, ps := List(args, Options{})
		runtime.GOMAXPROCS(old)
		got := listing(dir, es, ps)
		if want == "" {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d threads: another result", procs)
		}
		if err := Close(es); err != nil {
			t.Error(err)
		}
	}
}

func FuzzList(f *testing.F) {
	in := pack(f, item{name: "B.class", data: "b"})
	f.Add(pack(f, item{name: "a/A.class", data: "abcabcabc"}, item{name: "META-INF/versions/9/a/A.class"}, item{name: "META-INF/MANIFEST.MF", data: multiManifest}, item{name: "l.jar", data: string(in)}), true)
	f.Add(append([]byte("JM\x01\x00"), pack(f, item{name: "classes/A.class", data: "a"})...), true)
	f.Add(buildImage(binary.LittleEndian, resource{module: "m", parent: "p", base: "C", ext: "class", data: "x"}), false)
	f.Add(buildImage(binary.BigEndian, resource{module: "m", parent: "p", base: "C", ext: "class", data: compressedResource(binary.BigEndian, 1, deflated("xyz"), 3), packed: true, size: 3}), false)
	f.Fuzz(func(t *testing.T, data []byte, zip bool) {
		name := "modules"
		if zip {
			name = "a.jar"
		}
		p := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(p, data, 0o600); err != nil {
			t.Fatal(err)
		}
		o := Options{MaxEntrySize: 1 << 16, MaxArchiveSize: 1 << 16, MaxTotal: 1 << 20}
		es, _ := List([]string{p}, o)
		for i := range es {
			if b, err := es[i].Read(); err == nil && int64(len(b)) > o.MaxEntrySize {
				t.Errorf("%s has %d bytes", es[i].Path, len(b))
			}
		}
		if err := Close(es); err != nil {
			t.Error(err)
		}
	})
}
