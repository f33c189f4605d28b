package calibrate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// flags of every virtual machine: the paper's interpreter without class unloading (Nyholm et al. 2025, section 4.1), a
// collector without threads of its own, a young generation that one run of a microbenchmark does not fill.
var flags = []string{"-Xint", "-Xnoclassgc", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto", "-Xms256m", "-Xmn192m"}

// writeClasses writes the program into a directory.
func writeClasses(dir string, files map[string][]byte) error {
	for name, b := range files {
		path := filepath.Join(dir, filepath.FromSlash(name)+".class")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// session is a virtual machine that runs microbenchmarks.
type session struct {
	*Process
	meter Meter
}

// start starts the virtual machine with the classes in dir.
func start(ctx context.Context, java, dir string, meter Meter) (*session, error) {
	argv := append(append([]string{java}, flags...), "-cp", dir, strings.ReplaceAll(mainClass, "/", "."))
	p, err := StartProcess(ctx, argv, dir, meter)
	if err != nil {
		return nil, err
	}
	return &session{p, meter}, nil
}

// run executes a microbenchmark and returns what the meter says and when it ran.
func (s *session) run(class string, iterations int) (reading float64, begin, end time.Time, err error) {
	return s.Measure(fmt.Sprintf("%s\n%d\n", strings.ReplaceAll(class, "/", "."), iterations), readyMark, doneMark)
}
