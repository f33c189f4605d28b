package cost

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/absint/internal/exceptions"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// The cost expression of a method: a DAG of sequences, alternatives and loops over the reducible control flow graph. Sound
// because every path of the graph is a path of the expression; irreducible regions have no bound.

// nodeKind is the operator of a node of the cost expression (semantics section 3).
type nodeKind uint8

const (
	emptyNode      nodeKind = iota // costs nothing: an iteration or a call ends here
	infeasibleNode                 // cannot be taken in this context
	throwNode                      // the call ends by an exception that it throws itself
	blockNode                      // one basic block: its tiles and calls
	partialNode                    // a basic block that an exception may cut short anywhere
	raiseNode                      // an exception is raised that the method catches
	seqNode                        // one after another
	altNode                        // one of them
	loopNode                       // bound times the body
	finalNode                      // the last, partial iteration of a loop, and what follows it
	unknownNode                    // cannot be bounded, for the reason in expression.reasons
)

// node is a part of a cost expression. Nodes are shared: the paths from a block to the end are one node for all its
// predecessors.
type node struct {
	kind          nodeKind
	id            int32 // block, partial: the block; loop, final: the loop; unknown: the reason; raise: in expression.raises
	first, second int32 // children: both of seq and alt, first of loop and final
	// endless, of a loop followed by a path to the method's end: the loop counts even if the path is infeasible, because
	// only an exception leaves it.
	endless bool
}

// expression is the cost of one method, as a shared DAG. Node 0 is empty, node 1 has no path, node 2 is a throw.
type expression struct {
	nodes   []node
	reasons []string
	Raises  []exceptions.Raise
	Root    int32
	Throws  bool    // a throw of its own may end it
	bodies  []int32 // by loop: what one full iteration costs
}

// nodeSteps are the steps of the analysis that a node takes: each evaluation stores its outcome. Nested loops have a
// number of nodes that is the square of theirs.
const nodeSteps = 2

const (
	emptyID  = 0
	noPathID = 1
	throwID  = 2
)

// expressionBuilder converts the control flow graph to the expression. The cost of a block depends on its successors, and
// those on the loops that are in their last iteration: the context is the innermost loop around the block that is not, and
// its back edge ends the path. Paths to the end of the method have the context -1.
type expressionBuilder struct {
	m *symval.Func
	expression
	memo    map[[2]int32]int32 // block and context to node
	regions map[int32]int32
	raised  map[*cfg.Edge]int32           // to the raise node, emptyID where nothing is raised
	onBlock map[raiseKey]exceptions.Raise // results of raisesOn: a block may have many handlers that catch few sets of types
}

// raiseKey is a block and the set of exception types that a handler may catch.
type raiseKey struct {
	block int32
	may   exceptions.Exceptions
}

// Expression builds the cost expression of a method.
func Expression(m *symval.Func) expression {
	b := &expressionBuilder{m: m, memo: map[[2]int32]int32{}, regions: map[int32]int32{}, raised: map[*cfg.Edge]int32{}, onBlock: map[raiseKey]exceptions.Raise{}}
	b.nodes = []node{{kind: emptyNode}, {kind: infeasibleNode}, {kind: throwNode}}
	b.bodies = make([]int32, len(m.CFG.Loops))
	if len(m.CFG.RPO) > 0 {
		b.Root = b.enter(0, -1)
	}
	b.nodes = slices.Clone(b.nodes) // without room for more
	return b.expression
}

// add appends a node and returns its number.
func (b *expressionBuilder) add(n node) int32 {
	b.m.Spend(nodeSteps)
	b.nodes = append(b.nodes, n)
	return int32(len(b.nodes) - 1)
}

// unknown adds a node without a bound, for a reason.
func (b *expressionBuilder) unknown(why string) int32 {
	b.reasons = append(b.reasons, why)
	return b.add(node{kind: unknownNode, id: int32(len(b.reasons) - 1)})
}

