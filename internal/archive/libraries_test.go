package archive

import (
	"slices"
	"strings"
	"testing"
)

// The application's classes and the libraries inside an archive are listed apart, and together are everything.
func TestApplicationAndLibraries(t *testing.T) {
	inner := func(items ...item) string { return string(pack(t, items...)) }
	lib := inner(item{name: "lib/L.class"})
	for _, c := range []struct {
		name, file string
		items      []item
		want, libs string
	}{
		{"Spring Boot", "app.jar", []item{{name: "org/springframework/boot/loader/Launcher.class"}, {name: "BOOT-INF/classes/a/App.class"}, {name: "BOOT-INF/lib/b.jar", data: lib, stored: true}},
			"a/App app.jar!/BOOT-INF/classes/a/App.class",
			"org/springframework/boot/loader/Launcher app.jar!/org/springframework/boot/loader/Launcher.class \n lib/L app.jar!/BOOT-INF/lib/b.jar!/lib/L.class"},
		{"war", "app.war", []item{{name: "WEB-INF/classes/a/App.class"}, {name: "WEB-INF/lib/b.jar", data: lib}, {name: "WEB-INF/lib-provided/c.jar", data: inner(item{name: "C.class"})}},
			"a/App app.war!/WEB-INF/classes/a/App.class",
			"C app.war!/WEB-INF/lib-provided/c.jar!/C.class \n lib/L app.war!/WEB-INF/lib/b.jar!/lib/L.class"},
		{"jars in a jar", "app.jar", []item{{name: "a/App.class"}, {name: "inside/b.jar", data: inner(item{name: "B.class"}, item{name: "c.jar", data: lib})}},
			"a/App app.jar!/a/App.class", "B app.jar!/inside/b.jar!/B.class \n lib/L app.jar!/inside/b.jar!/c.jar!/lib/L.class"},
		{"ear", "app.ear", []item{{name: "web.war", data: inner(item{name: "WEB-INF/classes/W.class"}, item{name: "WEB-INF/lib/b.jar", data: lib})}, {name: "ejb.jar", data: inner(item{name: "E.class"})}, {name: "lib/c.jar", data: inner(item{name: "C.class"})}},
			"E app.ear!/ejb.jar!/E.class \n W app.ear!/web.war!/WEB-INF/classes/W.class", "C app.ear!/lib/c.jar!/C.class \n lib/L app.ear!/web.war!/WEB-INF/lib/b.jar!/lib/L.class"},
		{"aar", "app.aar", []item{{name: "classes.jar", data: inner(item{name: "A.class"})}, {name: "libs/b.jar", data: lib}},
			"A app.aar!/classes.jar!/A.class", "lib/L app.aar!/libs/b.jar!/lib/L.class"},
		{"zip of jars", "dist.zip", []item{{name: "lib/b.jar", data: lib}}, "lib/L dist.zip!/lib/b.jar!/lib/L.class", ""},
		{"plain jar", "a.jar", []item{{name: "A.class"}}, "A a.jar!/A.class", ""},
		{"no classes but in jars", "one.jar", []item{{name: "main/b.jar", data: lib}},
			"! one.jar: has no classes of its own, and the archives in it count as its libraries: --include-nested analyses them", "lib/L one.jar!/main/b.jar!/lib/L.class"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := write(t, dir, c.file, pack(t, c.items...))
			es, ps := List([]string{path}, Options{SkipLibraries: true})
			expect(t, dir, es, ps, c.want)
			Close(es)
			names := Libraries([]string{path}, Options{})
			if (c.libs != "") != slices.Equal(names, []string{path + "!/"}) {
				t.Errorf("Libraries = %q", names)
			}
			libs, ps := List(names, Options{})
			expect(t, dir, libs, ps, c.libs)
			Close(libs)
			all, _ := List([]string{path}, Options{})
			if len(all) != len(es)+len(libs) {
				t.Errorf("%d classes of the application and %d of libraries, %d in all", len(es), len(libs), len(all))
			}
			Close(all)
		})
	}
}

// An unpacked war has its libraries in WEB-INF/lib, too.
func TestLibrariesOfDirectory(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "WEB-INF/classes/A.class", []byte(classMagic))
	jar := write(t, dir, "WEB-INF/lib/b.jar", pack(t, item{name: "B.class"}))
	write(t, dir, "other/c.jar", pack(t, item{name: "C.class"}))
	es, ps := List([]string{dir}, Options{SkipLibraries: true})
	if got := listing(dir, es, ps); strings.Contains(got, "b.jar") || !strings.Contains(got, "C other/c.jar!/C.class") || !strings.Contains(got, "WEB-INF/classes/A.class") {
		t.Errorf("%s", got)
	}
	Close(es)
	if got := Libraries([]string{dir}, Options{}); !slices.Equal(got, []string{jar}) {
		t.Errorf("%q", got)
	}
}

// The limits hold for libraries as for everything else; what only names libraries is refused where there are none.
func TestLibrariesAreLimited(t *testing.T) {
	dir := t.TempDir()
	bomb := string(pack(t, item{name: "Z.class", data: strings.Repeat("\x00", 3<<20)}))
	path := write(t, dir, "app.jar", pack(t, item{name: "A.class"}, item{name: "BOOT-INF/lib/b.jar", data: bomb}, item{name: "BOOT-INF/lib/c.jar", data: "rubbish"}))
	es, ps := List(Libraries([]string{path}, Options{}), Options{})
	want := "! app.jar!/BOOT-INF/lib/b.jar!/Z.class: is compressed "
	if got := listing(dir, es, ps); !strings.HasPrefix(got, want) || !strings.Contains(got, "c.jar: is no archive that can be read") {
		t.Errorf("%s", got)
	}
	class := write(t, dir, "X.class", []byte(classMagic))
	es, ps = List([]string{class + "!/"}, Options{})
	if len(es) != 0 || len(ps) != 1 {
		t.Errorf("%v %v", es, ps)
	}
}
