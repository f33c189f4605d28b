package absint

// descendTogether looks for several objects of which each call follows links from one at least, and leaves the others as
// they are: merging two lists uses up both.
func (r *recursion) descendTogether() (*descent, bool) {
	if len(r.members) != 1 {
		return nil, false
	}
	v := r.members[0]
	s := r.p.sums[v]
	m := s.m
	d := &descent{node: map[int32]int{}, downs: map[downKey]*down{}, both: map[int][]string{}, chain: true}
	for i, param := range m.f.Params {
		if m.f.Values[param].Type != 'a' {
			continue
		}
		ways := map[downKey]reach{}
		ok := true
		for site, to := range r.callsWithin(v) {
			if ok = i < len(site.args); !ok {
				break
			}
			way, found := m.reaches(site.args[i], param, nil)
			if ok = found && len(way.holders) == 0 && (way.steps > 0 || len(way.paths) == 1 && !way.many); !ok {
				break
			}
			ways[downKey{v, site.value, to}] = way
		}
		if !ok {
			continue
		}
		d.node[v] = i // any
		for k, way := range ways {
			if way.steps == 0 {
				continue
			}
			d.both[i] = sortedUnion(d.both[i], way.letters)
			one := d.downs[k]
			if one == nil {
				one = &down{reach: reach{over: -1}}
				d.downs[k] = one
			}
			one.steps += way.steps
			one.letters = sortedUnion(one.letters, way.letters)
			one.stays = append(one.stays, way.stays...)
			one.holders = append(one.holders, way.holders...)
		}
	}
	for site, to := range r.callsWithin(v) {
		if d.downs[downKey{v, site.value, to}] == nil {
			return nil, false
		}
	}
	if len(d.both) < 2 || !d.sort(r.members) || !r.staysAsItIs(d) || !r.usesUp(d) || !d.chain {
		return nil, false
	}
	r.follow(d)
	return d, true
}
