# make run      set up, build and open the map
# make test     set up, build and run every check
# make bench    measure; prints the figures README quotes
# make soak     the proofs that nothing is lost, at full length (about 15 minutes)
# make fuzz     a million broken property lists, and as many broken tiles; FUZZ_RUNS=N for more
# make install  PREFIX=/usr/local

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
FUZZ_RUNS ?= 1000000
SOAK_SEED ?= 1
TEST_LOG ?= .build/test.log
# The tests of the program from outside.
OUTSIDE = ^(EndToEndTests|ProofTests)[.]

# The Swift runtime is linked in, so that the installed program needs no toolchain.
RELEASE = -c release --static-swift-stdlib -Xswiftc -warnings-as-errors
# Optimized like a release, apart from it: the tests are let in, and run in a third of the time.
TESTS = -c release --scratch-path .build/tests -Xswiftc -enable-testing \
  -Xswiftc -warnings-as-errors
BINARY = .build/release/pigeon

.PHONY: run build setup setup-test test lint bench soak fuzz fuzz-property-lists fuzz-tiles install uninstall clean

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

# Runs some of the tests, with all they say in the log.
run-tests = $(SWIFT) test --skip-build $(TESTS)

# First what needs the processor; then, undisturbed, what waits for other programs.
test: setup-test lint
	$(SWIFT) build --build-tests $(TESTS) --explicit-target-dependency-import-check error
	@echo "testing; everything is in $(TEST_LOG)"
	@$(run-tests) --skip '$(OUTSIDE)' > $(TEST_LOG) 2>&1; status=$$?; \
	  $(run-tests) --filter '$(OUTSIDE)' >> $(TEST_LOG) 2>&1 || status=$$?; \
	  grep -aE '^✘|^↳|error:|Fatal error|Test run with|Executed [1-9]' $(TEST_LOG) | cut -c1-500; \
	  if [ $$status -ne 0 ]; then tail -n 5 $(TEST_LOG) | cut -c1-500; fi; exit $$status

bench: setup-test build
	@python3 Scripts/bench $(BINARY)

soak: setup-test build
	python3 Scripts/prove $(BINARY) --thorough --seed $(SOAK_SEED)

# One module of the room and the fuzz target, so that libFuzzer sees the room's branches. Inputs that
# reach new ones are kept in the corpus; a fault is left as .build/crash-…
FUZZ_COMPILE = swiftc -O -whole-module-optimization -swift-version 6 \
  -parse-as-library -module-name Fuzz
FUZZ_RUN = -runs=$(FUZZ_RUNS) -max_len=4096 -timeout=10 -artifact_prefix=.build/ \
  -print_final_stats=1

fuzz: fuzz-property-lists fuzz-tiles

fuzz-property-lists:
	mkdir -p .build/fuzz-corpus
	$(FUZZ_COMPILE) -sanitize=fuzzer Sources/Preferences/*.swift Fuzz/PropertyLists.swift \
	  -o .build/fuzz-property-lists
	SWIFT_BACKTRACE=enable=no .build/fuzz-property-lists $(FUZZ_RUN) -dict=Fuzz/tokens.dict \
	  .build/fuzz-corpus Fuzz/Seeds

fuzz-tiles:
	mkdir -p .build/fuzz-tiles-corpus .build/fuzz-objects
	swiftc -O -swift-version 6 -parse-as-library -whole-module-optimization -module-name Geodesy \
	  -emit-module-path .build/fuzz-objects/Geodesy.swiftmodule -emit-object \
	  Sources/Geodesy/*.swift -o .build/fuzz-objects/Geodesy.o
	for name in JPEG PNG WebP; do clang -O1 -g -fsanitize=fuzzer-no-link,address \
	  -ISources/CImage/include -c Sources/CImage/$$name.c \
	  -o .build/fuzz-objects/$$name.o || exit 1; done
	$(FUZZ_COMPILE) -sanitize=fuzzer,address -I.build/fuzz-objects -ISources/CZlib -ISources/CSQLite \
	  -IFuzz/CImage Sources/Tiles/*.swift Fuzz/Tiles.swift .build/fuzz-objects/*.o \
	  -o .build/fuzz-tiles
	Fuzz/tile-seeds .build/fuzz-tiles-seeds
	ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no .build/fuzz-tiles $(FUZZ_RUN) \
	  .build/fuzz-tiles-corpus .build/fuzz-tiles-seeds

install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/pigeon
	install -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/pigeon
	cp -R Resources/. $(DESTDIR)$(PREFIX)/share/pigeon/

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/pigeon
	rm -rf $(DESTDIR)$(PREFIX)/share/pigeon

clean:
	$(SWIFT) package clean
