package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/models"
)

// completion is what completes the value of a flag or an argument.
type completion = func(c *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective)

// valuesAnnotation is that of a flag which names the values it has.
const valuesAnnotation = "energylint_values"

// offer has the values of a command's flag completed.
func offer(c *cobra.Command, flag string, values []string) {
	_ = c.Flags().SetAnnotation(flag, valuesAnnotation, values) // an error is that there is no such flag
}

// complete adds completion of flag values to a command and those below it: those that the command offers, else those of all flags
// with the name. Cobra keeps the functions, and by them the command with all that it refers to, until the process ends.
func (p *program) complete(c *cobra.Command) {
	fixed := func(values ...string) completion {
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	}
	files := func(values ...string) completion {
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveDefault)
	}
	dirs := cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	rules := fixed(p.ruleCompletions()...)
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if values := f.Annotations[valuesAnnotation]; values != nil {
			_ = c.RegisterFlagCompletionFunc(f.Name, fixed(values...))
		}
	})
	for flag, f := range map[string]completion{
		"format": fixed(config.Formats...), "fail-on": fixed("error", "warning", "note", "never"), "color": fixed("auto", "always", "never"),
		"enable": rules, "disable": rules, "rule": rules,
		"mode": fixed(modeNames()...), "evidence": files(tableNames()...),
		"jdk": files(jdks...), "cache": files(caches...), "unknown-calls": fixed("unknown"),
		"model": files(models.Names()...), "device": completeDevice, "method": completeMethods, "source": dirs, "annotations": dirs,
	} {
		if c.LocalFlags().Lookup(flag) != nil {
			_ = c.RegisterFlagCompletionFunc(flag, f) // an error is that the flag has one
		}
	}
	for _, sub := range c.Commands() {
		p.complete(sub)
	}
}

// ruleCompletions returns the ids of the rules with their names, and the names with the ids.
func (p *program) ruleCompletions() []string {
	var out []string
	for _, r := range p.engine.Rules {
		out = append(out, r.ID+"\t"+r.Name, r.Name+"\t"+r.ID)
	}
	return out
}

// completeDevice completes the devices of the model that --model names.
func completeDevice(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	name := config.Default().Model.Name
	if f := c.Flags().Lookup("model"); f != nil && f.Changed {
		name = f.Value.String()
	}
	out := []string{"any"}
	if m, err := modelNamed(name); err == nil {
		out = append(out, m.Devices()...)
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeMethods completes the methods of the classes in the paths, by default the project's: first the class, then its
// methods.
func completeMethods(_ *cobra.Command, paths []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	return methodNames(pathsOr(paths), toComplete), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// pathsOr returns the paths, or what the project here analyses where there are none.
func pathsOr(paths []string) []string {
	if len(paths) > 0 {
		return paths
	}
	f := &flags{set: func(string) bool { return false }}
	here := selection{config: findConfig(".")}
	c, err := f.loadConfig(here)
	if err != nil || f.paths(c, here) != nil || len(c.Analysis.Paths) == 0 {
		return []string{filepath.Dir(here.config)}
	}
	return c.Analysis.Paths
}

// methodNames returns the classes whose names begin with a text, with a dot behind, and the methods of the class that the
// text names.
func methodNames(paths []string, text string) []string {
	entries, _ := archive.List(paths, archive.Options{SkipLibraries: true})
	defer func() { _ = archive.Close(entries) }() // they were only read
	var out []string
	for i := range entries {
		class := classfile.External(entries[i].Class)
		switch {
		case class == "":
		case strings.HasPrefix(text, class+"."):
			out = append(out, methodsOf(&entries[i], class)...)
		case strings.HasPrefix(class, text):
			out = append(out, class+".")
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// methodsOf returns the methods of a class, none where it cannot be read.
func methodsOf(e *archive.Entry, class string) []string {
	data, err := e.Read()
	if err != nil {
		return nil
	}
	c, err := classfile.Parse(data)
	if err != nil {
		return nil
	}
	var out []string
	for i := range c.Methods {
		if m := &c.Methods[i]; m.HasCode() && !m.Synthetic() {
			out = append(out, class+"."+m.Name)
		}
	}
	return out
}
