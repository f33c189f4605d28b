package finding

import (
	"io/fs"
	"path"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// ClassName is the class as a developer writes it, java.util.Map$Entry; empty outside classes.
func (l Location) ClassName() string { return classfile.External(l.Class) }

// Signature is the method as a developer writes it, without its class: encode(byte[], int). Types are given without
// their package. It is empty outside methods.
func (l Location) Signature() string {
	if l.Method == "" {
		return ""
	}
	if l.Desc == "" {
		return l.Method
	}
	var ts []string
	classfile.EachParam(l.Desc, func(t string) { ts = append(ts, simpleType(classfile.JavaType(t))) })
	return l.Method + "(" + strings.Join(ts, ", ") + ")"
}

// QualifiedSignature is Signature with the class in front: com.acme.Codec.encode(byte[], int).
func (l Location) QualifiedSignature() string {
	switch {
	case l.Class == "":
		return l.Signature()
	case l.Method == "":
		return l.ClassName()
	}
	return l.ClassName() + "." + l.Signature()
}

// simpleType strips the package from a type in Java source form.
func simpleType(t string) string { return t[strings.LastIndexByte(t, '.')+1:] }

// Path is the file to show: File, else a package path made from the class, else the input.
func (l Location) Path() string {
	switch {
	case l.File != "":
		return l.File
	case l.Class != "":
		outer, _, _ := strings.Cut(path.Base(l.Class), "$")
		file := path.Join(path.Dir(l.Class), outer+".java")
		if !fs.ValidPath(file) { // ".." in the name of a class leads nowhere
			return outer + ".java"
		}
		return file
	}
	return l.Input
}
