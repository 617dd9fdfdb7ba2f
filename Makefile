# Two commands set everything up on a machine with Python 3.11 or newer: `make play` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
GAME ?=
TERMINAL ?=
ALL ?=
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

.PHONY: play test prove bench check generate docs site vsix clean

play: $(VENV)/.play  ## open the gallery, or GAME=NAME or a file, in a browser; TERMINAL=1 plays in the terminal
	@if [ -t 0 ] && [ -t 1 ] && [ -z "$(TERMINAL)" ]; then $(BIN)/tilewright serve --open $(GAME); \
	else $(BIN)/tilewright play $(or $(GAME),othello); fi

test: check  ## linters, type checks and tests; with ALL=1, or CI=true in the environment, also those of 0.4 seconds or more
	TILEWRIGHT_QUICK="$(if $(ALL)$(filter true,$(CI)),,1)" $(PYTEST) -q

check: $(VENV)/.test  ## linters and type checks alone
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

prove: $(VENV)/.test  ## the slow proofs, for hours; PART=K/N is the K-th of N parts, SEEDS=DIR and ORACLES=DIR add models and reference games, SEED=N is another seed
	TILEWRIGHT_SEEDS="$(SEEDS)" TILEWRIGHT_ORACLES="$(ORACLES)" TILEWRIGHT_SEED="$(SEED)" TILEWRIGHT_PART="$(PART)" TILEWRIGHT_PROFILE=prove $(PYTEST) -m prove -rP

bench: $(VENV)/.test  ## speed, as ratios within one run
	$(BIN)/python -m tests.bench

generate: $(VENV)/.test  ## rewrite what is generated from the metamodel and the models
	$(BIN)/python -m tests.regenerate

docs: $(VENV)/.test  ## draw the pictures of the gallery anew, and the page that shows them
	$(BIN)/python -m tests.docs.pictures_page

site: $(VENV)/.test  ## the docs as pages that need no network, in build/site
	$(BIN)/python -m tests.docs.site build/site

vsix:  ## pack the extension for VS Code, in build/tilewright.vsix; npm is needed, and its registry
	rm -rf build/vscode && mkdir -p build && cp -R editors/vscode build/vscode && cp LICENSE build/vscode/
	cd build/vscode && npm install --omit=dev --no-audit --no-fund --silent && npx --yes @vscode/vsce package --out ../tilewright.vsix

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("tilewright needs Python 3.11 or newer; say make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[server]'
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[rivals]' \
	  || echo 'some independent engines cannot be installed here; the tests that compare with them will be skipped'
	@touch $@ $(VENV)/.play
