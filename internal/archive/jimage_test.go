package archive

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

func deflated(s string) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.Bytes()
}

func TestImage(t *testing.T) {
	for name, order := range map[string]binary.AppendByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			text := strings.Repeat("class ", 50)
			zipped := compressedResource(order, 1, deflated(text), len(text))
			twice := compressedResource(order, 1, deflated(zipped), len(zipped))
			p := write(t, dir, "jdk/lib/modules", buildImage(order,
				resource{module: "java.sql", parent: "java/sql", base: "Driver", ext: "class", data: "driver"},
				resource{module: "java.base", parent: "java/lang", base: "Object", ext: "class", data: "object"},
				resource{module: "java.base", base: "module-info", ext: "class", data: "module"},
				resource{module: "java.base", parent: "java/lang", base: "x", ext: "properties", data: "x"},
				resource{module: "packages", base: "java.lang", data: "x"},
				resource{module: "java.base", parent: "z", base: "Zip", ext: "class", data: zipped, packed: true, size: len(text)},
				resource{module: "java.base", parent: "z", base: "Twice", ext: "class", data: twice, packed: true, size: len(text)},
				resource{module: "java.base", parent: "z", base: "Shared", ext: "class", data: compressedResource(order, 5, []byte("x"), 1), packed: true, size: 1},
				resource{module: "java.base", parent: "z", base: "Bad", ext: "class", data: compressedResource(order, 1, deflated(text), 7), packed: true, size: 7},
				resource{module: "java.base", parent: "z", base: "Out", ext: "class", size: 1 << 20},
			))
			es, ps := List([]string{p}, Options{})
			defer Close(es)
			expect(t, dir, es, ps, `
				java/lang/Object jdk/lib/modules!/java.base/java/lang/Object.class
				java/sql/Driver jdk/lib/modules!/java.sql/java/sql/Driver.class
				z/Bad jdk/lib/modules!/java.base/z/Bad.class
				z/Shared jdk/lib/modules!/java.base/z/Shared.class
				z/Twice jdk/lib/modules!/java.base/z/Twice.class
				z/Zip jdk/lib/modules!/java.base/z/Zip.class
				! jdk/lib/modules!/java.base/z/Out.class: is corrupt: its data is not inside the image`)
			for class, want := range map[string]string{"java/lang/Object": "object", "java/sql/Driver": "driver", "z/Zip": text, "z/Twice": text} {
				if got := contents(t, es, class); got != want {
					t.Errorf("%s: %q", class, got)
				}
			}
			if _, err := es[2].Read(); err == nil || !strings.Contains(err.Error(), "another size") {
				t.Errorf("Bad: error %v", err)
			}
			if _, err := es[3].Read(); err == nil || !strings.Contains(err.Error(), "compact-cp") {
				t.Errorf("Shared: error %v", err)
			}

			es, ps = List([]string{filepath.Join(dir, "jdk") + "#java.sql,java.none"}, Options{})
			defer Close(es)
			expect(t, dir, es, ps, `
				java/sql/Driver jdk/lib/modules!/java.sql/java/sql/Driver.class
				! jdk/lib/modules: has no module java.none`)
		})
	}
}

func TestTruncatedImage(t *testing.T) {
	b := buildImage(binary.LittleEndian, resource{module: "m", parent: "p", base: "C", ext: "class", data: "x"})
	dir := t.TempDir()
	for n := range b {
		es, ps := List([]string{write(t, dir, "modules", b[:n])}, Options{})
		if len(es) != 0 || len(ps) == 0 {
			t.Errorf("%d of %d bytes: entries %v, problems %v", n, len(b), es, ps)
		}
		Close(es)
	}
	b[6] = 2
	if _, ps := List([]string{write(t, dir, "modules", b)}, Options{}); len(ps) != 1 || !strings.Contains(ps[0].Message, "version 2.0") {
		t.Errorf("problems %v", ps)
	}
}

// An image that jlink compresses is read too.
func TestJlinkZip(t *testing.T) {
	tier.Slow(t, tier.JVM)
	jlink, err := exec.LookPath("jlink")
	if err != nil {
		t.Skip("jlink is not on the PATH: install a JDK")
	}
	out := filepath.Join(t.TempDir(), "image")
	if b, err := exec.Command(jlink, "--add-modules", "java.logging", "--compress=2", "--output", out).CombinedOutput(); err != nil {
		t.Skipf("jlink does not work here: %v: %s", err, b)
	}
	if _, err := os.Stat(filepath.Join(out, "lib", "modules")); err != nil {
		t.Fatal(err)
	}
	es, ps := List([]string{out + "#java.logging"}, Options{})
	defer Close(es)
	if len(es) < 50 || len(ps) > 0 {
		t.Fatalf("%d entries, problems %v", len(es), ps)
	}
	for i := range es {
		if b, err := es[i].Read(); err != nil || !bytes.HasPrefix(b, []byte("\xCA\xFE\xBA\xBE")) {
			t.Errorf("%s: %d bytes, %v", es[i].Path, len(b), err)
		}
	}
}
