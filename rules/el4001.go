package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL4001", Name: "QueryInLoop", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "database"},
		Summary: "A database is asked once per element, where one query or one batch would do",
	},
	// What a repository is, the class hierarchy says, not a name.
	Needs: Needs{
		Called: func(e *Engine, c classfile.Member) bool {
			if e.query(c) != noQuery {
				return true
			}
			asking := e.askingMethods()
			return len(asking) > 0 && len(asking[c.Name+c.Desc]) > 0
		},
		CalledNames: askingNames,
	},
	Active: usesDatabase,
	Check:  queryInLoop,
})

// queryKind says what a call does.
type queryKind uint8

const (
	noQuery    queryKind = iota
	execution            // goes to the database
	preparing            // has the database, or the driver, parse a statement
	jpqlParser           // parses a query in this process
)

// api is the calls of one type that matter, by method name.
type api struct {
	types []string
	calls map[string]queryKind
}

func names(k queryKind, ns ...string) map[string]queryKind {
	m := map[string]queryKind{}
	for _, n := range ns {
		m[n] = k
	}
	return m
}

var jpaQuery = names(execution, "getResultList", "getResultStream", "getSingleResult", "getSingleResultOrNull", "executeUpdate")

// databaseAPIs are the interfaces by which Java programs ask databases. Batches (executeBatch, batchUpdate) are what
// the rule asks for, and getReference asks nothing.
var databaseAPIs = []api{
	{[]string{"java/sql/Statement", "java/sql/PreparedStatement", "java/sql/CallableStatement"},
		names(execution, "execute", "executeQuery", "executeUpdate", "executeLargeUpdate")},
	{[]string{"java/sql/Connection"}, names(preparing, "prepareStatement", "prepareCall")},
	{[]string{"javax/persistence/EntityManager", "jakarta/persistence/EntityManager", "org/hibernate/Session"},
		map[string]queryKind{"find": execution, "refresh": execution, "get": execution, "createQuery": jpqlParser, "createNativeQuery": jpqlParser}},
	{[]string{"javax/persistence/Query", "jakarta/persistence/Query", "javax/persistence/TypedQuery", "jakarta/persistence/TypedQuery"}, jpaQuery},
	{[]string{"org/hibernate/query/Query", "org/hibernate/Query"}, names(execution, "getResultList", "getSingleResult", "list", "uniqueResult", "executeUpdate")},
	{[]string{"org/springframework/jdbc/core/JdbcTemplate", "org/springframework/jdbc/core/JdbcOperations",
		"org/springframework/jdbc/core/namedparam/NamedParameterJdbcTemplate", "org/springframework/jdbc/core/namedparam/NamedParameterJdbcOperations"},
		names(execution, "query", "queryForObject", "queryForList", "queryForMap", "queryForRowSet", "update", "execute")},
}

// apisByCall is databaseAPIs by the names of their calls.
var apisByCall = func() map[string][]*api {
	m := map[string][]*api{}
	for i := range databaseAPIs {
		for name := range databaseAPIs[i].calls {
			m[name] = append(m[name], &databaseAPIs[i])
		}
	}
	return m
}()

// databasePackages are where types of databaseAPIs and repositories are.
var databasePackages = []string{"java/sql/", "javax/persistence/", "jakarta/persistence/", "org/hibernate/", "org/springframework/"}

// askingNames returns the names of the methods that may ask a database; none where any name may.
func askingNames(e *Engine) []string {
	if e.springData() {
		return nil // every abstract method of a repository does
	}
	all := map[string]bool{}
	for name := range apisByCall {
		all[name] = true
	}
	for id := range e.askingMethods() {
		name, _, _ := strings.Cut(id, "(")
		all[name] = true
	}
	return slices.Collect(maps.Keys(all))
}

// usesDatabase reports whether any class of the program mentions a database at all. Every archive asks, so the answer is
// computed once.
func usesDatabase(e *Engine) bool {
	type key struct{}
	uses, _ := e.Program.Once(key{}, func() (any, error) {
		return slices.ContainsFunc(e.Program.Classes(), func(c *classfile.Class) bool { return mentionsDatabase(&c.Pool) }), nil
	})
	return uses == true
}

