package validate

import (
	"context"
	"math"
	"os/exec"
	"testing"

	"github.com/energylint/energylint/internal/tier"
	"github.com/energylint/energylint/models/calibrate"
)

// The meter counts about the same number every time, and the number grows with what is executed.
func TestMeasure(t *testing.T) {
	tier.Slow(t, tier.JVM)
	jvm := java(t)
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("no valgrind: nothing is measured")
	}
	meter, err := calibrate.NewValgrind(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cases := []Case{{"Fibonacci", 100}, {"Fibonacci", 200}, {"Fibonacci", 100}}
	ms, err := Measure(context.Background(), jvm, []string{"-Xint", "-XX:+UseSerialGC"}, meter, cases, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(ms)
	if d := ms[1].Value / ms[0].Value; d < 1.8 || d > 2.1 {
		t.Errorf("twice the iterations take %v as many instructions", d)
	}
	if math.Abs(ms[0].Value/ms[2].Value-1) > 0.01 {
		t.Errorf("%v instructions, and %v the next time", ms[0].Value, ms[2].Value)
	}
}
