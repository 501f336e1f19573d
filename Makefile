# make run      set up, build and open the map
# make test     set up, build and run every check
# make bench    measure; prints the figures README quotes
# make soak     the proofs that nothing is lost, at full length (about 15 minutes)
# make fuzz     a million broken property lists; FUZZ_RUNS=N for more
# make install  PREFIX=/usr/local

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
FUZZ_RUNS ?= 1000000
SOAK_SEED ?= 1
TEST_LOG ?= .build/test.log

# The Swift runtime is linked in, so that the installed program needs no toolchain.
RELEASE = -c release --static-swift-stdlib -Xswiftc -warnings-as-errors
DEBUG = -Xswiftc -warnings-as-errors
BINARY = .build/release/pigeon

.PHONY: run build setup setup-test test lint bench soak fuzz install uninstall clean

run: build
	@$(BINARY) $(ARGS)

build: setup
	$(SWIFT) build $(RELEASE) --product pigeon

setup:
	@Scripts/setup build

setup-test:
	@Scripts/setup test

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Fuzz

test: setup-test lint build
	$(SWIFT) build --build-tests $(DEBUG) --explicit-target-dependency-import-check error
	@echo "testing; everything is in $(TEST_LOG)"
	@$(SWIFT) test --skip-build $(DEBUG) > $(TEST_LOG) 2>&1; status=$$?; \
	  grep -aE '^✘|^↳|error:|Fatal error|Test run with|Executed [1-9]' $(TEST_LOG) | cut -c1-500; \
	  if [ $$status -ne 0 ]; then tail -n 5 $(TEST_LOG) | cut -c1-500; fi; exit $$status

bench: setup-test build
	@python3 Scripts/bench $(BINARY)

soak: setup-test build
	python3 Scripts/prove $(BINARY) --thorough --seed $(SOAK_SEED)

# One module of the room and the fuzz target, so that libFuzzer sees the room's branches. Inputs that
# reach new ones are kept in the corpus; a fault is left as .build/crash-…
fuzz:
	mkdir -p .build/fuzz-corpus
	swiftc -O -swift-version 6 -sanitize=fuzzer -parse-as-library -module-name Fuzz \
	  Sources/Preferences/*.swift Fuzz/PropertyLists.swift -o .build/fuzz-property-lists
	SWIFT_BACKTRACE=enable=no .build/fuzz-property-lists -runs=$(FUZZ_RUNS) -max_len=4096 \
	  -timeout=10 -dict=Fuzz/tokens.dict -artifact_prefix=.build/ -print_final_stats=1 \
	  .build/fuzz-corpus Fuzz/Seeds

install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/pigeon
	install -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/pigeon
	cp -R Resources/. $(DESTDIR)$(PREFIX)/share/pigeon/

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/pigeon
	rm -rf $(DESTDIR)$(PREFIX)/share/pigeon

clean:
	$(SWIFT) package clean
