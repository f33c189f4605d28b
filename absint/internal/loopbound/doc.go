// Package loopbound bounds how often loops iterate. Each prover looks for one kind of ranking function: affine
// (Podelski and Rybalchenko 2004), geometric, bisection, Euclid's algorithm, congruences (Granger 1989), consumed
// sources (package heapsize). The first bound that a prover finds is taken; where there is none, each says why. It
// imports symval and heapsize.
package loopbound
