package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/rules/evidence"
)

var remakingTables = map[string][]remaking{
	"EL4003": httpClients, "EL5003": properties, "EL7008": factories, "EL7009": cryptography, "EL7011": resources,
}

// TestRemakings: the methods in the tables exist in the JDK, where they are its own, and the cases have pairs.
func TestRemakings(t *testing.T) {
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	for rule, table := range remakingTables {
		for _, k := range table {
			if k.measured != "" && evidence.Lookup(evidence.Key{Rule: rule, Case: k.measured}) == nil {
				t.Errorf("%s: %s has no pair %s", rule, k.class, k.measured)
			}
			if k.does == "" || k.advice == "" {
				t.Errorf("%s: %s has no text", rule, k.class)
			}
			if !strings.HasPrefix(k.class, "java/") && !strings.HasPrefix(k.class, "javax/") || removed[k.class] {
				continue
			}
			c := db.Find(k.class)
			if c == nil {
				t.Errorf("%s: the JDK has no class %s", rule, k.class)
				continue
			}
			for _, name := range k.calls {
				if !slices.ContainsFunc(c.Methods, func(m classfile.Method) bool { return m.Name == name && (k.desc == "" || m.Desc == k.desc) }) {
					t.Errorf("%s: %s has no method %s%s", rule, k.class, name, k.desc)
				}
			}
		}
	}
}

// removed are classes below javax that are no part of JDK 17.
var removed = map[string]bool{"javax/xml/bind/JAXBContext": true, "javax/ws/rs/client/ClientBuilder": true}
