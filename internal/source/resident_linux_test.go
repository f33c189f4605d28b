//go:build cgo

package source

import (
	"bytes"
	"syscall"
	"testing"
)

// TestGrammarOfLargeProgram checks that the memory of the program that asks is not counted as that of the process which parses.
func TestGrammarOfLargeProgram(t *testing.T) {
	memory, err := syscall.Mmap(-1, 0, grammarMemory+(64<<20), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_POPULATE)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Munmap(memory) }()
	var g grammar
	// The process looks at its memory every 10 ms.
	text := append(bytes.Repeat([]byte("class A { void m() {} }\n"), 2_000), " class B {}"...)
	if _, err := g.parse(text); err != nil {
		t.Fatal(err)
	}
	g.stop()
}
