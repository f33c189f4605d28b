// Package callees resolves the calls of a method: the methods of the program that each can run, by receiver type
// flow, lambdas, invokedynamic (JVMS 6.5) and callbacks of library code; and what is missing where not all are known.
// It imports objectflow, effects, contracts and symval.
package callees
