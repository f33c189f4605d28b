package exceptions

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

func TestCaughtBy(t *testing.T) {
	own := func(class string) bool { return strings.HasPrefix(class, "acme/") }
	for _, test := range []struct {
		class       string
		may, surely Exceptions
	}{
		{"", byJVM | Thrown | Foreign, byJVM | Thrown | Foreign},
		{"java/lang/Throwable", byJVM | Thrown | Foreign, byJVM | Thrown | Foreign},
		{"java/lang/Exception", byJVM | Thrown | Foreign, byJVM},
		{"java/lang/RuntimeException", byJVM | Thrown | Foreign, byJVM},
		{"java/lang/IndexOutOfBoundsException", indexOutOfBounds | Thrown | Foreign, indexOutOfBounds},
		{"java/lang/NullPointerException", NullPointer | Thrown | Foreign, NullPointer},
		{"java/lang/Error", Thrown | Foreign, 0},
		{"java/io/IOException", Thrown | Foreign, 0},
		{"acme/OwnException", Thrown, 0},
	} {
		if may, surely := CaughtBy(test.class, own); may != test.may || surely != test.surely {
			t.Errorf("%q catches %b, surely %b; want %b, %b", test.class, may, surely, test.may, test.surely)
		}
	}
}

// TestRaisable checks the exceptions of operations against JVMS 6.5.
func TestRaisable(t *testing.T) {
	for op, want := range map[classfile.Op]Exceptions{
		classfile.OpIadd:         0,
		classfile.OpIdiv:         arithmetic,
		classfile.OpLrem:         arithmetic,
		classfile.OpIaload:       NullPointer | indexOutOfBounds,
		classfile.OpSastore:      NullPointer | indexOutOfBounds,
		classfile.OpAastore:      NullPointer | indexOutOfBounds | arrayStore,
		classfile.OpCheckcast:    classCast,
		classfile.OpNewarray:     negativeArraySize,
		classfile.OpArraylength:  NullPointer,
		classfile.OpAthrow:       NullPointer,
		classfile.OpInvokestatic: 0,
	} {
		if got := Raisable(op); got != want {
			t.Errorf("operation %d raises %b, want %b", op, got, want)
		}
	}
}
