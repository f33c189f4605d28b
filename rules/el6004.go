package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL6004", Name: "ThreadPerTask", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "threads"},
		Summary: "A thread, or a pool of threads, is made for each task; a shared pool uses its threads again",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{append(remakingNames(executors), "java/lang/Thread.start")}},
	Check: threadPerTask,
})

const (
	executorDoes   = "makes a pool, and threads for it,"
	executorAdvice = "share one"
)

var executors = []remaking{
	{class: "java/util/concurrent/Executors", calls: []string{"newFixedThreadPool", "newCachedThreadPool", "newSingleThreadExecutor", "newScheduledThreadPool", "newSingleThreadScheduledExecutor", "newWorkStealingPool"},
		does: executorDoes, advice: executorAdvice, measured: "PoolForTask"},
	{class: "java/util/concurrent/ThreadPoolExecutor", calls: []string{"<init>"}, does: executorDoes, advice: executorAdvice, measured: "PoolForTask"},
	{class: "java/util/concurrent/ForkJoinPool", calls: []string{"<init>"}, does: executorDoes, advice: executorAdvice, measured: "PoolForTask"},
	{class: "java/util/Timer", calls: []string{"<init>"}, does: "makes a thread", advice: executorAdvice, measured: "PoolForTask"},
}

// taskSources are methods that give the next task: a thread that is made for their result is one for each task, and not one of
// a number that somebody chose.
var taskSources = map[string]bool{"accept": true, "take": true, "poll": true, "next": true, "receive": true, "nextElement": true, "readObject": true, "remove": true, "pop": true}

// abandoning are methods after which a task may go on: in a pool that others use it would keep a thread from them.
var abandoning = []classfile.Member{{Class: "java/util/concurrent/ExecutorService", Name: "shutdownNow"}}

// threadPerTask finds pools and threads that are made for each task.
func threadPerTask(m *Method) {
	if !m.callsOne(abandoning) {
		remakings(executors)(m)
	}
	f := m.Func()
	for v, c := range m.Calls("start") {
		if c.Class != "java/lang/Thread" || f.Values[v].Op != classfile.OpInvokevirtual {
			continue
		}
		made := m.Strip(f.Args(v)[0])
		t := m.uses()
		if f.Values[made].Op != classfile.OpNew || f.Values[made].Kind != ssa.Instr || !m.startedOnly(t, made) {
			continue
		}
		r, ok := m.repetition(v)
		if !ok || r.loop >= 0 && (!m.takesTask(r.loop) || m.rare(v)) || m.onlyWithoutIdle(v) {
			continue
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: "ThreadForTask"}); energy != nil {
			m.Report(v, "start", fmt.Sprintf("A thread is made and started %s; give the task to an executor, which uses its threads again", r.again()), energy)
		}
	}
}

// startedOnly reports whether a thread is made, configured and started, and not kept.
func (m *Method) startedOnly(t *useTable, made ssa.ID) bool {
	f := m.Func()
	for _, u := range t.of(made) {
		c, _ := f.Member(u)
		if !f.IsCall(u) || f.Values[u].Op == classfile.OpInvokestatic || f.Args(u)[0] != made {
			return false
		}
		switch c.Name {
		case "<init>", "setDaemon", "setName", "setPriority", "setUncaughtExceptionHandler", "setContextClassLoader", "start":
		default:
			return false
		}
	}
	return true
}

// idleTests are the questions whether a collection of workers has one that waits, and takingWorker the methods that take it.
var (
	idleTests    = []string{"isEmpty", "empty", "size"}
	takingWorker = append([]string{"removeElementAt", "take"}, removals...)
)

// onlyWithoutIdle reports whether an instruction runs only where a collection is empty from which the method takes otherwise: the method is a
// pool of threads, and makes one where none waits for a task.
func (m *Method) onlyWithoutIdle(v ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	at := int(f.Values[v].Block)
	for test := range m.Calls(idleTests...) {
		args := f.Args(test)
		if len(args) == 0 || !m.onlyByAnswer(test, at) {
			continue
		}
		for take := range m.Calls(takingWorker...) {
			if of := f.Args(take); len(of) > 0 && m.Same(of[0], args[0]) && !g.Dominators.Dominates(int(f.Values[take].Block), at) {
				return true
			}
		}
	}
	return false
}

// takesTask reports whether loop l takes its next element or task from somewhere.
func (m *Method) takesTask(l int) bool {
	for v, c := range m.Calls() {
		if taskSources[c.Name] && m.InLoop(v, l) && m.LoopOf(v) == l {
			return true
		}
	}
	return false
}
