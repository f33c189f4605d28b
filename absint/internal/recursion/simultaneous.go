package recursion

import "github.com/energylint/energylint/absint/internal/heapsize"

// Simultaneous descent: each recursive call follows links from at least one of several parameters and leaves the others
// unchanged, as a merge of two lists does. The sum of the structures' sizes bounds the calls.
//
// Sound because every call consumes a link of one structure and none adds links to another.

// descendSimultaneously returns the descent of a method along several parameters. It fails if a recursive call follows
// no link.
func (r *Recursion) descendSimultaneously() (*structuralRecursion, bool) {
	if len(r.Members) != 1 {
		return nil, false
	}
	v := r.Members[0]
	s := r.P.Sums[v]
	m := s.M
	d := &structuralRecursion{node: map[int32]int{}, calls: map[edgeKey]*edge{}, linksByParam: map[int][]string{}, chain: true}
	for i, param := range m.Fn.Params {
		if m.Fn.Values[param].Type != 'a' {
			continue
		}
		paths := map[edgeKey]heapsize.AccessPath{}
		ok := true
		for site, to := range r.callsWithin(v) {
			if ok = i < len(site.Args); !ok {
				break
			}
			path, found := heapsize.AccessPathOf(m, site.Args[i], param, nil)
			if ok = found && len(path.Holders) == 0 && (path.Steps > 0 || len(path.Paths) == 1 && !path.Many); !ok {
				break
			}
			paths[edgeKey{v, site.Value, to}] = path
		}
		if !ok {
			continue
		}
		d.node[v] = i // any
		for k, path := range paths {
			if path.Steps == 0 {
				continue
			}
			d.linksByParam[i] = heapsize.SortedUnion(d.linksByParam[i], path.Letters)
			one := d.calls[k]
			if one == nil {
				one = &edge{AccessPath: heapsize.AccessPath{Over: -1}}
				d.calls[k] = one
			}
			one.Steps += path.Steps
			one.Letters = heapsize.SortedUnion(one.Letters, path.Letters)
			one.MustNotChange = append(one.MustNotChange, path.MustNotChange...)
			one.Holders = append(one.Holders, path.Holders...)
		}
	}
	for site, to := range r.callsWithin(v) {
		if d.calls[edgeKey{v, site.Value, to}] == nil {
			return nil, false
		}
	}
	if len(d.linksByParam) < 2 || !d.sort(r.Members) || !r.keepsLinks(d) || !r.followsLinksOnce(d) || !d.chain {
		return nil, false
	}
	r.follow(d)
	return d, true
}
