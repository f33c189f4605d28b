// Package code answers what the code of one method shows before any value is computed: its loops and lines, single
// instructions, names of values for messages, and which values may be one object (alias.go). It imports platform and progdb.
package code
