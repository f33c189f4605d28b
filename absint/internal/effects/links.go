package effects

func (s FieldStore) String() string {
	if s.Name == "" {
		return "the array elements"
	}
	return s.Name
}
