package rules

import "testing"

// TestSignalsTable: the JDK has the classes and methods of signals.tsv.
func TestSignalsTable(t *testing.T) { namedInJDK(t, signals, 10) }