func mentionsDatabase(p *classfile.Pool) bool {
	for i := 1; i < p.Len(); i++ {
		if p.Tag(i) == classfile.TagClass && slices.ContainsFunc(databasePackages, func(s string) bool { return strings.HasPrefix(p.ClassName(i), s) }) {
			return true
		}
	}
	return false
}

// queryInLoop finds queries that are repeated for every iteration or element.
func queryInLoop(m *Method) {
	f := m.Func()
	reported := map[ssa.ID]bool{} // statements that a reported execution runs
	var prepared []preparation
	for v, c := range m.Calls() {
		kind := m.Engine.query(c)
		callee := askingMethod{text: -1, table: -1}
		if kind == noQuery {
			var ok bool
			if callee, ok = m.askingCallee(v, c); !ok {
				continue
			}
		}
		r, ok := m.repetition(v)
		if !ok {
			continue
		}
		switch {
		case kind == preparing || kind == jpqlParser:
			prepared = append(prepared, preparation{v, c, kind, r})
		case r.loop >= 0 && (m.answersDecide(r.loop) || m.waitsIn(r.loop) || m.countsAttempts(r.loop)):
			// The loop goes on as the database answers: pages, chunks, a walk up a tree, an attempt, a lock that is waited for.
		case callee.text >= 0 && m.ownStatement(f.Args(v)[callee.text], r), callee.table >= 0 && !m.settled(f.Args(v)[callee.table], r):
		case callee.method != nil:
			m.reportAsking(v, c, callee, r)
		case m.cannotCombine(v, c, r):
		default:
			m.reportQuery(v, c, kind, r)
			reported[m.madeBy(f.Args(v)[0])] = true
		}
	}
	for _, p := range prepared {
		args := f.Args(p.at)
		// What is reported where it is run need not be reported where it is prepared: one repair ends both.
		if reported[p.at] || len(args) < 2 || !m.settled(args[1], p.repetition) || m.lazily(p.at) ||
			p.loop >= 0 && (m.answersDecide(p.loop) || m.waitsIn(p.loop) || m.countsAttempts(p.loop)) {
			continue
		}
		m.reportQuery(p.at, p.call, p.kind, p.repetition)
	}
	m.referencedQueries()
}

// preparation is a call that has a statement parsed again and again.
type preparation struct {
	at   ssa.ID
	call classfile.Member
	kind queryKind
	repetition
}

// cannotCombine reports whether no statement for all elements could take the place of an execution: its text is another
// one each time, or the loop adds it to a batch already where batches are on.
func (m *Method) cannotCombine(v ssa.ID, c classfile.Member, r repetition) bool {
	args := m.Func().Args(v)
	if m.batchedToo(args[0], r) {
		return true
	}
	if !hasText(c, args) {
		return false
	}
	table := m.variedTable(args[1])
	return table != 0 && !m.settled(table, r) || m.ownStatement(args[1], r)
}

// madeBy returns the call that a statement comes from, through the calls that set its parameters and return it.
func (m *Method) madeBy(statement ssa.ID) ssa.ID {
	f := m.Func()
	for range 20 {
		statement = m.Strip(statement)
		c, _ := f.Member(statement)
		if k := m.Engine.query(c); !f.IsCall(statement) || k == preparing || k == jpqlParser || len(f.Args(statement)) == 0 || f.Values[statement].Op == classfile.OpInvokestatic {
			return statement
		}
		statement = f.Args(statement)[0]
	}
	return statement
}

