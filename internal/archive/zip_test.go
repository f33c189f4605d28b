package archive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"os"
	"strings"
	"testing"
)

const multiManifest = "Manifest-Version: 1.0\r\nMulti-Rel\r\n ease: TRUE \r\n\r\nName: x\r\n"

func TestZip(t *testing.T) {
	inner := func(items ...item) string { return string(pack(t, items...)) }
	bomb := strings.Repeat("\x00", 3<<20)
	for _, c := range []struct {
		name  string
		file  string
		items []item
		opt   Options
		want  string
	}{
		{name: "jar", file: "a.jar", items: []item{{name: "b/"}, {name: "b/Z.class", data: "z"}, {name: "b/A.class", data: "a", stored: true}, {name: "r.txt"}, {name: "module-info.class"}, {name: "META-INF/x/Y.class"}, {name: ".class"}},
			want: "b/A a.jar!/b/A.class \n b/Z a.jar!/b/Z.class"},
		{name: "newest version", file: "a.jar", items: []item{{name: "A.class"}, {name: "META-INF/versions/9/A.class"}, {name: "META-INF/versions/21/A.class"}, {name: "META-INF/versions/11/B.class"}, {name: "META-INF/versions/8/C.class"}, {name: "META-INF/versions/x/D.class"}, {name: "META-INF/versions/17/module-info.class"}, {name: "META-INF/MANIFEST.MF", data: multiManifest}},
			want: "A a.jar!/META-INF/versions/21/A.class \n B a.jar!/META-INF/versions/11/B.class"},
		{name: "version for a release", file: "a.jar", opt: Options{Release: 17}, items: []item{{name: "A.class"}, {name: "META-INF/versions/9/A.class"}, {name: "META-INF/versions/21/A.class"}, {name: "META-INF/versions/21/B.class"}, {name: "META-INF/MANIFEST.MF", data: multiManifest}},
			want: "A a.jar!/META-INF/versions/9/A.class"},
		{name: "version for release 8", file: "a.jar", opt: Options{Release: 8}, items: []item{{name: "A.class"}, {name: "META-INF/versions/9/A.class"}, {name: "META-INF/MANIFEST.MF", data: multiManifest}},
			want: "A a.jar!/A.class"},
		{name: "not multi-release", file: "a.jar", items: []item{{name: "A.class"}, {name: "META-INF/versions/9/A.class"}, {name: "META-INF/MANIFEST.MF", data: "Manifest-Version: 1.0\n\nMulti-Release: true\n"}},
			want: "A a.jar!/A.class"},
		{name: "war", file: "a.war", items: []item{{name: "WEB-INF/lib/z.jar", data: inner(item{name: "Z.class"}, item{name: "App.class"})}, {name: "WEB-INF/lib/b.jar", data: inner(item{name: "B.class"}), stored: true}, {name: "WEB-INF/classes/App.class"}},
			want: "App a.war!/WEB-INF/classes/App.class \n B a.war!/WEB-INF/lib/b.jar!/B.class \n Z a.war!/WEB-INF/lib/z.jar!/Z.class"},
		{name: "Spring Boot", file: "app.jar", items: []item{{name: "org/springframework/Loader.class"}, {name: "BOOT-INF/classes/App.class"}, {name: "BOOT-INF/lib/b.jar", data: inner(item{name: "B.class"}), stored: true}},
			want: "App app.jar!/BOOT-INF/classes/App.class \n org/springframework/Loader app.jar!/org/springframework/Loader.class \n B app.jar!/BOOT-INF/lib/b.jar!/B.class"},
		{name: "ear", file: "a.ear", items: []item{{name: "w.war", data: inner(item{name: "WEB-INF/lib/j.jar", data: inner(item{name: "J.class", data: "deep"})})}},
			want: "J a.ear!/w.war!/WEB-INF/lib/j.jar!/J.class"},
		{name: "too deep", file: "a.ear", opt: Options{MaxDepth: 2}, items: []item{{name: "w.war", data: inner(item{name: "WEB-INF/lib/j.jar", data: inner(item{name: "J.class"})})}, {name: "X.class"}},
			want: "X a.ear!/X.class \n ! a.ear!/w.war!/WEB-INF/lib/j.jar: lies in 2 archives; an archive in more than 1 is not opened: unpack the outer one, and give the path of this one"},
		{name: "broken inner jar", file: "a.war", items: []item{{name: "WEB-INF/lib/j.jar", data: "rubbish"}, {name: "WEB-INF/classes/X.class"}},
			want: "X a.war!/WEB-INF/classes/X.class \n ! a.war!/WEB-INF/lib/j.jar: is no archive that can be read: not a valid zip file"},
		{name: "duplicate", file: "a.jar", items: []item{{name: "A.class", data: "first"}, {name: "A.class", data: "second"}},
			want: "A a.jar!/A.class \n ! a.jar!/A.class: is in the archive more than once; only the first is read"},
		{name: "copies", file: "a.jar", items: []item{{name: "A.class", data: "first"}, {name: "A.class", data: "first"}},
			want: "A a.jar!/A.class"},
		{name: "escape", file: "a.jar", items: []item{{name: "../x.class"}, {name: "/y.class"}, {name: "a/../../z.class"}, {name: `..\w.class`}, {name: "a//b.class"}, {name: "../readme.txt"}, {name: `c\D.class`}},
			want: "c/D a.jar!/c\\D.class \n ! a.jar!/../x.class: its name leaves the archive or is no plain relative path; it is ignored \n ! a.jar!//y.class: its name leaves the archive or is no plain relative path; it is ignored \n ! a.jar!/a/../../z.class: its name leaves the archive or is no plain relative path; it is ignored \n ! a.jar!/..\\w.class: its name leaves the archive or is no plain relative path; it is ignored \n ! a.jar!/a//b.class: its name leaves the archive or is no plain relative path; it is ignored"},
		{name: "terminal escapes are for the outputs to clean", file: "a.jar", items: []item{{name: "A\x1b[31m.class"}},
			want: "A\x1b[31m a.jar!/A\x1b[31m.class"},
		{name: "bomb", file: "a.jar", items: []item{{name: "A.class", data: bomb}, {name: "B.class"}},
			want: "B a.jar!/B.class \n ! a.jar!/A.class: is compressed 1025 to 1, more than 200 to 1: it may be a zip bomb, and is not read"},
		{name: "large", file: "a.jar", opt: Options{MaxEntrySize: 10}, items: []item{{name: "A.class", data: "12345678901"}, {name: "B.class", data: "1234567890"}},
			want: "B a.jar!/B.class \n ! a.jar!/A.class: has 11 bytes; a class file of more than 10 is not read"},
		{name: "large inner jar", file: "a.jar", opt: Options{MaxArchiveSize: 10}, items: []item{{name: "A.jar", data: "12345678901"}},
			want: "! a.jar!/A.jar: has 11 bytes; an archive in an archive of more than 10 is not read"},
		{name: "total", file: "a.jar", opt: Options{MaxTotal: 10}, items: []item{{name: "A.class", data: "123456"}, {name: "B.class", data: "123456"}, {name: "C.jar", data: "x"}},
			want: "A a.jar!/A.class \n ! a.jar: its class files and archives are more than 10 bytes uncompressed; the rest is left out: give the archives in it one by one"},
		{name: "jmod", file: "a.jmod", items: []item{{name: "classes/A.class"}, {name: "classes/module-info.class"}, {name: "lib/B.class"}},
			want: "A a.jmod!/classes/A.class"},
		{name: "nothing", file: "a.jar", want: ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			b := pack(t, c.items...)
			if strings.HasSuffix(c.file, ".jmod") {
				b = append([]byte("JM\x01\x00"), b...)
			}
			if c.name == "war" {
				b = append([]byte("#!/bin/sh\nexec java -jar $0\n"), b...) // as executable jars start
			}
			p := write(t, dir, c.file, b)
			es, ps := List([]string{p}, c.opt)
			defer Close(es)
			expect(t, dir, es, ps, strings.ReplaceAll(c.want, " \n ", "\n"))
			for i := range es {
				if es[i].Input != p {
					t.Errorf("input %s", es[i].Input)
				}
				if _, err := es[i].Read(); err != nil {
					t.Errorf("%s: %v", es[i].Path, err)
				}
			}
		})
	}
}

