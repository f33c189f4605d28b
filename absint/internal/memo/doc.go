// Package memo holds the caches and schedulers that the packages of the engine share: maps that compute a value once,
// numberings of keys, a bounded graph search and a parallel loop. It does not depend on the JVM and imports no other
// package of the engine.
package memo
