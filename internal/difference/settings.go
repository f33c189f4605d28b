package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/snapshot"
)

// SettingsError is the error of comparing snapshots whose numbers depend on different settings.
type SettingsError struct {
	Differences []string // "the model: rpi5-nyholm and bytecodes"
}

func (e *SettingsError) Error() string {
	return "base and head were analysed with different settings, so their costs cannot be compared: " + strings.Join(e.Differences, "; ")
}

// Comparable returns an error, a *SettingsError, where the costs of two states depend on different settings.
func Comparable(base, head *snapshot.Snapshot) error {
	return checkSettings(&base.Settings, &head.Settings)
}

// checkSettings returns an error that names the settings that differ.
func checkSettings(base, head *snapshot.Settings) error {
	var differences []string
	add := func(what, b, h string) {
		if b != h {
			differences = append(differences, fmt.Sprintf("%s: %s in base, %s in head", what, quoted(b), quoted(h)))
		}
	}
	add("model", base.Model, head.Model)
	if base.Model == head.Model && base.ModelDigest != head.ModelDigest {
		differences = append(differences, fmt.Sprintf("model: %s has other numbers in base than in head", head.Model))
	}
	add("residual", base.Residual, head.Residual)
	add("unit", base.Unit, head.Unit)
	add("device", base.Device, head.Device)
	add("confidence", fmt.Sprint(float64(base.Confidence)), fmt.Sprint(float64(head.Confidence)))
	add("JDK", base.JDK, head.JDK)
	if !slices.Equal(base.Libraries, head.Libraries) {
		differences = append(differences, "library models")
	}
	add("assumptions", assumptions(base.Assumptions), assumptions(head.Assumptions))
	add("unknown calls", base.UnknownCalls, head.UnknownCalls)
	if len(differences) == 0 {
		return nil
	}
	return &SettingsError{differences}
}

func quoted(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func assumptions(as []snapshot.Assumption) string {
	var texts []string
	for _, a := range as {
		text := a.Symbol + " <= " + number(float64(a.Max))
		if a.Energy != "" {
			text = a.Symbol + " <= " + a.Energy
		}
		if a.Method != "" {
			text += " in " + a.Method
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}
