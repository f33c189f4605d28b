package expr

// Fixpoint returns a range that contains entry and that body maps into itself, by widening to all and narrowing.
func Fixpoint(entry, all Interval, body func(Interval) Interval) Interval {
	x := Intersect(entry, all)
	for {
		y := x.Join(body(x))
		if y == x {
			break
		}
		if y.Lo < x.Lo {
			y.Lo = all.Lo
		}
		if y.Hi > x.Hi {
			y.Hi = all.Hi
		}
		x = y
	}
	for range 2 {
		x = body(x)
	}
	return x
}
