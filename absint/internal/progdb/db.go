package progdb

import (
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// DB is the program under analysis: its classes, its fields and the bodies of its methods. It is safe for concurrent
// use.
type DB struct {
	Hierarchy *callgraph.Hierarchy
	// OpenWorld reports that classes outside of the hierarchy may extend those in it: a library is analysed
	// alone. Nothing is concluded from what the hierarchy lacks, and bodies are not cached.
	OpenWorld bool

	Fields *FieldTable
	bodies keptBodies
	// Analysed returns the body of a method whose analysis is kept, nil for another one.
	Analysed func(*classfile.Method) *Body
}

// NewDB returns the program of a hierarchy.
func NewDB(h *callgraph.Hierarchy, openWorld bool) *DB {
	db := &DB{Hierarchy: h, OpenWorld: openWorld, Fields: &FieldTable{H: h, Nests: &nests{h: h}}}
	db.Analysed = func(*classfile.Method) *Body { return nil }
	db.Fields.body, db.Fields.Nests.bodies = db.BodyOnce, db.BodyOnce
	return db
}
