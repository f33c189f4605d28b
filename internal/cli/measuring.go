package cli

import (
	"fmt"
	"time"

	"github.com/energylint/energylint/models/calibrate"
)

// measuring tells of the progress of a calibration: by a bar on a terminal, otherwise by a line now and then. Where it is
// interrupted, it has what to say of that.
type measuring struct {
	p      *program
	bar    *bar
	output string
	first  int // measurements of earlier runs
	begun  time.Time
	told   time.Time
	now    func() time.Time
}

// toldEvery is the time between two lines.
const toldEvery = 30 * time.Second

func (p *program) newMeasuring(output string) *measuring {
	m := &measuring{p: p, bar: newProgress(p.stderr, false), output: output, now: time.Now}
	m.say("nothing is measured yet")
	return m
}

// step is told how many measurements are done, of how many.
func (m *measuring) step(done, total int) {
	now := m.now()
	if m.begun.IsZero() {
		m.begun, m.told, m.first = now, now, done-1
		if m.bar != nil {
			m.bar.Phase("measuring", total)
		}
	}
	m.say(fmt.Sprintf("%d of %d measurements are done (%d%%), and kept in %s", done, total, 100*done/total, calibrate.JournalOf(m.output)))
	if m.bar != nil {
		m.bar.Step(done)
		return
	}
	if now.Sub(m.told) < toldEvery || done == total {
		return
	}
	m.told = now
	m.p.say("%d of %d measurements done (%d%%), about %v left", done, total, 100*done/total, m.left(now, done, total))
}

// say prepares what is said when the calibration is interrupted now.
func (m *measuring) say(text string) {
	text += "; the same command goes on from here"
	m.p.interrupted.Store(&text)
}

// left estimates the time that the measurements which are not done take, from those of this run.
func (m *measuring) left(now time.Time, done, total int) time.Duration {
	each := now.Sub(m.begun).Seconds() / float64(max(done-m.first-1, 1))
	left := time.Duration(each * float64(total-done) * float64(time.Second))
	if left > time.Minute {
		return left.Round(time.Minute)
	}
	return left.Round(time.Second)
}
