//go:build linux

package main

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
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
		if name, ok := strings.CutSuffix(f.Name, ".class"); ok {
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
		name, ok := strings.CutSuffix(f.Name, ".class")
		if !ok {
			continue
		}
		data, err := readEntry(f)
		if err != nil {
			return err
		}
		twin, err := renamed(data, names)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		e, err := w.Create(other(name) + ".class")
		if err != nil {
			return err
		}
		if _, err := e.Write(twin); err != nil {
			return err
		}
	}
	return w.Close()
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
