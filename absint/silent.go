package absint

import "github.com/energylint/energylint/absint/internal/platform"

// mayThrow reports whether a call may run code that is not analysed and throws.
func (a *Resolver) mayThrow(site *callSite) bool {
	if site.hidden != nil || !site.library && !site.open && site.unknown == "" && len(site.stated) == 0 {
		return false
	}
	open := site.open && a.Hierarchy.Analysed(site.member.Class)
	return open || !platform.Silent.Has(site.member)
}
