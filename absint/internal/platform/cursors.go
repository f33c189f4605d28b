package platform

// CursorKind relates a test for more elements to the methods that take one.
type CursorKind struct {
	Takes   Operations // take one element
	Returns Operations // after which the cursor may have what was taken again
}

// cursors are the rows of cursors.tsv, by question.
var cursors = func() map[string]*CursorKind {
	out := map[string]*CursorKind{}
	for _, r := range readTable("cursors.tsv", "asks", "takes", "returns") {
		if out[r.fields["asks"]] != nil {
			r.fail("%s has a row already", r.fields["asks"])
		}
		out[r.fields["asks"]] = &CursorKind{r.operations("takes"), r.operations("returns")}
	}
	return out
}()

// AskedForMore returns the cursor whose test for more elements a method is, nil for other methods.
func AskedForMore(name, desc string) *CursorKind { return cursors[name+desc] }
