// Package textloop bounds loops over texts: those that shorten a string or a buffer, and those that search a string from its end.
package textloop
