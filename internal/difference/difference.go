// Package difference compares two snapshots of a program: it finds the methods that are the same, says which of them cost
// more or less, and what is the cause (semantics section 7). It knows no output format.
package difference
