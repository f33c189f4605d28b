package callees

import "testing"

func TestBoxChars(t *testing.T) {
	for desc, want := range map[string]int64{
		"Ljava/lang/Integer;": 11, "Ljava/lang/Short;": 11, "Ljava/lang/Byte;": 11, "Ljava/lang/Long;": 20, "Ljava/lang/Character;": 4, "Ljava/lang/Boolean;": 5,
		"Ljava/lang/Double;": 24, "Ljava/lang/Float;": 15, "Ljava/lang/Object;": 0, "Ljava/lang/Number;": 0, "Ljava/lang/String;": 0, "[I": 0,
	} {
		if got := boxChars(desc); got != want {
			t.Errorf("%s: %d, want %d", desc, got, want)
		}
	}
}
