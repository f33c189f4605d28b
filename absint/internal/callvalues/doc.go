// Package callvalues computes the values that cross calls: the intervals of what a method is passed and passes on, and what it
// returns as an expression over its parameters. symval.Oracle answers with them.
package callvalues
