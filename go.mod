module github.com/energylint/energylint

go 1.26

require (
	github.com/BurntSushi/toml v1.6.0
	github.com/smacker/go-tree-sitter v0.0.0-20240827094217-dd81d9e9be82
)

require pgregory.net/rapid v1.3.0
