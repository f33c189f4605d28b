package rules

import "testing"

// TestUnsignalledTable: the JDK has the classes and methods of unsignalled.tsv.
func TestUnsignalledTable(t *testing.T) { namedInJDK(t, unsignalled, 15) }
