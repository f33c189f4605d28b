package platform

import "testing"

func TestWrittenLength(t *testing.T) {
	for desc, want := range map[string]int64{
		"I": 11, "S": 6, "B": 4, "J": 20, "C": 1, "Z": 5, "D": 24, "F": 15,
		"Ljava/lang/Integer;": 11, "Ljava/lang/Short;": 6, "Ljava/lang/Byte;": 4, "Ljava/lang/Long;": 20, "Ljava/lang/Character;": 4, "Ljava/lang/Boolean;": 5,
		"Ljava/lang/Double;": 24, "Ljava/lang/Float;": 15, "Ljava/lang/Object;": -1, "Ljava/lang/Number;": -1, "Ljava/lang/String;": -1, "[I": -1, "V": -1,
		"Ljava/util/UUID;": -1,
	} {
		n, ok := WrittenLength(desc)
		if !ok {
			n = -1
		}
		if n != want {
			t.Errorf("%s: %d, want %d", desc, n, want)
		}
	}
}
