package callees

import (
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
)

// Parallel streams: each task collects into a container of its own, and these are combined, which hashes and merges elements again, up to once for
// each level of the tree of tasks (java.util.stream, "Reduction, concurrency, and ordering").
//
// Sound where the stages before the call show whether the stream is parallel: a stream that the method is given is taken to be sequential.

// addCombining makes the price of a call unknown that combines what the tasks of a parallel stream collect, by code of the application.
func (a *Resolver) addCombining(s *Summary, c *CallSite) {
	if a.OpenWorld || !c.Library || c.Unknown != "" || a.Stated(c.Member) || !platform.Combines.Has(c.Member) || !progdb.Parallel(s.Body, c.Args[0]) {
		return
	}
	if platform.CombinesElements.Has(c.Member) && len(c.ElementCalls) == 0 {
		return
	}
	if len(c.Args) == 2 {
		if mem, ok := s.M.Fn.Member(c.Args[1]); ok && platform.CombinesAlone.Has(mem) && len(c.ElementCalls) == 0 {
			return
		}
	}
	c.Unknown = "the tasks of a parallel stream combine what they collect by code of the program"
}
