package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/rules/evidence"
)

// TestReplacements holds the tables of calls that others replace against the JDK: each method that they name is one of it, and each
// case has a pair.
func TestReplacements(t *testing.T) {
	jdk, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	exists := func(c classfile.Member) bool {
		for class := jdk.Find(c.Class); class != nil; class = jdk.Find(class.Super) {
			if slices.ContainsFunc(class.Methods, func(m classfile.Method) bool { return m.Name == c.Name && m.Desc == c.Desc }) {
				return true
			}
		}
		return false
	}
	if exists(classfile.Member{Class: stringClass, Name: "indexOf", Desc: "()I"}) {
		t.Fatal("the test finds what there is not")
	}
	for rule, table := range map[string][]replacement{
		"EL1010": oneCharacter, "EL1012": charsetByName, "EL3003": boxForMethod, "EL3006": powers, "EL3007": randomDetours, "EL3009": bigConstants, "EL1013": appendedParts,
	} {
		for _, r := range table {
			for _, c := range append(append([]classfile.Member{{Class: r.class, Name: r.name, Desc: r.desc}}, r.by...), r.of...) {
				if !strings.HasPrefix(c.Class, "org/apache/commons/") && !exists(c) {
					t.Errorf("%s: the JDK has no %s.%s%s", rule, c.Class, c.Name, c.Desc)
				}
			}
			if evidence.Lookup(evidence.Key{Rule: rule, Case: r.pair}) == nil {
				t.Errorf("%s: there is no pair %s", rule, r.pair)
			}
			if r.wastes == "" || r.instead == "" {
				t.Errorf("%s: %s.%s has no message", rule, r.class, r.name)
			}
		}
	}
}
