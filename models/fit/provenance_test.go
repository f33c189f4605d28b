package fit

import "testing"

func TestReadProvenance(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       Provenance
	}{
		{"none", "operation\tenergy_J\nThrow\t1\n", Provenance{}},
		{"by hand", "# Made by hand.\n# meter: a: b\r\n#jvm:17\n\noperation\tenergy_J\n# date: no\nThrow\t1\n", Provenance{Meter: "a: b", JVM: "17"}},
		{
			"two devices", "# Made by energylint model calibrate.\n# device: A\n# meter: m\n# jvm: 17\n# flags: -Xint\n# date: 2026-11-01\noperation\tenergy_J\nThrow\t1\n" +
				"# device: B\n# meter: m\n# jvm: 25\n# flags: -Xint\n# date: 2026-11-02\nThrow\t2\n# jvm: 26\n",
			Provenance{Meter: "m", JVM: "A: 17; B: 25", Flags: "-Xint", Date: "A: 2026-11-01; B: 2026-11-02"},
		},
		{"device after the rest", "# meter: m\n# device: A\n# jvm: 17\noperation\tenergy_J\n", Provenance{Meter: "m", JVM: "17"}},
		{"joules of instructions", "# device: A\n# meter: valgrind\n# joules per instruction: 2e-10\noperation\tenergy_J\n", Provenance{Meter: "valgrind, times 2e-10 J per instruction"}},
		{"joules of one device's instructions", "# device: A\n# meter: rapl\nop\n# device: B\n# meter: valgrind\n# joules per instruction: 2e-10\n", Provenance{Meter: "A: rapl; B: valgrind, times 2e-10 J per instruction"}},
	} {
		if got := ReadProvenance([]byte(tt.text)); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
