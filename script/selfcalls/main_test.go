package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/summaries"
)

// jdk17 returns the home of an installed JDK 17 with its modules.
func jdk17(t *testing.T) string {
	t.Helper()
	homes, err := filepath.Glob("/usr/lib/jvm/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, home := range homes {
		release, err := summaries.ReleaseOf(home)
		if _, none := os.Stat(filepath.Join(home, "jmods")); err == nil && none == nil && strings.HasPrefix(release, "OpenJDK 17.") {
			return home
		}
	}
	t.Skip("no JDK 17 with jmods is installed: script/setup installs it")
	return ""
}

// TestTableIsCurrent: the committed rows are those of JDK 17, and hold what its sources say.
func TestTableIsCurrent(t *testing.T) {
	rows, err := generate(jdk17(t))
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("../../absint/internal/platform/selfcalls.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if _, committed, _ := strings.Cut(string(table), marker); committed != rows {
		t.Error("selfcalls.tsv is not what the models and JDK 17 give: go run ./script/selfcalls JDK")
	}
	calls := map[string]string{}
	for line := range strings.Lines(rows) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for _, class := range strings.Fields(columns[0]) {
			for _, method := range strings.Fields(columns[1]) {
				calls[class+"."+method] = columns[2]
			}
		}
	}
	for method, want := range map[string]string{
		"java/util/ArrayList.add(Ljava/lang/Object;)Z":                                                 "-",
		"java/util/ArrayList.iterator()Ljava/util/Iterator;":                                           "-",
		"java/util/ArrayList.contains(Ljava/lang/Object;)Z":                                            "indexOf(Ljava/lang/Object;)I",
		"java/util/HashMap.put(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;":                "removeEldestEntry(Ljava/util/Map$Entry;)Z", // of LinkedHashMap, through package-private methods
		"java/util/HashMap.putAll(Ljava/util/Map;)V":                                                   "removeEldestEntry(Ljava/util/Map$Entry;)Z*",
		"java/io/InputStream.read([B)I":                                                                "read([BII)I",
		"java/io/InputStream.read([BII)I":                                                              "read()I*",
		"java/lang/Throwable.toString()Ljava/lang/String;":                                             "getLocalizedMessage()Ljava/lang/String;",
		"java/util/LinkedHashMap.getOrDefault(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;": "-", // Map's has a model
		"java/util/Spliterator.hasCharacteristics(I)Z":                                                 "characteristics()I",
		"java/util/AbstractList.equals(Ljava/lang/Object;)Z":                                           "", // by its iterator
		"java/util/AbstractCollection.toString()Ljava/lang/String;":                                    "",
		"java/util/Arrays.sort([I)V":                                                                   "", // it has no object
		"java/lang/String.length()I":                                                                   "", // it has no subclass
	} {
		if calls[method] != want {
			t.Errorf("%s calls %q on its object, want %q", method, calls[method], want)
		}
	}
}
