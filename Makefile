# make run      set up, build and open the map
# make test     set up, build and run every check
# make bench    measure; prints the figures README quotes
# make install  PREFIX=/usr/local

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=

# The Swift runtime is linked in, so that the installed program needs no toolchain.
RELEASE = -c release --static-swift-stdlib -Xswiftc -warnings-as-errors
DEBUG = -Xswiftc -warnings-as-errors
BINARY = .build/release/pigeon

.PHONY: run build setup setup-test test lint bench install uninstall clean

run: build
	@$(BINARY) $(ARGS)

build: setup
	$(SWIFT) build $(RELEASE) --product pigeon

setup:
	@Scripts/setup build

setup-test:
	@Scripts/setup test

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

test: setup-test lint build
	$(SWIFT) build --build-tests $(DEBUG) --explicit-target-dependency-import-check error
	$(SWIFT) test --skip-build $(DEBUG)

bench: setup-test build
	@Scripts/bench $(BINARY)

install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/pigeon
	install -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/pigeon
	cp -R Resources/. $(DESTDIR)$(PREFIX)/share/pigeon/

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/pigeon
	rm -rf $(DESTDIR)$(PREFIX)/share/pigeon

clean:
	$(SWIFT) package clean
