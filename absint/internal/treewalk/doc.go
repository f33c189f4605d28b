// Package treewalk bounds loops that walk a tree with a variable and a stack of nodes to come back to, as iterative traversals in order do. What is left
// of the tree is a ranking function, weighted over the nodes of the stack.
package treewalk
