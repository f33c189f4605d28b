// Package repair changes Java source where a finding has a repair that is certain: the program does the same afterwards, with the same
// exceptions in the same order, for every input.
//
// A finding carries what bytecode knows of its instruction (finding.Site). A File finds the expression of that instruction in the syntax
// tree of the source, and the repair's Kind returns edits of the text, or the reason why the repair is not certain. Sound because types,
// nullness and classes come from bytecode, the expression is the only one that the instruction can belong to, and every form of
// source that a Kind does not know has no repair.
package repair
