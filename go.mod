module github.com/energylint/energylint

go 1.26.0

require (
	github.com/owenrumney/go-sarif/v2 v2.3.3
	pgregory.net/rapid v1.3.0
)

require (
	github.com/fatih/color v1.19.0 // indirect
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
)
