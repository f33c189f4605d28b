// Package libsummary analyses the methods of a library by themselves and writes what calls of them cost, for all
// callers and models: cost summaries with the methods that they require not to be overridden elsewhere. It imports
// interproc and recursion.
package libsummary
