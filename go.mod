module github.com/energylint/energylint

go 1.26
