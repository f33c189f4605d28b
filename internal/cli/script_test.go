package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){
		"energylint": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// tests are the tests of this process, but not the commands that scenarios run.
type tests struct{ *testing.M }

// Run runs the tests without the limit of memory that each run of check sets for its own program: below what a larger program before it
// left behind, the runtime gives memory back to the system and asks for it again, which took half of the processor time. Nor do they
// have the width of the terminal that started them.
func (t tests) Run() int {
	if err := os.Setenv("GOMEMLIMIT", "off"); err != nil {
		panic(err)
	}
	if err := os.Unsetenv("COLUMNS"); err != nil {
		panic(err)
	}
	return t.M.Run()
}

// TestScripts runs the scenarios in testdata/script. $FIXTURES is the directory of compiled fixtures; "code N CMD"
// expects an exit code.
func TestScripts(t *testing.T) {
	fixtures, err := filepath.Abs(filepath.FromSlash("../../testdata/fixtures"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           filepath.FromSlash("testdata/script"),
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("FIXTURES", fixtures)
			e.Setenv("JAVA_HOME", "")
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, ".cache"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": code},
	})
}

// code runs a command and checks its exit code.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND [ARG...]")
	}
	want := map[string]int{"0": ExitOK, "1": ExitFindings, "2": ExitUsage, "3": ExitFailure}[args[0]]
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	if x, ok := err.(interface{ ExitCode() int }); ok {
		got = x.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("%v ended with %d, want %d", args[1:], got, want)
	}
}