// reportQuery reports a query, priced as one system call to send it and one to receive the answer: what the database
// and the network do with it comes on top.
func (m *Method) reportQuery(v ssa.ID, c classfile.Member, kind queryKind, r repetition) {
	name := simpleName(c.Class) + "." + c.Name
	cost := m.TilesOf(v)
	change := Change{At: v, Cost: cost, Per: r.per()}
	var message string
	switch kind {
	case preparing:
		change.Cost, change.Case = cost.Add(m.Engine.roundTrip()), "Prepare"
		message = fmt.Sprintf("%s prepares the same statement %s; prepare it once before", name, r.again())
	case jpqlParser:
		change.Cost = cost.Add(m.Engine.LibraryCost("java/util/HashMap", "get", mapGet, 1))
		message = fmt.Sprintf("%s creates the same query %s; create it once before and only set its parameters", name, r.again())
	default:
		change.Cost, change.Case = cost.Add(m.Engine.roundTrip()), "Query"
		if c.Name == "executeUpdate" || c.Name == "executeLargeUpdate" {
			change.Case = "Update"
		}
		message = fmt.Sprintf("%s asks the database %s; ask once for all of them, or use a batch", name, r.again())
	}
	if r.loop >= 0 {
		change.Loop, change.Once = r.loop, change.Cost
	}
	if energy := m.Energy(change); energy != nil {
		m.Report(v, name, message, energy)
	}
}

// roundTrip is the least that talking to another process costs: two system calls.
func (e *Engine) roundTrip() pattern.Counts {
	return e.LibraryCost("java/io/FileInputStream", "read", "()I", 1).Scale(2)
}

// query returns the kind of database query that a call makes.
func (e *Engine) query(c classfile.Member) queryKind {
	if e.hasOwnCode(c.Class, c.Name, c.Desc) {
		return noQuery // a driver's own code, which asks where it does
	}
	for _, a := range apisByCall[c.Name] {
		for _, t := range a.types {
			if e.IsClass(c.Class, t) {
				return a.calls[c.Name]
			}
		}
	}
	if c.Interface && e.repository(c.Class) && e.queries(c) {
		return execution
	}
	return noQuery
}

// repository reports whether an interface is a Spring Data repository: those are implemented at run time, every abstract
// method by a query.
func (e *Engine) repository(name string) bool {
	if !e.springData() {
		return false
	}
	if springRepository(name) {
		return true
	}
	c := e.Program.Lookup(name)
	if c == nil {
		return false
	}
	for _, a := range c.Annotations() {
		if a.Type == repositoryAnnotation {
			return true
		}
	}
	return slices.ContainsFunc(e.Program.Supers(name), springRepository)
}

// usesSpringData reports whether any class of the program mentions Spring Data.
func (e *Engine) usesSpringData() bool { return slices.Contains(e.eachPool(mentionsSpringData), true) }

// mentionsSpringData reports whether a constant pool names a class of Spring Data.
func mentionsSpringData(p *classfile.Pool) bool {
	for i := 1; i < p.Len(); i++ {
		if t := p.Tag(i); t == classfile.TagClass && strings.HasPrefix(p.ClassName(i), "org/springframework/data/") ||
			t == classfile.TagUtf8 && p.Utf8(i) == repositoryAnnotation {
			return true
		}
	}
	return false
}

// eachPool returns what f says of the constant pool of each class, in the order of the classes.
func (e *Engine) eachPool(f func(p *classfile.Pool) bool) []bool {
	classes := e.Program.Classes()
	out := make([]bool, len(classes))
	e.Program.Parallel(len(classes), func(i int) {
		e.Program.Isolate(classes[i], nil, func() { out[i] = f(&classes[i].Pool) })
	})
	return out
}

const repositoryAnnotation = "Lorg/springframework/data/repository/RepositoryDefinition;"

func springRepository(name string) bool {
	return strings.HasPrefix(name, "org/springframework/data/") && strings.HasSuffix(name, "Repository")
}

// queries reports whether a method of a repository is a query for one thing: not a default method, not one that takes
// many at once, not one that only gives a reference.
func (e *Engine) queries(c classfile.Member) bool {
	switch c.Name {
	case "getReferenceById", "getById", "getOne", "flush", "equals", "hashCode", "toString":
		return false
	}
	for _, t := range classfile.Params(c.Desc) {
		switch t {
		case "Ljava/lang/Iterable;", "Ljava/util/Collection;", "Ljava/util/List;", "Ljava/util/Set;":
			return false
		}
	}
	r := e.Program.Resolve(c.Class, c.Name, c.Desc)
	return r.Method == nil || r.Method.Abstract()
}
