//go:build !cgo

package source

// parseJava reads a Java file. Without cgo there is no tree-sitter.
func parseJava(text []byte) *syntax { return readJava(text) }
