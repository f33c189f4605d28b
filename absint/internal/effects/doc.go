// Package effects computes side effects: the fields and arrays that a call may write, the methods of the program that
// it may run, directly or as callbacks of platform code (mod-ref analysis, Banning 1979), and whether it only reads
// an argument. An answer over-approximates: where more code can run than is looked into, it says so. It imports
// progdb and objectflow.
package effects
