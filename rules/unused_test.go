package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/rules/evidence"
)

// TestUnusedTable: the JDK has the methods of unused.tsv, each returns something, and each case has its pair.
func TestUnusedTable(t *testing.T) {
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	if len(unusedResults) < 300 {
		t.Errorf("%d methods", len(unusedResults))
	}
	for m, u := range unusedResults {
		if evidence.Lookup(evidence.Key{Rule: "EL5006", Case: u.measured}) == nil {
			t.Errorf("%s.%s: EL5006 has no pair %s", m.Class, m.Name, u.measured)
		}
		if !strings.HasPrefix(m.Class, "java/") {
			continue // a library that is not here
		}
		c := db.Find(m.Class)
		if c == nil {
			t.Errorf("the JDK has no class %s", m.Class)
			continue
		}
		if !slices.ContainsFunc(c.Methods, func(x classfile.Method) bool { return x.Name == m.Name && !strings.HasSuffix(x.Desc, ")V") }) {
			t.Errorf("%s has no method %s that returns something", m.Class, m.Name)
		}
	}
	for name, classes := range unusedFinal {
		for _, class := range classes {
			for _, x := range db.Find(class).Methods {
				if x.Name == name && x.Access&(classfile.AccFinal|classfile.AccSynthetic) == 0 {
					t.Errorf("%s.%s is not final", class, name)
				}
			}
		}
	}
	if len(unusedFinal) == 0 {
		t.Error("no row Final is read")
	}
}

func TestOnlyComputes(t *testing.T) {
	for _, c := range []struct {
		class, name, desc string
		want              string
	}{
		{"java/lang/String", "trim", "()Ljava/lang/String;", "Result"},
		{"java/lang/String", "length", "()I", ""},
		{"java/lang/String", "getBytes", "(II[BI)V", ""},
		{"java/util/Optional", "ofNullable", "(Ljava/lang/Object;)Ljava/util/Optional;", "Small"},
		{"java/util/Optional", "get", "()Ljava/lang/Object;", ""},
		{"java/util/Arrays", "hashCode", "([I)I", "Result"},
		{"java/util/Arrays", "hashCode", "([Ljava/lang/Object;)I", ""},
		{"java/util/List", "size", "()I", ""},
	} {
		u, ok := onlyComputes(classfile.Member{Class: c.class, Name: c.name, Desc: c.desc})
		if ok != (c.want != "") || ok && u.measured != c.want {
			t.Errorf("%s.%s%s: %v, %v", c.class, c.name, c.desc, u, ok)
		}
	}
}
