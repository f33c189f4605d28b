package absint

// At returns the summary for calls in which symbols have known values: value is asked for each by its path
// ("p0" for the first parameter, "len(p1)" for the length of the second, "static.acme/Table:size:I" for a static field).
// What was derived for all calls stays the same; only ranges are narrower.
func (s *Summary) At(values map[string]float64) *Summary {
	if s.M == nil {
		return s
	}
	return newSummary(s.WithMethod(s.M.At(values)))
}
