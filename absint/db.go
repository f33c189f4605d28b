package absint

import (
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// DB is the program under analysis: its classes, its fields, the code of its methods as values. It is safe for concurrent
// use.
type DB struct {
	Hierarchy *callgraph.Hierarchy
	// OpenWorld says that classes that are not in the hierarchy may extend those that are: it is a library that is analysed
	// by itself. Nothing is concluded from what the hierarchy lacks, and bodies are not kept.
	OpenWorld bool

	fields *fieldTable
	bodies keptBodies
	// analysed returns the body of a method whose analysis is kept, nil for another one.
	analysed func(*classfile.Method) *body
}

// NewDB returns the program of a hierarchy.
func NewDB(h *callgraph.Hierarchy, openWorld bool) *DB {
	db := &DB{Hierarchy: h, OpenWorld: openWorld, fields: &fieldTable{h: h, nests: &nests{h: h}}}
	db.analysed = func(*classfile.Method) *body { return nil }
	db.fields.body, db.fields.nests.bodies = db.bodyOnce, db.bodyOnce
	return db
}
