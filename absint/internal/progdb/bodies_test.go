package progdb

import (
	"testing"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// TestKeptBodiesAreBounded checks that no more code is kept than keptCode, and that what is kept is found again.
func TestKeptBodiesAreBounded(t *testing.T) {
	var k keptBodies
	const length = keptCode / 10
	for range 95 {
		m := new(classfile.Method)
		b := &Body{Method: m, G: &cfg.Graph{Code: &classfile.Code{Bytes: make([]byte, length)}}}
		if got := k.keep(m, b); got != b {
			t.Fatal("the first body of a method is not the one that is returned")
		}
		if got := k.find(m); got != nil && (got != b || k.keep(m, &Body{Method: m}) != b) {
			t.Fatal("a body that is kept is replaced")
		}
		kept := int64(0)
		k.bodies.Range(func(_, b any) bool { kept += b.(*Body).size(); return true })
		if kept > keptCode {
			t.Fatalf("%d bytes of code are kept, more than %d", kept, keptCode)
		}
	}
	if k.find(new(classfile.Method)) != nil {
		t.Error("a body is found of a method that has none")
	}
	kept := 0
	k.bodies.Range(func(any, any) bool { kept++; return true })
	if kept == 0 {
		t.Error("nothing is kept")
	}
}
