// Package cli is the command line: flags, configuration, exit codes.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/plain"
)

// The exit codes.
const (
	ExitOK       = 0 // nothing at or above --fail-on
	ExitFindings = 1 // findings at or above --fail-on
	ExitUsage    = 2 // wrong usage or configuration
	ExitFailure  = 3 // an input could not be read or part of the analysis failed; the rest is reported
)

// exit is an error that ends the program with a code. A nil cause has been reported already.
type exit struct {
	code  int
	cause error
}

func (e *exit) Error() string {
	if e.cause == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.cause.Error()
}

func (e *exit) Unwrap() error { return e.cause }

// usage is a mistake of the user.
func usage(format string, args ...any) error {
	return &exit{ExitUsage, fmt.Errorf(format, args...)}
}

// failure is something that went wrong around the analysis.
func failure(err error) error { return &exit{ExitFailure, err} }

// Version is the version of the program, set by release builds (-ldflags -X).
var Version = ""

// version returns Version, or what the Go toolchain recorded about the build.
func version() string {
	if Version != "" {
		return Version
	}
	if b, ok := debug.ReadBuildInfo(); ok && b.Main.Version != "" && b.Main.Version != "(devel)" {
		return b.Main.Version
	}
	return "v0.0.0-development"
}

// program is one run of the command line.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	engine         Engine
	profiles       profiles
	tellErr        error
	interrupted    atomic.Pointer[string] // what to say of an interrupt, where the command has more to say than that
	cleanup        atomic.Pointer[func()] // what to do at the end, also where the command was left alone
}

// atExit has f called when the program ends, also where an interrupted command does not. What it returns calls f before.
func (p *program) atExit(f func()) func() {
	once := sync.OnceFunc(f)
	p.cleanup.Store(&once)
	return once
}

// Main runs the command line and returns the exit code. args are without the program's name.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	abortOnFatalErrors()
	return run(args, stdin, stdout, stderr, productEngine())
}

// abortOnFatalErrors has the runtime end the program by SIGABRT, as other programs do, where it is out of memory or of
// stack: otherwise the exit status would be 2, which means wrong usage. Windows has no such signal.
func abortOnFatalErrors() { debug.SetTraceback("crash") }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer, e Engine) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	p := &program{stdin: stdin, stdout: stdout, stderr: stderr, engine: e}
	root := p.root()
	args = withDefault(root, args)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		p.complete(root)
	}
	root.SetArgs(args)
	err := untilInterrupted(ctx, stop, func() error { return root.ExecuteContext(ctx) })
	if f := p.cleanup.Load(); f != nil {
		(*f)()
	}
	if perr := p.profiles.stop(); err == nil && perr != nil {
		err = failure(perr)
	}
	if err == nil {
		return ExitOK
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		text := "interrupted"
		if more := p.interrupted.Load(); more != nil {
			text += ": " + *more
		}
		err = failure(errors.New(text))
	}
	var x *exit
	if !errors.As(err, &x) {
		x = &exit{ExitUsage, err} // cobra's own errors are about usage
	}
	if x.cause != nil {
		p.complain(x.cause)
	}
	return x.code
}

// grace is how long an interrupted command may take to end by itself.
const grace = time.Second

// untilInterrupted runs a command until it returns or ctx is cancelled. The analysis of a large method does not look at
// ctx: it is left alone after the grace. A second signal, after stop, ends the program at once.
func untilInterrupted(ctx context.Context, stop func(), command func() error) error {
	done := make(chan error, 1)
	go func() { done <- command() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		stop()
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		return ctx.Err()
	}
}

// maxMessage is how long a line of a message may be, in bytes: names in class files have up to 65,535.
const maxMessage = 4000

// complain writes an error to stderr, each of its lines behind the program's name.
func (p *program) complain(err error) {
	for line := range strings.SplitSeq(strings.TrimRight(err.Error(), "\n"), "\n") {
		// Nothing can be done about an error of writing an error.
		_, _ = fmt.Fprintf(p.stderr, "energylint: %s\n", plain.Short(plain.Line(line), maxMessage))
	}
}

// say tells the user something that is not part of the report, on one line.
func (p *program) say(format string, args ...any) {
	_, _ = fmt.Fprintf(p.stderr, "energylint: %s\n", plain.Short(plain.Line(fmt.Sprintf(format, args...)), maxMessage))
}

// plainly calls write with the standard output, for text without colours.
func (p *program) plainly(write func(io.Writer) error) error {
	w := plain.NewWriter(p.stdout)
	return writeError(errors.Join(write(w), w.Close()))
}

// withDefault puts "check" in front of arguments that name no command: check is the default job.
func withDefault(root *cobra.Command, args []string) []string {
	check := append([]string{"check"}, args...)
	if len(args) == 0 {
		return check
	}
	switch first := args[0]; {
	case first == "-h" || first == "--help" || first == "--version" || strings.HasPrefix(first, cobra.ShellCompRequestCmd):
		return args
	case strings.HasPrefix(first, "-") && first != "-":
		return check
	case strings.ContainsAny(first, `/\.@`):
		return check
	default:
		if c, _, err := root.Find(args); err == nil && c != root {
			return args
		}
		if _, err := os.Stat(first); err == nil {
			return check
		}
	}
	return args
}

