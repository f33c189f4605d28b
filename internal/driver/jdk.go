package driver

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/files"
)

// Embedded is the setting for the summaries of the JDK that energylint carries: no JDK is read.
const Embedded = "embedded"

// FindJDK returns the home of the JDK to read library classes from. setting is "none" or Embedded for none, "auto" for
// JAVA_HOME, then the JDK of the java on the PATH, then the newest below /usr/lib/jvm, or a path. found is false where auto finds none.
func FindJDK(setting string) (home string, found bool, err error) {
	switch setting {
	case "none", Embedded, "":
		return "", false, nil
	case "auto":
	default:
		if !isJDK(setting) {
			return "", false, fmt.Errorf("%s is no JDK: it has neither lib/modules nor jmods nor lib/rt.jar; give the directory that holds bin and lib, or \"none\"", setting)
		}
		return setting, true, nil
	}
	if h := os.Getenv("JAVA_HOME"); h != "" && isJDK(h) {
		return h, true, nil
	}
	if java, err := exec.LookPath("java"); err == nil {
		if real, err := filepath.EvalSymlinks(java); err == nil {
			for _, h := range []string{filepath.Dir(filepath.Dir(real)), filepath.Dir(filepath.Dir(filepath.Dir(real)))} { // jre/bin too
				if isJDK(h) {
					return h, true, nil
				}
			}
		}
	}
	candidates, _ := filepath.Glob("/usr/lib/jvm/*") // the pattern is well-formed
	candidates = append(candidates, "/Library/Java/JavaVirtualMachines/default/Contents/Home")
	slices.Sort(candidates)
	best := -1
	for _, c := range candidates {
		if v := Release(c); isJDK(c) && v > best {
			home, best = c, v
		}
	}
	return home, best >= 0, nil
}

// Release returns the feature release of a JDK from its release file, 0 where there is none: 17 for 17.0.2, 8 for
// 1.8.0_392.
func Release(home string) int {
	b, err := files.Read(filepath.Join(home, "release"), files.MaxConfig)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "JAVA_VERSION="); ok {
			v = strings.TrimPrefix(strings.Trim(v, `"`), "1.")
			n, _ := strconv.Atoi(v[:len(v)-len(strings.TrimLeft(v, "0123456789"))])
			return n
		}
	}
	return 0
}

func isJDK(home string) bool {
	for _, f := range []string{"lib/modules", "jmods/java.base.jmod", "lib/rt.jar", "jre/lib/rt.jar"} {
		if _, err := os.Stat(filepath.Join(home, filepath.FromSlash(f))); err == nil {
			return true
		}
	}
	return false
}
