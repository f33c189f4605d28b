// Package cost builds the cost expression of a method, a shared graph of blocks, alternatives and loops (semantics
// section 3), and evaluates it under an objective: a polynomial that bounds the cost of every execution from above or
// below. It imports expr, symval, loopbound, exceptions and callees.
package cost
