//go:build !linux

package source

// maxrssUnit is the unit of Rusage.Maxrss in bytes: on macOS; the BSDs count kilobytes and end later.
const maxrssUnit = 1
