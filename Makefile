# Every target works on a machine with nothing but make and a Swift toolchain: Scripts/setup installs the rest.

# What `make serve` hands to the server, e.g. make serve ARGS='--listen :9000 --bundle ../tmapswww'
ARGS ?=
PYTEST = .venv/bin/python -m pytest
JS_TESTS = $(shell find Tests -name '*.test.js' -o -name '*.test.mjs')
BROWSER_TESTS = $(shell find Tests/Browser -name 'test_*.py' 2>/dev/null)
SWIFT_FILES = Package.swift Sources Tests Examples
# touch, because SwiftPM does not see by itself that a file has come or gone in the package that this one depends on.
BUILD_EXAMPLES = touch Examples/Package.swift && swift build --package-path Examples --scratch-path .build/examples

.DEFAULT_GOAL := help
.PHONY: help serve build examples bench bench-relay bench-tls bench-scanner bench-viewer bench-durable fuzz soak
.PHONY: test test-scripts test-protocol test-js test-swift test-browser test-soak
.PHONY: check check-quick check-imports check-budgets check-format check-strict check-allocations check-threads
.PHONY: check-memory format setup setup-test setup-bench clean

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{ printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The server itself says only where it listens; the address of the demo map is for the person at the terminal.
serve: SHELL := /bin/bash
serve: setup ## Install what is missing, build, and serve the demo map
	swift build -c release --product tmaps
	@exec .build/release/tmaps serve $(ARGS) > >(trap '' INT; exec sed -u 's|^listening on \(.*\)|&\ndemo map: \1/?map=demo|')

build: setup ## Build everything for debugging
	swift build

examples: setup ## Build the programs of Examples
	$(BUILD_EXAMPLES)

test: setup-test check-quick test-scripts test-protocol test-js test-swift test-browser test-soak ## Install what is missing and run every test

test-scripts: ## The tests of Scripts, which also look at this repository's imports
	$(PYTEST) Scripts/tests

test-protocol: ## The table of small JSON texts, against Python and node
	$(PYTEST) Tests/Protocol

test-js: ## The browser code's unit tests
	$(if $(JS_TESTS),node --test $(JS_TESTS),@echo 'no *.test.js under Tests')

test-swift: ## The Swift tests
	swift test --disable-xctest --no-parallel

test-browser: ## The tests in a real browser, against the debug build; as many at a time as processors
	swift build --product tmaps
	$(BUILD_EXAMPLES)
	$(if $(BROWSER_TESTS),$(PYTEST) Tests/Browser -n auto --dist worksteal,@echo 'no test_*.py in Tests/Browser')

test-soak: ## Numbered actions through kills, cuts and a full disk for 20 s, with history trimmed and sessions deleted
	swift build --product tmaps
	PYTHONPATH=Scripts .venv/bin/python -m soak --seconds 20

soak: setup-test ## The same for long, and a thousand frozen readers; SOAK_SECONDS=3600 for an hour
	swift build -c release --product tmaps
	TMAPS_BIN=$(CURDIR)/.build/release/tmaps FROZEN_READERS=1000 $(PYTEST) Tests/Browser/test_slow_peers.py
	TMAPS_BIN=$(CURDIR)/.build/release/tmaps PYTHONPATH=Scripts nice .venv/bin/python -m soak \
		--seconds $(or $(SOAK_SECONDS),600)

check: check-quick check-strict check-allocations check-threads check-memory ## Format, imports, budgets, warnings, sanitizers

check-quick: check-imports check-budgets check-format ## The checks that take seconds; with -k all that is wrong

check-imports: ## Who imports whom, against the table
	Scripts/check-imports

check-budgets: ## Lengths, force unwraps and the like
	Scripts/check-budgets

check-format: ## Report what `make format` would change
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)

check-strict: ## Build with warnings as errors
	TMAPS_STRICT=1 swift build --build-tests --scratch-path .build/strict

check-allocations: ## What the heap is asked for each relayed action, in the release build
	swift build -c release --product tmaps
	Scripts/check-allocations

check-threads: ## The Swift tests under ThreadSanitizer
	swift test --disable-xctest --no-parallel --sanitize=thread --scratch-path .build/thread

check-memory: ## The Swift tests under AddressSanitizer
	LSAN_OPTIONS=suppressions=$(CURDIR)/Scripts/leaks.supp ASAN_OPTIONS=suppressions=$(CURDIR)/Scripts/address.supp \
	swift test --disable-xctest --no-parallel --sanitize=address --scratch-path .build/address

format: ## Format the Swift files in place
	swift format --in-place --parallel --recursive $(SWIFT_FILES)

bench: setup-bench bench-relay bench-tls bench-durable bench-scanner bench-viewer ## Figures beside peers, docs/performance.md

bench-relay: ## Measure the relay beside socketify and a bare C relay
	swift build -c release --product tmaps
	.venv/bin/python Benchmarks/relay

bench-tls: ## Measure what TLS costs
	swift build -c release --product tmaps
	Benchmarks/tls

bench-scanner: ## Time the action scanner beside JSON.parse and orjson
	Benchmarks/scanner .venv/bin/python

bench-durable: ## Time confirmed dispatches beside mosquitto, Redis and NATS JetStream
	swift build -c release --product tmaps
	Benchmarks/durable

bench-viewer: ## Measure the default bundle beside a bare MapLibre page
	swift build -c release --product tmaps
	Benchmarks/viewer .venv/bin/python

fuzz: ## Fuzz the action scanner; FUZZ_SECONDS=3600 for an hour
	Scripts/fuzz $(or $(FUZZ_SECONDS),60)

setup: ## Install what building and serving needs
	@Scripts/setup serve

setup-test: ## Install what the tests need as well
	@Scripts/setup test

setup-bench: ## Install what the comparisons need as well
	@Scripts/setup bench

clean: ## Remove what was built, and the Python environment
	rm -rf .build .venv
