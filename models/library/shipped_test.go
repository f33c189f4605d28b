package library

import "testing"

func TestShipped(t *testing.T) {
	l, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	t.Log(len(l.Entries()))
}
