// Command commentpicture makes docs/pull-request-comment.png: the comment on the pull request of examples/pull-request as a
// browser shows it. It needs chromium, fonts-noto-color-emoji, and npm, which fetches a renderer of Markdown and GitHub's style sheet.
//
// Usage: go run ./script/commentpicture
//
// The picture holds the digest of the comment's text: a test fails when the comment is another one by now.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/energylint/energylint/internal/atomicfile"
)

const (
	picture = "docs/pull-request-comment.png"
	keyword = "energylint-comment" // of the chunk with the digest
	width   = 1060
	height  = 2400 // more than the comment takes: the rest is cut off
	margin  = 16
)

// comment is the command whose output the picture shows.
var comment = []string{
	"diff", "examples/pull-request/main", "examples/pull-request/branch", "--base-label", "main", "--head-label", "pull request 7",
	"--format", "markdown",
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "commentpicture:", err)
		os.Exit(1)
	}
}

func run() error {
	text, err := exec.Command("go", append([]string{"run", "./cmd/energylint"}, comment...)...).Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return fmt.Errorf("energylint %s: %w", strings.Join(comment, " "), err)
	}
	dir, err := os.MkdirTemp("", "commentpicture-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	page, err := render(dir, text)
	if err != nil {
		return err
	}
	shot, err := screenshot(dir, page)
	if err != nil {
		return err
	}
	return atomicfile.Write(picture, withDigest(shot, digest(text)))
}

// render turns the comment into a page in the style of GitHub.
func render(dir string, text []byte) (page string, err error) {
	install := exec.Command("npm", "install", "--silent", "--no-save", "--prefix", dir, "marked@15.0.12", "github-markdown-css@5.8.1")
	if output, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install: %w\n%s", err, output)
	}
	marked := exec.Command("node", filepath.Join(dir, "node_modules/marked/bin/marked.js"), "--gfm")
	marked.Stdin = bytes.NewReader(text)
	html, err := marked.Output()
	if err != nil {
		return "", fmt.Errorf("marked: %w", err)
	}
	css, err := os.ReadFile(filepath.Join(dir, "node_modules/github-markdown-css/github-markdown-light.css"))
	if err != nil {
		return "", err
	}
	page = filepath.Join(dir, "comment.html")
	return page, atomicfile.Write(page, fmt.Appendf(nil, `<!doctype html><meta charset="utf-8"><style>%s
body { margin: 0; padding: %dpx; background: #fff; }
.comment { border: 1px solid #d0d7de; border-radius: 6px; }
.author { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d0d7de; border-radius: 6px 6px 0 0; color: #59636e;
  font: 14px -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; }
.author b { color: #1f2328; }
.markdown-body { padding: 16px; }
</style><div class="comment"><div class="author"><b>github-actions</b> bot commented</div>
<div class="markdown-body">%s</div></div>`, css, margin, html))
}

// screenshot is the page as chromium shows it, without the empty part below.
func screenshot(dir, page string) ([]byte, error) {
	file := filepath.Join(dir, "comment.png")
	chromium := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		"--user-data-dir="+filepath.Join(dir, "profile"), fmt.Sprintf("--window-size=%d,%d", width, height), "--screenshot="+file, "file://"+page)
	if output, err := chromium.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("chromium: %w\n%s", err, output)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	whole, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	area := whole.Bounds()
	for area.Dy() > 1 && blank(whole, area.Max.Y-1) {
		area.Max.Y--
	}
	area.Max.Y = min(area.Max.Y+margin, whole.Bounds().Max.Y)
	// Few colours make a small file.
	small := image.NewPaletted(area, palette())
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			small.Set(x, y, whole.At(x, y))
		}
	}
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, small)
	return b.Bytes(), err
}

// palette has the greys of text, and a cube of colours for the rest.
func palette() color.Palette {
	var p color.Palette
	for i := range 40 {
		v := uint8(i * 255 / 39)
		p = append(p, color.RGBA{v, v, v, 255})
	}
	for r := range 6 {
		for g := range 6 {
			for b := range 6 {
				p = append(p, color.RGBA{uint8(r * 51), uint8(g * 51), uint8(b * 51), 255})
			}
		}
	}
	return p
}

func blank(i image.Image, y int) bool {
	for x := i.Bounds().Min.X; x < i.Bounds().Max.X; x++ {
		if r, g, b, _ := i.At(x, y).RGBA(); r != 0xffff || g != 0xffff || b != 0xffff {
			return false
		}
	}
	return true
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// The signature of a PNG file and its first chunk, which is of a fixed size.
const pngHead = 8 + 12 + 13

// withDigest adds a chunk of text behind the first one of a PNG file.
func withDigest(file []byte, digest string) []byte {
	chunk := append([]byte("tEXt"+keyword+"\x00"), digest...)
	out := append([]byte(nil), file[:pngHead]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
	out = append(out, chunk...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	return append(out, file[pngHead:]...)
}

// digestOf is the digest in a PNG file that withDigest made, empty where it has none.
func digestOf(file []byte) string {
	_, rest, ok := bytes.Cut(file, []byte("tEXt"+keyword+"\x00"))
	if !ok || len(rest) < sha256.Size*2 {
		return ""
	}
	return string(rest[:sha256.Size*2])
}
