// Package objectflow answers which objects a value may refer to: a points-to analysis on demand, by allocation site
// and class, through fields that only known code writes, results of calls and parameters of methods that only known
// code calls (Heintze and Tardieu 2001). An answer is a set that contains every object the value can be, or that
// nothing is known. It imports progdb.
package objectflow
