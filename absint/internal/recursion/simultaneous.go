package recursion

import "github.com/energylint/energylint/absint/internal/heapsize"

// descendTogether looks for several objects of which each call follows links from one at least, and leaves the others as
// they are: merging two lists uses up both.
func (r *Recursion) descendTogether() (*structuralRecursion, bool) {
	if len(r.Members) != 1 {
		return nil, false
	}
	v := r.Members[0]
	s := r.P.Sums[v]
	m := s.M
	d := &structuralRecursion{node: map[int32]int{}, downs: map[edgeKey]*edge{}, both: map[int][]string{}, chain: true}
	for i, param := range m.Fn.Params {
		if m.Fn.Values[param].Type != 'a' {
			continue
		}
		ways := map[edgeKey]heapsize.AccessPath{}
		ok := true
		for site, to := range r.callsWithin(v) {
			if ok = i < len(site.Args); !ok {
				break
			}
			way, found := heapsize.AccessPathOf(m, site.Args[i], param, nil)
			if ok = found && len(way.Holders) == 0 && (way.Steps > 0 || len(way.Paths) == 1 && !way.Many); !ok {
				break
			}
			ways[edgeKey{v, site.Value, to}] = way
		}
		if !ok {
			continue
		}
		d.node[v] = i // any
		for k, way := range ways {
			if way.Steps == 0 {
				continue
			}
			d.both[i] = heapsize.SortedUnion(d.both[i], way.Letters)
			one := d.downs[k]
			if one == nil {
				one = &edge{AccessPath: heapsize.AccessPath{Over: -1}}
				d.downs[k] = one
			}
			one.Steps += way.Steps
			one.Letters = heapsize.SortedUnion(one.Letters, way.Letters)
			one.MustNotChange = append(one.MustNotChange, way.MustNotChange...)
			one.Holders = append(one.Holders, way.Holders...)
		}
	}
	for site, to := range r.callsWithin(v) {
		if d.downs[edgeKey{v, site.Value, to}] == nil {
			return nil, false
		}
	}
	if len(d.both) < 2 || !d.sort(r.Members) || !r.staysAsItIs(d) || !r.usesUp(d) || !d.chain {
		return nil, false
	}
	r.follow(d)
	return d, true
}
