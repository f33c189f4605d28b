// Package symval computes the values of one method on demand: symbolic expressions, upper and lower bounds and intervals of
// SSA values, with the conditions under which int arithmetic equals integer arithmetic (interval domain, Cousot and Cousot
// 1977). Oracle answers queries about other methods, collectionSizer about collections. It imports expr, code,
// platform, progdb, objectflow, effects and contracts.
package symval
