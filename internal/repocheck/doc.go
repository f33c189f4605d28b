// Package repocheck holds the tests that look at the repository itself: formatting, static analysis, the direction
// of imports, names, workflows, scripts and links.
package repocheck
