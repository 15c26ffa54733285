# Needs Python 3.11 or newer with pip and venv, and make. `make help` lists what there is.

PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-dev

# Build back ends are pinned as well: pip takes the first name up to 25.2, the second one since.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
INSTALL := $(PY) -m pip install --quiet -c constraints.txt

.DEFAULT_GOAL := help

.PHONY: help play setup test lint format type check bench snapshots docs gallery screenshots wheel constraints clean distclean

help: ## list what there is
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1|\2/' | column -t -s '|' 2>/dev/null \
	  || grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST)

play: $(RUN) ## open the sample campaign; without a terminal print its battle report
	@if [ -t 0 ] && [ -t 1 ] && [ "$$TERM" != dumb ]; then $(PY) -m warband_tui demo; else $(PY) -m warband_tui demo --report; fi

setup: $(DEV) ## make the virtual environment with everything for development

test: $(DEV) ## run the tests
	$(PY) -m pytest -n $(JOBS) --dist worksteal $(ARGS)

lint: $(DEV) ## check style, formatting and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

format: $(DEV) ## bring all files into form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

type: $(DEV) ## check types
	$(BIN)/mypy

check: lint type test ## everything that must hold before a change goes in

bench: $(DEV) ## measure: start-up, odds, journal, screens
	@for file in tests/bench/bench_*.py; do \
	  name=$$(basename $$file .py); echo "== $$name"; $(PY) -m tests.bench.$$name || exit 1; \
	done

snapshots: $(DEV) ## draw the snapshots of the screens anew; look at the difference before committing
	$(PY) -m pytest tests/screens --snapshot-update $(ARGS)

docs: $(DEV) ## make the generated pages anew: keys, database schema
	$(PY) -m warband_tui.keys_page
	$(PY) -m warband_tui.store.schema_doc

gallery: $(DEV) ## export the sample campaign to every format into exports/gallery
	$(PY) -m tests.gallery

screenshots: $(DEV) ## take the pictures of the README
	$(PY) -m tests.screenshots

wheel: $(DEV) ## build the wheel into dist/
	$(PY) -m build --wheel --no-isolation

constraints: ## resolve all packages afresh and pin them
	rm -rf build/resolve
	$(PYTHON) -m venv build/resolve
	env -u PIP_CONSTRAINT -u PIP_BUILD_CONSTRAINT build/resolve/bin/python -m pip install --quiet -e '.[dev,web]' hatchling editables
	(sed -n 1p constraints.txt; build/resolve/bin/python -m pip freeze --exclude-editable) > build/constraints.txt
	mv build/constraints.txt constraints.txt

clean: ## remove caches and builds
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis snapshot_report.html *.egg-info
	find warband_tui tests db -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## remove the virtual environment as well
	rm -rf $(VENV)

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "warband-tui needs Python 3.11 or newer; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)

$(RUN): pyproject.toml constraints.txt | $(PY)
	$(INSTALL) -e .
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(PY)
	$(INSTALL) -e '.[dev,web]'
	@touch $@ $(RUN)
