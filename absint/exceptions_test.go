package absint

import (
	"strings"
	"testing"
)

func TestCaughtBy(t *testing.T) {
	own := func(class string) bool { return strings.HasPrefix(class, "acme/") }
	for _, test := range []struct {
		class       string
		may, surely exceptions
	}{
		{"", byJVM | thrown | foreign, byJVM | thrown | foreign},
		{"java/lang/Throwable", byJVM | thrown | foreign, byJVM | thrown | foreign},
		{"java/lang/Exception", byJVM | thrown | foreign, byJVM},
		{"java/lang/RuntimeException", byJVM | thrown | foreign, byJVM},
		{"java/lang/IndexOutOfBoundsException", indexOutOfBounds | thrown | foreign, indexOutOfBounds},
		{"java/lang/NullPointerException", nullPointer | thrown | foreign, nullPointer},
		{"java/lang/Error", thrown | foreign, 0},
		{"java/io/IOException", thrown | foreign, 0},
		{"acme/OwnException", thrown, 0},
	} {
		if may, surely := caughtBy(test.class, own); may != test.may || surely != test.surely {
			t.Errorf("%q catches %b, surely %b; want %b, %b", test.class, may, surely, test.may, test.surely)
		}
	}
}
