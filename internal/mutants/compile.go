package mutants

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Home returns the directory of an installed JDK of a version that has a compiler, "" where there is none.
func Home(version int) string {
	homes, _ := filepath.Glob("/usr/lib/jvm/*")
	slices.Sort(homes)
	if h := os.Getenv("JAVA_HOME"); h != "" {
		homes = append([]string{h}, homes...)
	}
	for _, home := range homes {
		release, err := os.ReadFile(filepath.Join(home, "release"))
		if err != nil {
			continue
		}
		_, v, _ := strings.Cut(string(release), `JAVA_VERSION="`)
		major, _, _ := strings.Cut(strings.TrimRight(v, "\n"), ".")
		major, _, _ = strings.Cut(major, `"`)
		if n, _ := strconv.Atoi(major); n != version {
			continue
		}
		if _, err := os.Stat(filepath.Join(home, "bin", "javac")); err == nil {
			return home
		}
	}
	return ""
}

// Write writes both versions of cases to the directories base and head in dir, with the annotations that they use.
func Write(dir string, cases []Case) error {
	for _, c := range cases {
		pkg := filepath.Dir(c.File)
		annotation := "package " + pkg + ";\n\n@interface EnergyBudget {\n    String value();\n}\n"
		for side, text := range map[string]string{"base": c.Base, "head": c.Head} {
			path := filepath.Join(dir, side, c.File)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(filepath.Dir(path), "EnergyBudget.java"), []byte(annotation), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// Compile compiles all sources below a directory into another one.
func Compile(home, sources, classes string, args ...string) error {
	var files bytes.Buffer
	err := filepath.WalkDir(sources, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".java") {
			fmt.Fprintln(&files, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(classes, 0o755); err != nil {
		return err
	}
	list := classes + ".files"
	if err := os.WriteFile(list, files.Bytes(), 0o644); err != nil {
		return err
	}
	args = append([]string{"-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-proc:none", "-nowarn", "-encoding", "UTF-8", "-d", classes}, args...)
	return run(filepath.Join(home, "bin", "javac"), append(args, "@"+list)...)
}

func run(command string, args ...string) error {
	if out, err := exec.Command(command, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", command, err, out[:min(len(out), 4000)])
	}
	return nil
}

// Rewritings are the refactorings of the program in the directory java, which read any sources.
var Rewritings = []string{"rename-variables", "rename-members", "rename-classes", "move", "reorder", "lines", "for-to-while", "for-each", "visibility"}

// exports are what the program in the directory java takes of the compiler: the positions of names.
var exports = []string{"--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED"}

// BuildRewriter compiles the program in the directory java.
func BuildRewriter(home, classes string) error {
	return Compile(home, "java", classes, exports...)
}

// Rewrite writes the sources of a directory in other forms, which are some of Rewritings and "regress", into directories of their names
// below into, and compiles each into the directory NAME.classes. It returns what "regress" seeded.
func Rewrite(home, rewriter string, hows []string, seed uint64, sources, into, classpath string) ([]Answer, error) {
	args := append(slices.Clone(exports), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", rewriter, "Rewrite", strings.Join(hows, ","), strconv.FormatUint(seed, 10), sources, into, classpath)
	var out, errors bytes.Buffer
	cmd := exec.Command(filepath.Join(home, "bin", "java"), args...)
	cmd.Stdout, cmd.Stderr = &out, &errors
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", hows, err, errors.Bytes())
	}
	var answers []Answer
	for lines := bufio.NewScanner(&out); lines.Scan(); {
		a, err := parseAnswer(lines.Text())
		if err != nil {
			return nil, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// parseAnswer reads a line that the program in the directory java prints.
func parseAnswer(line string) (Answer, error) {
	f := strings.Split(line, "\t")
	if len(f) != 7 {
		return Answer{}, fmt.Errorf("line %q has not 7 fields", line)
	}
	a := Answer{Seed: f[0], Class: f[1], Method: f[2], Changes: strings.Split(f[3], ","), Causes: strings.Split(f[4], ",")}
	first, err := strconv.Atoi(f[5])
	if err != nil {
		return Answer{}, err
	}
	last, err := strconv.Atoi(f[6])
	for n := first; n <= last; n++ {
		a.Lines = append(a.Lines, n)
	}
	return a, err
}
