// Package firstpass finds the exits of an inner loop that its first iteration does not take: the loop runs at least once where it is left by one of
// them. Code that skips a run of characters or equal elements moves its counter for this reason.
package firstpass
