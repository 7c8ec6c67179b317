# dyncrawl: `make demo` shows it, `make test` proves it, `make help` lists the rest.

BIN := bin/dyncrawl

# SQLite's full-text search is a build tag; cgo builds SQLite and Tesseract.
export GOFLAGS += -tags=sqlite_fts5
export CGO_ENABLED := 1
# Without debugging symbols SQLite compiles in three quarters of the time.
export CGO_CFLAGS := -O2
# Tesseract's own threads slow small pictures down.
export OMP_THREAD_LIMIT := 1

.DEFAULT_GOAL := build
.PHONY: build demo test torture chaos soak course likeness sessions logins recorder lint fmt bench bench-captcha setup help

build: ## build bin/dyncrawl
	go build -o $(BIN) ./cmd/dyncrawl || { echo 'make setup installs what the build needs'; exit 1; }

demo: setup build ## crawl the practice site renren, compare it with the truth, show what was stored
	$(BIN) run flows/renren.yaml --fresh
	@echo; echo '# held against what the site says of itself:'
	$(BIN) demo compare renren renren
	@echo; echo '# what is in the store:'
	$(BIN) show renren
	@echo; echo '# two of its records; bin/dyncrawl export renren --to csv --type status writes all:'
	$(BIN) show renren --items comment --limit 2

# Arithmetic on pictures: it shares nothing, and takes six times as long under the
# race detector.
ARITHMETIC = ./captcha ./captcha/glyphs ./captcha/net/... ./captcha/prep ./captcha/synth

# Pages are explored for a time: nothing else takes it from them.
TIMED := dyncrawl/explore

# These take longest and begin first, so that none of them is left to run alone.
LONGEST := dyncrawl/crawl dyncrawl/cmd/dyncrawl dyncrawl/browser/chromedp

# lint has run go vet before: go test need not.
test: setup lint ## check formatting, vet, staticcheck, and run all tests, with the race detector where anything is shared
	go test -vet=off -p 2 $(ARITHMETIC)
	go test -vet=off -race -timeout 15m $(TIMED)
	go test -vet=off -race -p 2 -timeout 15m $(LONGEST) $(filter-out $(TIMED) $(LONGEST) $(shell go list $(ARITHMETIC)),$(shell go list ./...))

torture: setup build ## crawl every page of the hostile site, with both drivers
	$(BIN) torture --driver chromedp
	$(BIN) torture --driver rod

chaos: setup ## crawl 2,000 pages while the browser is killed 50 times
	go run ./cmd/soak -pages 2000 -kills 50 -stall 5s

soak: setup ## crawl PAGES pages (default 10,000), some of which hang, crash or are huge
	go run ./cmd/soak -pages $(or $(PAGES),10000) -bad 1

sessions: setup ## crawl 500 pages of a site whose logins end by count, at random, after 60 s and by scripts that log out
	go test ./crawl -run TestLoginsThatEnd -club-pages 500 -club-life 60s -v -timeout 20m

course: setup build ## crawl the obstacle course with both drivers and score what was found
	go run ./cmd/course -driver chromedp
	go run ./cmd/course -driver rod

likeness: setup ## measure how alike two states of a page must be to be one
	go run ./cmd/likeness

recorder: setup ## record each of the awkward forms, and replay it ten times in two skins with both drivers
	go test ./record -run 'TestRoundTrip|TestPracticeLogin' -v -rounds 10 -timeout 60m | grep -E ' of 10$$|^(---|ok|FAIL)'

logins: setup ## log in on every practice login page with both drivers, without a selector
	LOGINS=all go test -count=1 -timeout 9m -v -run 'TestAutoLogin$$' ./flows

lint: ## gofmt, go vet and staticcheck
	@test -z "$$(gofmt -l .)" || { echo 'not formatted (make fmt):'; gofmt -l .; exit 1; }
	go vet ./...
	go tool staticcheck ./...

fmt: ## format all Go files
	gofmt -w .

bench: setup build ## measure what a page costs, beside the least that it can cost
	go build -o bin/bench ./cmd/bench
	bin/bench -kind static -pages $(or $(PAGES),300)
	bin/bench -kind ajax -pages $(or $(PAGES),300)
	bin/bench -kind mixed -pages $(or $(PAGES),300)

bench-captcha: setup ## read the labelled captchas in the folder CAPTCHAS, beside plain Tesseract
	go run ./cmd/captchabench -dir '$(CAPTCHAS)'

setup: ## install what is missing on Debian
	@scripts/setup.sh

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | sort | expand -t 8
