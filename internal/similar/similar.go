// Package similar compares programs that do the same job, as Jindal and Hu compare apps (Differential energy profiling, OSDI 2018,
// sections 3 to 5): tasks of calling context trees are matched, and ranked by what could be saved.
//
// Build makes the tree of a snapshot (program.go: application and frameworks; hang.go: callbacks that no call runs). Compare
// matches two trees: distances of paths and scores of subtrees (match.go), children by an assignment (assignment.go), the
// pairs from the scores (backtrack.go), those of them that are tasks (evidence.go).
//
// The design differs from the paper in three points. Trees are static, and their energy is that of analysed calls. Of the largest
// matchings, the one with the nearest paths is taken. Pairs that are not in the same place are dropped: in rewritten programs
// the largest matching alone has wrong ones.
package similar
