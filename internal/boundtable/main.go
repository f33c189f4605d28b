// Command boundtable holds static bounds against measurements, where library code, the JVM or the code that it makes at run
// time does most of the work: the table of docs/bounds-measured.md.
//
// Usage: go run ./internal/boundtable [-measure NAME -java COMMAND [-only PROGRAM,...]] [-page FILE]
//
// Without -measure it prints the table. With it, programs are measured first, by valgrind, and measured/NAME.tsv is written:
// openjdk17 or openjdk25. -only measures some programs and keeps the measurements of the others.
//
// To add a row: a class in programs that extends Program (in programs21 where it needs Java 21), a line in rows.tsv, then
//
//	script/fixtures internal/boundtable/programs internal/boundtable/programs21
//	go run ./internal/boundtable -measure openjdk17 -java /usr/lib/jvm/java-17-openjdk-amd64/bin/java -only NewProgram
//	go run ./internal/boundtable -measure openjdk25 -java /usr/lib/jvm/temurin-25-jdk-amd64/bin/java -only NewProgram
//	go run ./internal/boundtable -page docs/bounds-measured.md
//
// The package's test fails where a bound is below its measurement, unless the result itself names the expected cost that
// rows.tsv gives as the reason.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/energylint/energylint/internal/pagemarks"
)

func main() {
	measure := flag.String("measure", "", "measure on the `DEVICE` and write measured/DEVICE.tsv")
	java := flag.String("java", "java", "the `COMMAND` that runs Java")
	only := flag.String("only", "", "measure these `PROGRAMS` alone, separated by commas")
	page := flag.String("page", "", "write the table into this Markdown `FILE`")
	dir := flag.String("dir", "internal/boundtable", "the `DIRECTORY` of rows, programs and measurements")
	flag.Parse()
	if err := run(*dir, *measure, *java, *only, *page); err != nil {
		fmt.Fprintf(os.Stderr, "boundtable: %v\n", err)
		os.Exit(1)
	}
}

func run(dir, device, java, only, page string) error {
	rows, err := readRows(filepath.Join(dir, "rows.tsv"))
	if err != nil {
		return err
	}
	if device != "" {
		var programs []string
		if only != "" {
			programs = strings.Split(only, ",")
		}
		if err := update(context.Background(), dir, device, java, rows, programs); err != nil {
			return err
		}
	}
	results, err := compute(dir, rows)
	if err != nil {
		return err
	}
	text := table(rows, results)
	if page == "" {
		fmt.Print(text)
		return nil
	}
	return pagemarks.Insert(page, mark, text)
}

// mark is that of the table in a page.
const mark = "bounds"
