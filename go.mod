module github.com/energylint/energylint

go 1.26

require (
	github.com/BurntSushi/toml v1.6.0 // indirect
	pgregory.net/rapid v1.3.0 // indirect
)
