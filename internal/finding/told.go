package finding

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/plain"
)

// A jar can have a problem with each of its 65,535 entries, and each entry a name of 65,535 bytes.
const (
	maxOfKind     = 10   // notifications of one kind that people are told
	maxToldBytes  = 1000 // of a path or a message
	maxKept       = 20_000
	maxKeptBytes  = 8 << 20
	wordsOfAKind  = 3
	maxToldInText = 200
)

// CompareNotifications orders notifications by severity, then by path and message: what made a part of the result missing is not below
// what is only to be known, nor left out for it.
func CompareNotifications(x, y Notification) int {
	return cmp.Or(y.Level.Rank()-x.Level.Rank(), strings.Compare(x.Path, y.Path), strings.Compare(x.Message, y.Message))
}

// kind tells notifications apart by their level and the first words of their messages, which do not name places.
func (n Notification) kind() string {
	words := strings.Fields(plain.Short(n.Message, maxToldBytes))
	return string(n.Level) + ": " + strings.Join(words[:min(len(words), wordsOfAKind)], " ")
}

// Told returns the notifications that people are told: the first of every kind, and behind them how many more there are.
func Told(ns []Notification) []Notification {
	var out, rest []Notification
	seen := map[string]int{}
	var kinds []string
	for _, n := range ns {
		k := n.kind()
		if seen[k]++; seen[k] == maxOfKind+1 || seen[k] <= maxOfKind && len(out) >= maxToldInText && seen[k] == 1 {
			kinds = append(kinds, k)
			rest = append(rest, n)
		}
		if seen[k] <= maxOfKind && len(out) < maxToldInText {
			out = append(out, Notification{n.Level, plain.Short(n.Path, maxToldBytes), plain.Short(n.Message, maxToldBytes)})
		}
	}
	shown := map[string]int{}
	for _, n := range out {
		shown[n.kind()]++
	}
	for i, k := range kinds {
		if i == maxOfKind*maxOfKind {
			level := rest[i].Level
			for _, n := range rest[i:] {
				if n.Level.Rank() > level.Rank() {
					level = n.Level
				}
			}
			out = append(out, Notification{Level: level, Message: fmt.Sprintf("and %d more kinds of problems (the json format has them)", len(kinds)-i)})
			break
		}
		_, words, _ := strings.Cut(k, ": ")
		out = append(out, Notification{Level: rest[i].Level, Message: fmt.Sprintf("and %d more (%s ...); the json format has them", seen[k]-shown[k], words)})
	}
	return out
}

// Bounded returns the notifications that a report has: all of them, unless they are more than a program that is not made to
// have them gives; then the last one says how many are left out.
func Bounded(ns []Notification) []Notification {
	size := 0
	for i, n := range ns {
		if size += len(n.Path) + len(n.Message); i < maxKept && size <= maxKeptBytes {
			continue
		}
		more := Notification{Level: Note, Message: fmt.Sprintf("%d more problems of the analysis are left out", len(ns)-i)}
		for _, left := range ns[i:] {
			if left.Level.Rank() > more.Level.Rank() {
				more.Level = left.Level
			}
		}
		return append(ns[:i:i], more)
	}
	return ns
}
