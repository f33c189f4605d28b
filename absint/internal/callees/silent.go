package callees

import "github.com/energylint/energylint/absint/internal/platform"

// MayThrow reports whether a call may run code that is not analysed and throws.
func (a *Resolver) MayThrow(site *CallSite) bool {
	if site.Indy != nil || !site.Library && !site.Incomplete && site.Unknown == "" && len(site.Stated) == 0 {
		return false
	}
	open := site.Incomplete && a.Hierarchy.Analysed(site.Member.Class)
	return open || !platform.Silent.Has(site.Member)
}
