package platform

// CursorKind is how a question whether there is more fits the methods that take it.
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

// AskedForMore returns what a method that asks whether there is more fits, nil where it asks something else.
func AskedForMore(name, desc string) *CursorKind { return cursors[name+desc] }
