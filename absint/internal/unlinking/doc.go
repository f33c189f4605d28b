// Package unlinking bounds loops that take nodes out of a linked list behind the node where they are: the place of the next node in the list is a ranking
// function.
package unlinking
