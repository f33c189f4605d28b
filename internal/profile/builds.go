package profile

import (
	_ "embed" // buildtools.tsv
)

//go:embed buildtools.tsv
var buildToolsTable string

// buildTools are the main classes of JVMs that run a build.
var buildTools = mainClassesOf(buildToolsTable)

// build is a file of a JVM that ran a build. It is no run of the program, unless that ran in the same JVM.
type build struct {
	file    int // of those that were read
	weight  float64
	samples int
	frames  map[int32]bool
}

// ofBuild takes the rest of the file for that of a JVM that ran a build.
func (b *builder) ofBuild() {
	if b.build == nil {
		b.build = &build{file: b.file, frames: map[int32]bool{}}
		b.profile.builds = append(b.profile.builds, b.build)
	}
}

// leaveOut takes builds out of the run in which no method under analysis was seen. of has the methods under analysis by frame.
func (s *Shares) leaveOut(builds []*build, of []*times) {
	for _, b := range builds {
		ran := false
		for id := range b.frames {
			ran = ran || of[id] != nil
		}
		if !ran {
			s.LeftOut = append(s.LeftOut, b.file)
			s.Total -= b.weight
			s.Samples = max(s.Samples-b.samples, 0)
		}
	}
}

// mainClassesOf reads a table whose first column is a class.
func mainClassesOf(table string) map[string]bool {
	out := map[string]bool{}
	for columns := range rows(table) {
		out[columns[0]] = true
	}
	return out
}
