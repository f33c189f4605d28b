package calibrate

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// DescribeJVM says which virtual machine the java command runs: "OpenJDK 64-Bit Server VM 17.0.15+6, Debian, amd64".
func DescribeJVM(ctx context.Context, java string) (string, error) {
	p, err := properties(ctx, java)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %s, %s, %s", p["java.vm.name"], p["java.runtime.version"], p["java.vm.vendor"], p["os.arch"]), nil
}

// JVMRelease names the virtual machine's release: "OpenJDK 17".
func JVMRelease(ctx context.Context, java string) (string, error) {
	p, err := properties(ctx, java)
	if err != nil {
		return "", err
	}
	name, _, _ := strings.Cut(p["java.vm.name"], " ")
	return name + " " + p["java.specification.version"], nil
}

func properties(ctx context.Context, java string) (map[string]string, error) {
	out, err := exec.CommandContext(ctx, java, "-XshowSettings:properties", "-version").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s -version: %w\n%s", java, err, out)
	}
	p := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		if k, v, ok := strings.Cut(line, " = "); ok {
			p[strings.TrimSpace(k)] = strings.TrimSpace(v)
		}
	}
	if p["java.vm.name"] == "" {
		return nil, fmt.Errorf("%s does not say which virtual machine it is", java)
	}
	return p, nil
}
