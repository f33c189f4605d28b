// Package interproc prices calls: it instantiates the summary of a callee with the sizes of the caller, applies
// library models, joins the targets of a call, and makes a cost variable of a call that depends on an object the
// caller does not know. It imports cost and callees.
package interproc
