# make play    set everything up and open the game
# make test    set everything up and run all tests
# make check   format, lint, types and the fast tests
# make fuzz    try random frames, requests, texts and orders of play for many minutes
# make mutants change the code in one place at a time and look whether a test notices (SAMPLE=40 of each group)
# make audit   compare the pinned dependencies with the lists of known faults (needs the network)
# make bench   measure speed against a peer, in one run
# make chaos   try faults while matches are played; writes the table of docs/reliability.md
# make web     build the browser client (needs Node 20)
# make docs    build the documentation site, into build/site
# make screenshots  photograph every page of the browser client, into build/screenshots
# make lock    resolve the dependencies again

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Libraries are installed without bytecode. Whoever forbids Python to keep it would have every process, and so every
# server that a test starts, compile all of them anew.
unexport PYTHONDONTWRITEBYTECODE

# Test processes fill the cores by themselves: several threads in each would wait for each other.
test check: export OMP_NUM_THREADS := 1

SAMPLE ?= 40

.PHONY: play test check lint fast needs compiled fuzz mutants audit bench chaos web screenshots lock format docs

play: $(VENV)/.play
	@$(BIN)/caserne

test: $(VENV)/.dev
	@$(MAKE) --no-print-directory --jobs=3 needs lint compiled
	$(BIN)/pytest -n 3 --dist worksteal

check: $(VENV)/.dev
	@$(MAKE) --no-print-directory --jobs=2 lint fast

# Folders with no fast test, but for two doctests: importing them and PyTorch costs each process of pytest seconds.
WITHOUT_FAST_TESTS := src/caserne/learn tests/browser tests/install tests/learn

fast: $(VENV)/.dev
	@$(BIN)/pytest -q -n 2 --dist worksteal -m "not slow and not thorough and not server" $(WITHOUT_FAST_TESTS:%=--ignore=%)

lint: $(VENV)/.dev
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/lint-imports --no-logo --no-cache
	@$(BIN)/mypy

needs: $(VENV)/.dev
	@$(BIN)/python tools/needs.py

compiled: $(VENV)/.dev
	@$(BIN)/python tools/compile_all.py

format: $(VENV)/.dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

fuzz: $(VENV)/.dev
	CASERNE_FUZZ=long $(BIN)/pytest -n 2 --dist worksteal -o faulthandler_timeout=0 -m fuzz

mutants: $(VENV)/.dev
	$(BIN)/python tools/mutants.py --sample $(SAMPLE) --jobs 2

audit: $(VENV)/.dev
	$(BIN)/uv tool run pip-audit --disable-pip --require-hashes -r requirements/dev.txt
	cd web && npm audit

bench: $(VENV)/.dev
	@$(call install_locked,requirements/bench.txt)
	$(BIN)/python bench/throughput.py
	$(BIN)/python bench/peers.py --write
	$(BIN)/python bench/first_start.py

chaos: $(VENV)/.dev
	$(BIN)/python bench/chaos.py --write

web:
	cd web && npm ci --no-audit --no-fund && npm run check && npm test && npm run build

docs: $(VENV)/.dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "build/site/index.html"

screenshots: $(VENV)/.dev
	$(BIN)/python tools/screenshots.py

lock: $(VENV)/.dev
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
		pyproject.toml --extra play --group build -o requirements/play.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
		pyproject.toml --extra play --group build --group dev -o requirements/dev.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
		pyproject.toml --extra play --group bench -c requirements/dev.txt -o requirements/bench.txt
	echo uv | $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
		- -c requirements/dev.txt -o requirements/uv.txt

# uv installs in seconds what takes pip most of a minute. It does not read pip's configuration: what only pip is told how
# to find, pip installs.
install_locked = { $(PIP) install --no-compile --require-hashes -r requirements/uv.txt && $(BIN)/uv pip install --quiet \
	--python $(BIN)/python --require-hashes -r $(1); } 2>/dev/null || $(PIP) install --no-compile --require-hashes -r $(1)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Caserne needs Python 3.11 or newer.")'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's venv module is missing (on Debian: apt install python3-venv)."; exit 1; }

$(VENV)/.play: $(VENV)/bin/python requirements/play.txt requirements/uv.txt pyproject.toml
	@echo "Setting up Caserne ..."
	@$(call install_locked,requirements/play.txt)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(BIN)/python -c "import caserne.server.app, caserne.core.kernel.driver"  # writes the bytecode of what a start needs
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python requirements/dev.txt requirements/uv.txt pyproject.toml
	@echo "Setting up Caserne and its tests ..."
	@$(call install_locked,requirements/dev.txt)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@ $(VENV)/.play
