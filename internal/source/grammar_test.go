//go:build cgo && unix

package source

import (
	"os"
	"path/filepath"
	"testing"
)

// TestGrammarIsGivenUp checks that files which the grammar cannot read cost a limited time together.
func TestGrammarIsGivenUp(t *testing.T) {
	g := grammar{failures: grammarFailures}
	dir := t.TempDir()
	ix := New([]string{dir}, dir)
	ix.parse = func(text []byte) (*syntax, error) {
		_, err := g.parse(text)
		return readJava(text), err
	}
	path := filepath.Join(dir, "A.java")
	if err := os.WriteFile(path, []byte("class A { void m() {} }"), 0o600); err != nil {
		t.Fatal(err)
	}
	ix.File("A", "")
	if f := ix.parsed(path); len(f.methods) != 1 || len(ix.Notes()) != 1 || ix.Notes()[0].Path != dir {
		t.Errorf("%d methods, notes %v", len(f.methods), ix.Notes())
	}
}
