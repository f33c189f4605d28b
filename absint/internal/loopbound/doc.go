// Package loopbound bounds the number of iterations of loops. Each prover finds one form of ranking function: affine
// (Podelski and Rybalchenko 2004), geometric, bisection, Euclid's algorithm (Lamé 1844), congruences (Granger 1989),
// consumed sources (package heapsize). The first bound is taken; if there is none, the first reason is reported. Package
// loopbound imports symval and heapsize.
package loopbound
