package models

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"

	"github.com/energylint/energylint/internal/files"
)

// Bundle is the text of a model with those of the files that it names: all that its energies depend on.
type Bundle struct {
	File  string            `json:"file"` // for messages
	Text  string            `json:"text"`
	Named map[string]string `json:"named,omitempty"` // by their names in the text
}

// ReadBundle reads a model as ParseFile does, and returns its texts.
func ReadBundle(file string, own, named *files.Tree) (*Bundle, error) {
	data, err := own.Read(file, files.MaxModel)
	if err != nil {
		return nil, fmt.Errorf("cannot read the model: %s: %s", file, files.Reason(err))
	}
	return bundle(filepath.Base(file), data, beside(file, named))
}

// ShippedBundle returns the texts of a shipped model.
func ShippedBundle(name string) (*Bundle, error) {
	if _, err := Load(name); err != nil {
		return nil, err
	}
	data, err := shipped.ReadFile(path.Join("shipped", name+".toml"))
	if err != nil {
		return nil, err
	}
	return bundle(name+".toml", data, openShipped)
}

// bundle parses a model and keeps what that reads.
func bundle(file string, data []byte, open func(string) ([]byte, error)) (*Bundle, error) {
	b := &Bundle{File: file, Text: string(data), Named: map[string]string{}}
	_, err := Parse(file, data, func(name string) ([]byte, error) {
		text, err := open(name)
		if err == nil {
			b.Named[name] = string(text)
		}
		return text, err
	})
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Model parses the model.
func (b *Bundle) Model() (*Model, error) {
	return Parse(b.File, []byte(b.Text), func(name string) ([]byte, error) {
		if text, ok := b.Named[name]; ok {
			return []byte(text), nil
		}
		return nil, fmt.Errorf("%s is missing", name)
	})
}

// String returns the bundle as one text, which ParseBundle reads. The same texts give the same string.
func (b *Bundle) String() string {
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // strings have a form in JSON
	}
	return string(text)
}

// Digest returns the SHA-256 of the bundle in hexadecimal.
func (b *Bundle) Digest() string {
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:])
}

// ParseBundle reads what String returns.
func ParseBundle(s string) (*Bundle, error) {
	b := new(Bundle)
	if err := json.Unmarshal([]byte(s), b); err != nil {
		return nil, fmt.Errorf("the model cannot be read: %w", err)
	}
	return b, nil
}
