package callees

import (
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
)

// Calls that read an object of a library which may run functions that the program passed to the methods that made it, and that no model of the
// calls knows.
//
// Sound because each operand that may be read is asked; a method that returns an object of its own that is read later reads none itself.

// runsLater reports whether library code may run functions that a receiver or an argument keeps (effects.ReadsLater).
func (a *Resolver) runsLater(s *Summary, site *CallSite) bool {
	if a.OpenWorld || !site.Library || site.Exact || len(site.Args) == 0 || a.Stated(site.Member) || site.Member.Class == platform.ObjectClass {
		return false
	}
	f := s.M.Fn
	first := s.FirstArgument(site)
	if first > 0 && f.Values[site.Value].Op != classfile.OpInvokespecial && a.ReadsLater(f, site.Args[0]) {
		return true
	}
	if platform.ReadsDefault.Has(site.Member) && platform.ClassName(f.Static(s.M.Uncast(site.Args[0]))) == platform.Map && a.MakesDefaults() {
		return true
	}
	if platform.KeepsWrapped.Has(site.Member) || platform.SizeOrDefault.Has(site.Member) || platform.ReadLater.Has(platform.ClassName(classfile.Return(site.Member.Desc))) {
		return false
	}
	for i, t := range classfile.Params(site.Member.Desc) {
		if k := i + first; platform.ReadLater.Has(platform.ClassName(t)) && k < len(site.Args) && a.ReadsLater(f, site.Args[k]) {
			return true
		}
	}
	return false
}