// Command returns the command line with all commands, for its manual pages and completion scripts.
func Command() *cobra.Command {
	return (&program{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, engine: productEngine()}).root()
}

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "energylint",
		Short: "Static energy analysis for the JVM",
		Long: `energylint reads compiled Java, Kotlin or Scala and says how much energy each method can cost, whether it
keeps its energy budget, and which code is to blame. It runs on what the build already made: class files and jars.

"energylint PATH" is short for "energylint check PATH".`,
		Example: `  energylint                          check this project: energylint.toml, or the build's output
  energylint check build/libs/app.jar check a jar
  energylint init                     set up a configuration, a workflow and a hook`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
		Args:          p.noSuchCommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.SetVersionTemplate("energylint {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddGroup(&cobra.Group{ID: "analysis", Title: "Analysis:"}, &cobra.Group{ID: "project", Title: "Project and model:"})
	p.profiles.flags(root.PersistentFlags())
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return p.profiles.start() }
	analysis := []*cobra.Command{p.checkCommand(), p.fixCommand(), p.explainCommand(), p.rulesCommand()}
	if p.engine.Methods != nil {
		analysis = append(analysis, p.methodsCommand())
	}
	if p.engine.Suggest != nil {
		analysis = append(analysis, p.suggestCommand())
	}
	if p.engine.Snapshot != nil {
		analysis = append(analysis, p.snapshotCommand(), p.diffCommand())
	}
	for _, c := range analysis {
		c.GroupID = "analysis"
		root.AddCommand(c)
	}
	for _, c := range []*cobra.Command{p.modelCommand(), p.initCommand(), p.versionCommand()} {
		c.GroupID = "project"
		root.AddCommand(c)
	}
	root.AddCommand(p.githubCommand())
	rejectUnknown(root)
	wrapHelp(root)
	root.SetHelpCommandGroupID("project")
	root.SetCompletionCommandGroupID("project")
	return root
}

// noSuchCommand rejects a word that is no command, with the commands it may mean.
func (p *program) noSuchCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usage(`unknown command %q%s (to analyse a file of that name, write "energylint check %s"; "energylint --help" lists the commands)`,
		args[0], nearest.DidYouMean(args[0], commandNames(root)), args[0])
}

// commandNames are the names of the commands below one that users see.
func commandNames(above *cobra.Command) []string {
	var names []string
	for _, c := range above.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// noSuchSubcommand rejects a word behind a command that has commands, with the one that it may mean.
func noSuchSubcommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	path := strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
	return usage("unknown command %q%s (%q lists the commands)", path+" "+args[0], nearest.DidYouMean(args[0], commandNames(c)), c.CommandPath()+" --help")
}

// rejectUnknown has the commands that cobra makes reject words that are no command.
func rejectUnknown(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch {
		case c.Name() == "completion":
			c.Args, c.RunE = noSuchSubcommand, func(c *cobra.Command, _ []string) error { return c.Help() }
		case c.Name() == "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				at := root
				for i, word := range args {
					k := slices.IndexFunc(at.Commands(), func(sub *cobra.Command) bool { return sub.Name() == word || sub.HasAlias(word) })
					if k < 0 {
						return usage("help: unknown command %q%s (%q lists the commands)", strings.Join(args[:i+1], " "), nearest.DidYouMean(word, commandNames(at)), at.CommandPath()+" --help")
					}
					at = at.Commands()[k]
				}
				return nil
			}
		}
	}
}

// flagValues says what flags of a type take.
var flagValues = map[string]string{"int": "a whole number", "float64": "a number", "bool": "true or false"}

// flagError names the flag that an unknown one may mean.
func flagError(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if want, ok := flagValues[invalid.GetFlag().Value.Type()]; ok {
			return usage("--%s %q: expected %s", invalid.GetFlag().Name, invalid.GetValue(), want)
		}
	}
	var unknown *pflag.NotExistError
	hint := fmt.Sprintf("%q lists the flags", c.CommandPath()+" --help")
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return usage("%w; %s", err, hint)
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	name := unknown.GetSpecifiedName()
	if w := nearest.Word(name, names); w != "" {
		return usage("unknown flag --%s; did you mean --%s? %s", name, w, hint)
	}
	return usage("unknown flag --%s; %s", name, hint)
}

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Show the version of energylint", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if _, err := fmt.Fprintf(p.stdout, "energylint %s\n", version()); err != nil {
				return writeError(err)
			}
			if jdk, err := p.engine.JDK(); err == nil && jdk.Stale {
				p.say("%s", staleSummaries.Message)
			}
			return nil
		},
	}
}

// writeError is an error of writing to stdout.
func writeError(err error) error {
	if err == nil {
		return nil
	}
	return failure(fmt.Errorf("cannot write the output: %w", err))
}
