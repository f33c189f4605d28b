package ssa

// Phis of one value, apart from themselves, are that value (Braun et al. 2013). A phi that is none has two values that differ, and is looked at
// again when one of these turns out to be another value: loops inside of one another take no pass for each of them.

// renames finds the value that a phi or a read of a field is.
type renames struct {
	*Func
	reads   map[ID]ID   // what a field has where an instruction reads it
	same    map[ID]ID   // phis that are another value
	watched map[ID][]ID // the phis that are none because of a phi
	looks   int         // how often a phi was looked at
}

// trivialPhis finds which of some phis are another value. reads has what a field has where an instruction reads it.
func (f *Func) trivialPhis(phis []ID, reads map[ID]ID) *renames {
	r := &renames{Func: f, reads: reads, same: map[ID]ID{}, watched: map[ID][]ID{}}
	var work []ID
	for _, phi := range phis {
		for work = append(work[:0], phi); len(work) > 0; {
			phi := work[len(work)-1]
			work = work[:len(work)-1]
			if _, ok := r.same[phi]; ok {
				continue
			}
			if one := r.only(phi); one != 0 {
				r.same[phi] = one
				work = append(work, r.watched[phi]...)
				delete(r.watched, phi)
			}
		}
	}
	return r
}

// only returns the one value that a phi has, 0 where it has several.
func (r *renames) only(phi ID) ID {
	r.looks++
	one := ID(0)
	for _, a := range r.Args(phi) {
		switch a = r.find(a); {
		case a == 0 || a == phi || a == one:
		case one != 0:
			r.watch(one, phi)
			r.watch(a, phi)
			return 0
		default:
			one = a
		}
	}
	return one
}

// watch has phi looked at again when v turns out to be another value, as a phi only does.
func (r *renames) watch(v, phi ID) {
	if r.Values[v].Kind == Phi {
		r.watched[v] = append(r.watched[v], phi)
	}
}

// find returns the value that v is: that of a phi of one value, or what a read has, where that is known.
func (r *renames) find(v ID) ID {
	last := v
	for next := r.next(v); next != 0; next = r.next(last) {
		last = next
	}
	for v != last { // so that a long way is gone once
		next, ok := r.same[v]
		if ok {
			r.same[v] = last
		} else {
			next, r.reads[v] = r.reads[v], last
		}
		v = next
	}
	return last
}

// next returns the value that v is in one step, 0 if it is no other.
func (r *renames) next(v ID) ID {
	if next, ok := r.same[v]; ok {
		return next
	}
	if next := r.reads[v]; next != 0 && !r.isUnknown(r.phi(next)) {
		return next
	}
	return 0
}

// phi returns the value that a phi is, itself for any other value.
func (r *renames) phi(v ID) ID {
	last := v
	for next, ok := r.same[last]; ok; next, ok = r.same[last] {
		last = next
	}
	for v != last {
		v, r.same[v] = r.same[v], last
	}
	return last
}
