//go:build linux

package main

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// writeTwin writes a jar with the classes of another one under other names, which are as long: two programs of the same
// code that do not know each other.
func writeTwin(from, to string) (err error) {
	r, err := zip.OpenReader(from)
	if err != nil {
		return err
	}
	defer r.Close()
	names := map[string]bool{}
	for _, f := range r.File {
		if _, name, ok := className(f.Name); ok {
			names[name] = true
		}
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := out.Close(); err == nil {
			err = cerr
		}
	}()
	w := zip.NewWriter(out)
	for _, f := range r.File {
		version, name, ok := className(f.Name)
		if !ok && f.Name != "META-INF/MANIFEST.MF" {
			continue
		}
		data, err := readEntry(f)
		if err != nil {
			return err
		}
		to := f.Name
		if ok {
			to = version + other(name) + ".class"
			if data, err = renamed(data, names); err != nil {
				return fmt.Errorf("%s: %w", f.Name, err)
			}
		}
		e, err := w.Create(to)
		if err != nil {
			return err
		}
		if _, err := e.Write(data); err != nil {
			return err
		}
	}
	return w.Close()
}

// versionDir is where a multi-release jar has the classes for one release and later ones, which count once with those that
// they replace.
var versionDir = regexp.MustCompile(`^META-INF/versions/[0-9]+/`)

// className is the class that an entry of a jar holds, and the directory of the release that it is for. Modules are no
// classes.
func className(entry string) (version, name string, ok bool) {
	version = versionDir.FindString(entry)
	name, ok = strings.CutSuffix(entry[len(version):], ".class")
	return version, name, ok && path.Base(name) != "module-info"
}

func readEntry(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// other is another name for a class, as long: no package of the corpus begins with _.
func other(name string) string { return "_" + name[1:] }

// typeName finds the class names in descriptors and signatures.
var typeName = regexp.MustCompile(`L[^;<\[:.()]+`)

// renamed replaces the names of classes in the constants of a class file.
func renamed(data []byte, names map[string]bool) ([]byte, error) {
	out := append([]byte(nil), data...)
	if len(out) < 10 {
		return nil, io.ErrUnexpectedEOF
	}
	count := int(binary.BigEndian.Uint16(out[8:]))
	at := 10
	for i := 1; i < count; i++ {
		if at+5 > len(out) {
			return nil, io.ErrUnexpectedEOF
		}
		switch tag := classfile.Tag(out[at]); tag {
		case classfile.TagUtf8:
			n := int(binary.BigEndian.Uint16(out[at+1:]))
			if at+3+n > len(out) {
				return nil, io.ErrUnexpectedEOF
			}
			text := out[at+3 : at+3+n]
			if names[string(text)] {
				copy(text, other(string(text)))
			} else {
				for _, m := range typeName.FindAllIndex(text, -1) {
					if names[string(text[m[0]+1:m[1]])] {
						text[m[0]+1] = '_'
					}
				}
			}
			at += 3 + n
		case classfile.TagLong, classfile.TagDouble:
			at += 9
			i++
		case classfile.TagClass, classfile.TagString, classfile.TagMethodType, classfile.TagModule, classfile.TagPackage:
			at += 3
		case classfile.TagMethodHandle:
			at += 4
		default:
			at += 5
		}
	}
	return out, nil
}
