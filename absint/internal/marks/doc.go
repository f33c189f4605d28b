// Package marks counts what a search visits by the marks that it sets: the cells of an array, or of the rows of an array of arrays, that it finds
// unmarked and marks. Each cell is marked for the first time once, if nothing takes marks away (a termination measure: the number of unmarked
// cells; Turing, Checking a large routine, 1949).
package marks
