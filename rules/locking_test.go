package rules

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/rules/evidence"
)

// lockDepth is through how many methods a lock is looked for: append of a writer calls write.
const lockDepth = 3

// TestLockingTable: each method of locking.tsv is synchronized in the JDK, enters a monitor or calls what does, and its case has a pair.
func TestLockingTable(t *testing.T) {
	if len(locking) < 25 {
		t.Errorf("%d rows are read", len(locking))
	}
	for c, k := range locking {
		if evidence.Lookup(evidence.Key{Rule: "EL6005", Case: k.pair}) == nil {
			t.Errorf("%s.%s: the case %s has no pair", c.Class, c.Name, k.pair)
		}
		if _, ok := lockedKinds[k.pair]; !ok {
			t.Errorf("%s.%s: there is nothing to say about %s", c.Class, c.Name, k.pair)
		}
	}
	jdk := classesOf(t, corpus.Jar(t, "java.base.jmod"))
	if jdk["java/util/Vector"] == nil || takesLock(jdk, "java/util/ArrayList", "size", "()I", lockDepth) {
		t.Fatal("the JDK is not read, or all of it locks")
	}
	for c := range locking {
		if !takesLock(jdk, c.Class, c.Name, c.Desc, lockDepth) {
			t.Errorf("%s.%s%s takes no lock", c.Class, c.Name, c.Desc)
		}
	}
}

// takesLock reports whether a method of a class, or of one above it, may take a lock.
func takesLock(jdk map[string]*classfile.Class, class, name, desc string, depth int) bool {
	var above []string
	for c := jdk[class]; c != nil; c = jdk[c.Super] {
		above = append(above, c.Name)
		i := slices.IndexFunc(c.Methods, func(m classfile.Method) bool { return m.Name == name && m.Desc == desc })
		if i < 0 {
			continue
		}
		m := &c.Methods[i]
		if m.Access&classfile.AccSynchronized != 0 {
			return true
		}
		code, err := m.Code()
		if err != nil || code == nil || depth == 0 {
			return false
		}
		if hasOp(code, func(op classfile.Op) bool { return op == classfile.OpMonitorenter }) {
			return true
		}
		for op, x := range m.Invocations() {
			if op == classfile.OpInvokevirtual && slices.Contains(above, x.Class) {
				x.Class = class
			}
			if op == classfile.OpInvokevirtual && takesLock(jdk, x.Class, x.Name, x.Desc, depth-1) {
				return true
			}
		}
		return false
	}
	return false
}

// classesOf returns the classes of an archive, by name.
func classesOf(t *testing.T, path string) map[string]*classfile.Class {
	t.Helper()
	entries, problems := archive.List([]string{path}, archive.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	t.Cleanup(func() {
		if err := archive.Close(entries); err != nil {
			t.Error(err)
		}
	})
	out := map[string]*classfile.Class{}
	for i := range entries {
		b, err := entries[i].Read()
		if err != nil {
			t.Fatal(err)
		}
		c, err := classfile.Parse(b)
		if err != nil {
			t.Fatalf("%s: %v", entries[i].Path, err)
		}
		out[c.Name] = c
	}
	return out
}
