# demo, test, lint, schema, golden, bench, soak: the only commands to remember.

PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo test lint golden schema bench soak clean

demo: $(VENV)/.ready
	$(BIN)/shengsim run bashi-fen bashi-fen-classic --deals 1_000_000

test: $(VENV)/.ready-dev
	$(BIN)/python -m pytest -n auto --dist loadfile

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

golden: $(VENV)/.ready-dev
	$(BIN)/python -m tests.golden.make

schema: $(VENV)/.ready
	$(BIN)/python -m shengsim.variant.schema

bench: $(VENV)/.ready-dev
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.compare
	$(BIN)/python -m benchmarks.long

# Broken files, kills, whether intervals cover, games of Winner, splits of cards, then deals of Sheng ji for as
# long as MINUTES says.
MINUTES ?= 60
soak: $(VENV)/.ready-dev
	$(BIN)/python -m tests.fuzz.soak --files 100000
	$(BIN)/python -m tests.study.kills --kills 100
	$(BIN)/python -m tests.stats.calibration --studies 10000
	$(BIN)/python -m tests.stats.rare
	SOAK=1 $(BIN)/python -m pytest -q tests/cli/test_study.py
	$(BIN)/python -m tests.games.winner.soak --compiled --games 100000
	$(BIN)/python -m tests.games.shengji.splits --sets 100000
	$(BIN)/python -m tests.games.shengji.soak --minutes $(MINUTES)

clean:
	rm -rf $(VENV) build dist

$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@
