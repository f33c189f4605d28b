// Package sift bounds loops and recursions whose index jumps to one of several larger indices below a limit, as the sift-down of a heap does: a node is
// exchanged with the smallest of its children (Williams, Algorithm 232: Heapsort, CACM 7(6), 1964). The index is a ranking function, and its logarithm where
// each jump doubles it.
package sift
