// Package memo holds what the packages of the engine share to remember and to run in parallel: maps that compute a
// value once, numbers for keys, a bounded graph search, and a parallel loop. It knows nothing of the JVM and imports
// no other package of the engine.
package memo
