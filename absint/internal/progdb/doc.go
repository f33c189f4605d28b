// Package progdb holds the program under analysis: the class hierarchy, the code of methods as control flow graphs
// and SSA, what fields hold, who in a nest (JVMS 5.4.4) reads, writes and calls a member, and what reflection hides
// of that. Its facts hold for all executions of the program. It imports cfg, ssa, callgraph and platform.
package progdb