// enter returns the node of the paths that start in block k, entered from outside of the loop that it may head.
func (b *expressionBuilder) enter(k, context int32) int32 {
	g := b.m.CFG
	if r := g.Blocks[k].Region; r >= 0 {
		id, ok := b.regions[r]
		if !ok {
			line := b.m.Line(g.Blocks[k].Start)
			id = b.unknown(fmt.Sprintf("the jumps around line %d form a loop with more than one entry (irreducible control flow)", line))
			b.regions[r] = id
		}
		return id
	}
	l := b.m.LoopHeadedBy(int(k))
	if l < 0 {
		return b.cost(k, context)
	}
	key := [2]int32{-1 - k, context}
	if id, ok := b.memo[key]; ok {
		return id
	}
	b.bodies[l] = b.cost(k, int32(l))
	loop := b.add(node{kind: loopNode, id: int32(l), first: b.bodies[l]})
	final := b.add(node{kind: finalNode, id: int32(l), first: b.cost(k, context)})
	id := b.add(node{kind: seqNode, first: loop, second: final, endless: context < 0 && !b.m.Ends[k]})
	b.memo[key] = id
	return id
}

// cost returns the node of the paths from block k to the end of the context.
func (b *expressionBuilder) cost(k, context int32) int32 {
	key := [2]int32{k, context}
	if id, ok := b.memo[key]; ok {
		return id
	}
	blk := &b.m.CFG.Blocks[k]
	normal, handled := int32(noPathID), int32(noPathID)
	ends := true
	var caught exceptions.Exceptions
	for i := range blk.Succs {
		e := &blk.Succs[i]
		to := b.follow(k, e, context)
		if e.Kind == cfg.Exception {
			handled = b.alt(handled, b.raise(e, to, context, &caught))
			continue
		}
		ends = false
		normal = b.alt(normal, to)
	}
	if ends && context < 0 {
		switch op := b.m.CFG.Code.Op(blk.Last); {
		case op == classfile.OpAthrow:
			normal, b.Throws = throwID, true
		case op.IsReturn():
			normal = emptyID
		}
	}
	id := b.seq(b.add(node{kind: blockNode, id: k}), normal)
	if handled != noPathID {
		id = b.alt(id, b.seq(b.add(node{kind: partialNode, id: k}), handled))
	}
	b.memo[key] = id
	return id
}

// raise returns the node of the exceptions along an edge followed by the node to. Exceptions that the handler only throws
// on, out of the method, are part of the cost of the method that catches them. caught are the exception types that earlier
// handlers surely catch; raise adds those of this handler.
func (b *expressionBuilder) raise(e *cfg.Edge, to, context int32, caught *exceptions.Exceptions) int32 {
	before := *caught
	may, surely := exceptions.CaughtBy(b.m.CFG.Catch(e), b.m.Fields.H.Analysed)
	*caught |= surely
	if may &^= before; to == noPathID || context < 0 && !b.m.Live[e.To] {
		return to
	}
	id, known := b.raised[e]
	if !known {
		if r := b.raisesOn(e.From, may); r.Own != 0 || exceptions.Calls(b.m, e.From) {
			b.Raises = append(b.Raises, r)
			id = b.add(node{kind: raiseNode, id: int32(len(b.Raises) - 1)})
		}
		b.raised[e] = id
	}
	if id == emptyID {
		return to
	}
	return b.seq(id, to)
}

// raisesOn returns the exceptions of the given types that a block may raise.
func (b *expressionBuilder) raisesOn(block int32, may exceptions.Exceptions) exceptions.Raise {
	r, ok := b.onBlock[raiseKey{block, may}]
	if !ok {
		r = exceptions.RaisesOn(b.m, block, may)
		b.onBlock[raiseKey{block, may}] = r
	}
	return r
}

// seq returns the node of x followed by y.
func (b *expressionBuilder) seq(x, y int32) int32 {
	if y == noPathID || x == noPathID {
		return noPathID
	}
	if y == emptyID {
		return x
	}
	return b.add(node{kind: seqNode, first: x, second: y})
}

// alt returns the node of x or y.
func (b *expressionBuilder) alt(x, y int32) int32 {
	switch {
	case x == y || y == noPathID:
		return x
	case x == noPathID:
		return y
	}
	return b.add(node{kind: altNode, first: x, second: y})
}

// follow returns the node of the paths along one edge.
func (b *expressionBuilder) follow(k int32, e *cfg.Edge, context int32) int32 {
	g := b.m.CFG
	head := b.m.LoopHeadedBy(int(e.To))
	if head >= 0 && g.InLoop(int(k), head) { // a back edge
		if int32(head) == context {
			return emptyID
		}
		return noPathID // of a loop in its last iteration
	}
	if context >= 0 && !g.InLoop(int(e.To), int(context)) {
		return noPathID // leaves a loop in one of its full iterations
	}
	return b.enter(e.To, context)
}
