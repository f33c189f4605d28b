// Package textloop bounds loops over texts: those that shorten a string, and those that search it from its end.
package textloop
