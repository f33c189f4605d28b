# The commands of this repository; `make help` lists them.

GO ?= go

.DEFAULT_GOAL := help

# go test vets a package with a part of the analyzers. internal/repocheck vets all packages with all of them, so that the test runs
# that include it leave it to that: -vet off. The test binaries are linked without symbols of a debugger, which takes two thirds of the time.

.PHONY: help build test quick corpus-test test-all lint setup corpus fixtures summaries current-summaries released-summaries docs picture bench corpora loops bounds evidence fuzz random random-java mutants metering metering-of attack clean

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1 /p' $(MAKEFILE_LIST) | while read -r name text; do printf '%-12s %s\n' "$$name" "$$text"; done

build: ## build bin/energylint
	$(GO) build -trimpath -o bin/energylint ./cmd/energylint

test: setup corpus ## install what the tests need, then check and test everything
	@$(GO) run ./internal/testsummary -vet off -ldflags '-s -w' -p 2 -timeout 30m -count 1 ./...

quick: current-summaries ## vet, staticcheck, gofmt and the tests that take no JVM, corpus or builds: a minute
	@$(GO) run ./internal/testsummary -vet off -short -timeout 10m ./...

corpus-test: setup corpus ## the tests over real programs, with all of them (make test reads a part)
	@ENERGYLINT_LONG=1 $(GO) run ./internal/testsummary -p 1 -timeout 60m -count 1 -run 'Corpus|JDK|Deterministic|SARIF' ./...

test-all: setup ## every test with all that it can do, where make test takes a part: hours
	@script/corpus --all
	@ENERGYLINT_LONG=1 $(GO) run ./internal/testsummary -vet off -p 1 -timeout 3h -count 1 ./...

lint: ## only the checks: vet, staticcheck, gofmt, actionlint, shellcheck, imports, stale docs
	@$(GO) run ./internal/testsummary -count 1 ./internal/repocheck ./internal/docgen

setup: ## install compilers and build tools that the tests use (Debian, root)
	@script/setup
	@$(GO) run ./script/jdksummaries -missing

corpus: ## fetch the real jars that tests and benchmarks read
	@script/corpus

fixtures: ## compile testdata/fixtures and examples again
	script/fixtures

JDK ?= /usr/lib/jvm/java-17-openjdk-amd64
summaries: ## make the database of the JDK's methods again, from the JDK 17 in JDK: commit its digest
	$(GO) run ./script/jdksummaries $(JDK)

current-summaries: # the database of the committed digest, where the last release's is another and its JDK is installed
	@$(GO) run ./script/jdksummaries -missing

released-summaries: ## the same as summaries, for a release: commit the database itself
	$(GO) run ./script/jdksummaries -release $(JDK)

docs: ## generate what is generated in docs and README
	$(GO) generate ./...
	$(GO) run ./internal/docgen

picture: ## make docs/pull-request-comment.png again (needs chromium, fonts-noto-color-emoji and npm)
	$(GO) run ./script/commentpicture

bench: corpus ## speed and memory on the corpus, against unzip -t
	$(GO) run ./internal/bench -runs 7
	$(GO) run ./internal/bench -runs 1 -methods
	$(GO) run ./internal/bench -runs 3 -linear

corpora: corpus ## time, memory and exit status of check over JDKs, /usr/share/java and the corpus
	$(GO) run ./internal/bench -corpora

loops: ## write docs/loops.md: how many loops of real programs have a bound
	@script/corpus --all
	$(GO) run ./internal/coverage -page docs/loops.md
	$(GO) run ./internal/coverage -services -page docs/loops.md

bounds: ## write docs/bounds-measured.md: bounds beside measurements of library code and of what the JVM does
	$(GO) run ./internal/boundtable -page docs/bounds-measured.md

JDK25 ?= /usr/lib/jvm/temurin-25-jdk-amd64
LIBRARIES = $(patsubst %,--classpath /usr/share/java/%.jar,h2 postgresql slf4j-api logback-classic logback-core log4j-api log4j-core)
evidence: ## measure what the repairs of rules save on the JDKs in JDK and JDK25 (an hour, on a machine that does nothing else)
	script/with-postgres $(GO) run ./cmd/energylint rules measure $(LIBRARIES) -o rules/evidence/openjdk-17-x86-64.tsv --java $(JDK)/bin/java $(PAIRS)
	script/with-postgres $(GO) run ./cmd/energylint rules measure $(LIBRARIES) -o rules/evidence/openjdk-25-x86-64.tsv --java $(JDK25)/bin/java $(PAIRS)
	$(GO) run ./internal/docgen

FUZZTIME ?= 10s
fuzz: ## every fuzz target for FUZZTIME (10s)
	script/fuzz $(FUZZTIME)

PROGRAMS ?= 1000000
random: ## hold runs of PROGRAMS (1000000) random programs against their bounds
	ENERGYLINT_RANDOM_PROGRAMS=$(PROGRAMS) $(GO) test -count 1 -timeout 0 -v -run TestNoRunIsOutsideItsBounds ./internal/randprog

JAVA_PROGRAMS ?= 5000
random-java: ## hold runs of JAVA_PROGRAMS (5000) random Java programs on a JVM against their bounds
	ENERGYLINT_RANDOM_PROGRAMS=$(JAVA_PROGRAMS) $(GO) test -count 1 -timeout 0 -v -run TestRandomJava ./internal/metering

MUTANTS ?= 2000
mutants: corpus ## hold diff against MUTANTS (2000) seeded regressions and as many refactorings, and TheAlgorithms rewritten
	ENERGYLINT_MUTANTS=$(MUTANTS) $(GO) test -count 1 -timeout 60m -v ./internal/mutants

metering: ## hold the executions of TheAlgorithms/Java's tests against the bounds of its methods
	@script/corpus --all
	ENERGYLINT_METERING=1 $(GO) test -count 1 -timeout 60m -v -run TestOpenSourceExecutions ./internal/metering

SECONDS ?= 1200
metering-of: ## the same for the jar MAIN and the JUnit tests in the jar TESTS with the class path CP, run in DIRECTORY, for at most SECONDS (1200)
	@test -n "$(MAIN)" -a -n "$(TESTS)" || { echo "make metering-of: give the jar of a program and that of its JUnit tests: MAIN=app.jar TESTS=app-tests.jar" >&2; exit 2; }
	ENERGYLINT_METERING_MAIN=$(abspath $(MAIN)) ENERGYLINT_METERING_TESTS=$(abspath $(TESTS)) ENERGYLINT_METERING_CLASSPATH=$(CP) \
	ENERGYLINT_METERING_DIRECTORY=$(DIRECTORY) ENERGYLINT_METERING_SECONDS=$(SECONDS) \
	$(GO) test -count 1 -timeout 0 -v -run TestGivenExecutions ./internal/metering

attack: ## classes made to cost as much analysis as they can: time and memory as their size doubles
	$(GO) run ./internal/attack

clean: ## remove what was built
	rm -rf bin dist
