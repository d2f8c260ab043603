# Everything runs in .venv, which each target makes for itself: Python >= 3.11, git and make are all that must be there.

PYTHON ?= $(shell for python in python3 python python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
WORKERS ?= 2
VENV := .venv
# What the other stores need is kept apart: it is more than everything else together.
PEERS := .venv-peers
# The frameworks in the oldest versions their adapters take, instead of the newest.
OLDEST := .venv-oldest
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo test test-oldest fuzz soak check lint types imports wheel format bench bench-peers clean

help:
	@echo 'make demo [FILE=conversations.jsonl]  the main job on an embedded SQLite file, or on your own conversations'
	@echo 'make test [ARGS="tests/unit -k cut"]  the whole suite on SQLite, PostgreSQL and MariaDB'
	@echo 'make test-oldest                      the adapters of the frameworks, with the oldest versions they take'
	@echo 'make fuzz [N=2000]                    that many random walks on each database, against plain lists'
	@echo 'make soak [N=20]                      kills, races and creations at once, so many times as often as in `make test`'
	@echo 'make check                            lint, format, types, import rules, and the wheel in a bare environment'
	@echo 'make bench [QUICK=1]                  the benchmark table, on sessions of up to 1,000,000 messages'
	@echo 'make bench-peers [QUICK=1]            the same work by other stores, in one run: build/bench-peers/report.md'
	@echo 'make format                           put the code into the form that `make check` asks for'
	@echo 'make clean                            remove .venv and everything else that was made'

demo: $(VENV)/installed
	@$(BIN)/contextledger demo $(if $(FILE),'$(FILE)')

test: $(VENV)/installed-test
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m 'not wheel' $(ARGS)

test-oldest: $(OLDEST)/installed
	$(OLDEST)/bin/python -m pytest -n $(WORKERS) --dist worksteal tests/integrations $(ARGS)

fuzz: $(VENV)/installed-test
	CONTEXTLEDGER_FUZZ=$(or $(N),2000) $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --timeout=0 \
		tests/contract/test_state_machine.py $(ARGS)

soak: $(VENV)/installed-test
	CONTEXTLEDGER_SOAK=$(or $(N),20) $(BIN)/python -m pytest -o timeout=7200 tests/crash tests/concurrency $(ARGS)

check: lint types imports wheel

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

imports: $(VENV)/installed-dev
	$(BIN)/lint-imports

wheel: $(VENV)/installed-dev
	$(BIN)/python -m pytest -m wheel tests/packaging

format: $(VENV)/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/installed-test
	$(BIN)/python -m tests.benchmarks $(if $(QUICK),--quick) $(ARGS)

bench-peers: $(PEERS)/installed
	$(PEERS)/bin/python -m tests.benchmarks.peers $(if $(QUICK),--quick) $(ARGS)

clean:
	rm -rf $(VENV) $(PEERS) $(OLDEST) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find manager migrations tests -name __pycache__ -type d -prune -exec rm -rf {} +

# One stamp file for each set of packages, so that the demo needs no more than the base install.
$(VENV)/installed: extras :=
$(VENV)/installed-test: extras := [test]
$(VENV)/installed-dev: extras := [dev]
$(VENV)/installed $(VENV)/installed-test $(VENV)/installed-dev: $(VENV)/created pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.$(extras)'
	@touch $@

$(PEERS)/installed: $(PEERS)/created pyproject.toml tests/benchmarks/peers/requirements.txt
	$(PEERS)/bin/python -m pip install --quiet --requirement tests/benchmarks/peers/requirements.txt \
		--editable '.[postgresql,tokens]'
	@touch $@

$(OLDEST)/installed: $(OLDEST)/created pyproject.toml tests/integrations/oldest.txt
	$(OLDEST)/bin/python -m pip install --quiet --constraint tests/integrations/oldest.txt --editable '.[test]'
	@touch $@

$(VENV)/created $(PEERS)/created $(OLDEST)/created:
	@test -n '$(PYTHON)' || { echo 'Python >= 3.11 was not found; name it: make PYTHON=/path/to/python3' >&2; exit 1; }
	$(PYTHON) -m venv $(@D)
	@touch $@
