package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/models/calibrate"
)

// flags are those that the model was calibrated with.
var flags = []string{"-Xint", "-Xnoclassgc", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto", "-Xms256m", "-Xmn192m"}

// The repetitions of the two runs whose difference is measured: in the first, everything is linked.
const few, more = 2, 4

// update measures programs on a virtual machine and writes its measurements. Programs that it is too old for are left out.
func update(ctx context.Context, dir, device, java string, rows []row, programs []string) error {
	path := measuredPath(dir, device)
	old, err := readMeasured(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	release, err := calibrate.JVMRelease(ctx, java)
	if err != nil {
		return err
	}
	list := append([]row{{program: nothing}}, rows...)
	measured := map[string]float64{}
	for _, r := range list {
		if v, ok := old[r.program]; ok && len(programs) > 0 && !slices.Contains(programs, r.program) {
			measured[r.program] = v
			continue
		}
		if len(programs) > 0 && !slices.Contains(programs, r.program) || !runnable(dir, release, r.program) {
			continue
		}
		v, err := measure(ctx, dir, java, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.program, err)
		}
		fmt.Fprintf(os.Stderr, "%s\t%.0f\n", r.program, v)
		measured[r.program] = v
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Machine instructions of one run of each program, with the loop around it, counted by valgrind (callgrind).\n# jvm: %s, %s\nprogram\tmeasured_instruction\n", release, strings.Join(flags, " "))
	for _, name := range slices.Sorted(maps.Keys(measured)) {
		fmt.Fprintf(&b, "%s\t%s\n", name, strconv.FormatFloat(measured[name], 'g', 9, 64))
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return atomicfile.Write(path, []byte(b.String()))
}

// runnable reports whether a virtual machine has the release that the class of a program needs.
func runnable(dir, release, program string) bool {
	_, err := os.Stat(filepath.Join(dir, programDirs[0], program+".class"))
	_, number, _ := strings.Cut(release, " ")
	n, _ := strconv.Atoi(number)
	return err == nil || n >= 21
}

// measure runs a program under valgrind: the difference of two runs, per repetition.
func measure(ctx context.Context, dir, java string, r row) (v float64, err error) {
	temp, err := os.MkdirTemp("", "energylint-bounds-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	meter, err := calibrate.NewValgrind(temp)
	if err != nil {
		return 0, err
	}
	command, err := exec.LookPath(java)
	if err != nil {
		return 0, err
	}
	var path []string
	for _, d := range append(slices.Clone(programDirs), runnerDir) { // last: it has a Program and a Nothing of its own
		absolute, err := filepath.Abs(filepath.Join(dir, d))
		if err != nil {
			return 0, err
		}
		path = append(path, absolute)
	}
	argv := append(append([]string{command}, flags...), "-cp", strings.Join(path, ":"), "Runner")
	p, err := calibrate.StartProcess(ctx, argv, temp, meter)
	if err != nil {
		return 0, err
	}
	defer func() {
		if e := p.Close(); err == nil {
			err = e
		}
	}()
	var readings [2]float64
	for i, times := range []int{few, more} {
		request := fmt.Sprintf("%s\n%d\n%d\n", r.program, r.size, times)
		if readings[i], _, _, err = p.Measure(request, "ready", "done"); err != nil {
			return 0, err
		}
		if _, err = p.ReadLine(); err != nil { // the program's result
			return 0, err
		}
	}
	return (readings[1] - readings[0]) / (more - few), nil
}
