package pattern

// MaxEntries is how many entries a model can have.
const MaxEntries = 1024

// Entry returns the ID of the i-th entry of a model, 0 <= i < MaxEntries: something that is counted like a pattern and
// that only the model knows, such as one call of a method that its file prices, or one byte sent.
func Entry(i int) ID { return ID(Triples + i) }

// Entry returns which entry the ID is; ok is false for a pattern.
func (id ID) Entry() (i int, ok bool) {
	i = int(id) - Triples
	return i, i >= 0 && i < MaxEntries
}
