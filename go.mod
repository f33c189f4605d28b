module github.com/energylint/energylint

go 1.26.0

require (
	github.com/owenrumney/go-sarif/v2 v2.3.3
	pgregory.net/rapid v1.3.0
)
