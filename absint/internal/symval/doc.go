// Package symval interprets the values of one method: symbolic expressions, upper and lower bounds and intervals of
// its SSA values, on demand, with the conditions under which int arithmetic agrees with that of integers (interval
// domain, Cousot and Cousot 1977; zones, Mine 2001). What it needs of other methods it asks through Oracle, and of
// collections through CollectionSizer. It imports expr, platform, progdb, objectflow, effects and contracts.
package symval