// Inner archives that do not fit into memory go to temporary files, which Close removes.
func TestSpill(t *testing.T) {
	dir, tmp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", tmp)
	inner := pack(t, item{name: "J.class", data: "deep"})
	write(t, dir, "a.war", pack(t, item{name: "WEB-INF/lib/j.jar", data: string(inner)}))
	j := &job{path: dir + "/a.war"}
	j.list(Options{}.withDefaults(), &memoryBudget{})
	if len(j.entries) != 1 || len(j.problems) != 0 {
		t.Fatalf("entries %v, problems %v", j.entries, j.problems)
	}
	if got := contents(t, j.entries, "J"); got != "deep" {
		t.Errorf("got %q", got)
	}
	if err := Close(j.entries); err != nil {
		t.Error(err)
	}
	if _, err := j.entries[0].Read(); err == nil {
		t.Error("an entry can be read after Close")
	}
	if left, _ := os.ReadDir(tmp); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
}

// What the directory of an archive says may be wrong.
func TestCorruptZip(t *testing.T) {
	// central finds the header of the n-th entry in the central directory.
	central := func(b []byte, n int) []byte {
		for range n + 1 {
			b = b[bytes.Index(b, []byte("PK\x01\x02"))+1:]
		}
		return b[:45:45]
	}
	le := binary.LittleEndian
	for _, c := range []struct {
		name    string
		corrupt func(b []byte)
		list    string // the problem of List
		read    string // or the error of Read
	}{
		{"encrypted", func(b []byte) { central(b, 0)[7] |= 1 }, "is encrypted", ""},
		{"unknown method", func(b []byte) { le.PutUint16(central(b, 0)[9:], 93) }, "compressed with method 93", ""},
		{"checksum", func(b []byte) { central(b, 0)[15] ^= 1 }, "", "checksum does not match"},
		{"data", func(b []byte) { b[31+len("A.class")] ^= 0xFF }, "", "is corrupt"},
		{"too short", func(b []byte) { le.PutUint32(central(b, 0)[23:], 1000) }, "", "ends before the declared size"},
		{"too long", func(b []byte) { le.PutUint32(central(b, 0)[23:], 3) }, "", "longer than the declared size"},
		{"beyond the file", func(b []byte) { le.PutUint32(central(b, 0)[19:], uint32(len(b))) }, "", "not inside the archive"},
		{"bad local header", func(b []byte) { b[0] = 'X' }, "", "local header"},
		{"compressed size", func(b []byte) { le.PutUint32(central(b, 0)[19:], 0xFFFFFFF0) }, "entries overlap", ""},
		{"two sizes", func(b []byte) { le.PutUint16(central(b, 0)[9:], zip.Store) }, "", "two sizes differ"},
		{"directory", func(b []byte) { b[bytes.Index(b, []byte("PK\x01\x02"))] = 'X' }, "is no archive that can be read", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := pack(t, item{name: "A.class", data: strings.Repeat("abc", 20)})
			c.corrupt(b)
			if c.name == "bad local header" {
				b[0] = 'X'
			}
			es, ps := List([]string{write(t, t.TempDir(), "a.jar", b)}, Options{})
			defer Close(es)
			if c.list != "" {
				if len(ps) != 1 || !strings.Contains(ps[0].Message, c.list) || len(es) != 0 {
					t.Errorf("entries %v, problems %v, want one with %q", es, ps, c.list)
				}
				return
			}
			if len(es) != 1 || len(ps) != 0 {
				t.Fatalf("entries %v, problems %v", es, ps)
			}
			if _, err := es[0].Read(); err == nil || !strings.Contains(err.Error(), c.read) {
				t.Errorf("error %v, want %q", err, c.read)
			}
		})
	}
}

func TestTruncatedZip(t *testing.T) {
	b := pack(t, item{name: "A.class", data: "a"}, item{name: "l.jar", data: string(pack(t, item{name: "B.class", data: "b"}))})
	dir := t.TempDir()
	for n := range b {
		es, ps := List([]string{write(t, dir, "a.jar", b[:n])}, Options{})
		if len(es) != 0 || len(ps) != 1 {
			t.Errorf("%d of %d bytes: entries %v, problems %v", n, len(b), es, ps)
		}
		Close(es)
	}
}
