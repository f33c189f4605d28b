package rules

import (
	"archive/zip"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/summaries"
)

// declares reports whether a class or one above it declares such a method. find returns nil for a class that it does not have.
func declares(find func(class string) *classfile.Class, class string, such func(classfile.Method) bool) bool {
	w := visit(class)
	for class := range w.all() {
		c := find(class)
		if c == nil {
			continue
		}
		if slices.ContainsFunc(c.Methods, such) {
			return true
		}
		w.add(c.Super)
		w.add(c.Interfaces...)
	}
	return false
}

// is reports of a method whether it is the one of a class that a member names.
func is(c classfile.Member) func(classfile.Method) bool {
	return func(m classfile.Method) bool { return m.Name == c.Name && m.Desc == c.Desc }
}

// TestLinearTable: the JDK has the collections of linear.tsv and the lists, with contains.
func TestLinearTable(t *testing.T) {
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	if len(linear) == 0 {
		t.Error("no row is read")
	}
	for collection, list := range linear {
		for _, class := range []string{collection, list} {
			if !declares(db.Find, class, is(classfile.Member{Name: "contains", Desc: keyTest})) {
				t.Errorf("the JDK has no contains of %s", class)
			}
		}
	}
}

// TestFormTable: the JDK has the methods that forms.tsv names, and Kotlin's library the functions, which take the arguments of the methods first.
func TestFormTable(t *testing.T) {
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	kotlin := kotlinClasses(t)
	if kotlin == nil {
		t.Log("kotlin-stdlib.jar is not here (script/corpus gets it): the names of Kotlin's functions are not checked")
	}
	if len(forms) != strings.Count(formsText, "\n")-strings.Count(formsText, "#") {
		t.Errorf("%d of the rows are read", len(forms))
	}
	for function, x := range forms {
		if !declares(db.Find, x.of.Class, is(x.of)) {
			t.Errorf("the JDK has no %s.%s%s", x.of.Class, x.of.Name, x.of.Desc)
		}
		find := db.Find
		if strings.HasPrefix(function.Class, "kotlin/") {
			if kotlin == nil {
				continue
			}
			find = func(class string) *classfile.Class { return kotlin[class] }
		}
		if !declares(find, function.Class, is(function)) {
			t.Errorf("there is no %s.%s%s", function.Class, function.Name, function.Desc)
		}
		if masked := strings.HasSuffix(function.Name, "$default"); masked != (x.omitted >= 0) {
			t.Errorf("%s: mask %d", function.Name, x.omitted)
		}
	}
}

// TestKotlinAnswers: Kotlin's library has the functions of kotlinAnswers, of one collection.
func TestKotlinAnswers(t *testing.T) {
	kotlin := kotlinClasses(t)
	if kotlin == nil {
		t.Skip("kotlin-stdlib.jar is not here (script/corpus gets it)")
	}
	for name := range kotlinAnswers {
		asks := func(m classfile.Method) bool { return m.Name == name && len(classfile.Params(m.Desc)) == 1 }
		if !declares(func(class string) *classfile.Class { return kotlin[class] }, kotlinCollections, asks) {
			t.Errorf("%s has no function %s of one collection", kotlinCollections, name)
		}
	}
}

// kotlinClasses reads Kotlin's standard library of the corpus; nil where it is not there.
func kotlinClasses(t *testing.T) map[string]*classfile.Class {
	path := corpus.Path("kotlin-stdlib.jar")
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out := map[string]*classfile.Class{}
	for _, f := range r.File {
		if !strings.HasPrefix(f.Name, "kotlin/") || !strings.HasSuffix(f.Name, ".class") {
			continue
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		c, err := classfile.Parse(data)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		out[c.Name] = c
	}
	return out
}

// TestKotlinForms holds the rules against their patterns as Kotlin writes them.
func TestKotlinForms(t *testing.T) {
	fs := runFixture(t, "kotlinforms", Options{})
	if compareFixture(t, "kotlinforms", fs) < 10 {
		t.Error("the fixture wants few findings")
	}
}
