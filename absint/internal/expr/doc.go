// Package expr holds symbolic expressions over sizes: integers that a method's parameters, lengths and fields give,
// with sums, products, quotients, powers, logarithms, minima and maxima; the intervals that their values lie in
// (Cousot and Cousot 1977); the conditions under which they hold; and polynomials of such sizes whose coefficients
// count bytecode patterns (semantics sections 3 and 4). All arithmetic is on mathematical integers and reals, rounded
// outwards. It does not depend on the JVM and imports no other package of the engine.
package expr
