package models

import "testing"

func TestLoad(t *testing.T) {
	m, err := Load("rpi5-nyholm")
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Parameters()) != 73 {
		t.Errorf("%d parameters, want 73", len(m.Parameters()))
	}
}
