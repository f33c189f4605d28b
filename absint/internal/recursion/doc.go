// Package recursion bounds methods that call each other: by a measure that falls with every call (termination
// measures), by the parts of a structure that each call gets (structural recursion), and by the recursion tree where
// several calls are made. It imports interproc.
package recursion
