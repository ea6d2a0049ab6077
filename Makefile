# `make serve` and `make test` need nothing but Python 3.11 or newer; they make their own .venv.
# With a C compiler the engine's hot path is compiled; SPIDER_COMPILE=0 leaves it as it is.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
LANGUAGES := bg ca ru
UNCOMPILED := $(BIN)/python -m tools.uncompiled

.PHONY: serve test test-compiled test-uncompiled check format openapi catalogues bench coverage
.PHONY: compile clean
.NOTPARALLEL:

serve: compile
	PORT=$(PORT) exec $(BIN)/python -m app

test: .venv/development compile
	$(BIN)/python -m pytest -q

test-compiled: .venv/development compile
	$(BIN)/python -m pytest -q --engine compiled

test-uncompiled: .venv/development
	$(UNCOMPILED) python -m pytest -q --engine uncompiled

check: .venv/development
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.openapi --check
	$(BIN)/python -m tools.catalogues --check

format: .venv/development
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

openapi: .venv/development
	$(BIN)/python -m tools.openapi

catalogues: .venv/development
	$(BIN)/python -m tools.catalogues

bench: .venv/development compile
	$(BIN)/python -m bench

# Uncompiled, since compiled lines cannot be counted.
coverage: .venv/development
	$(UNCOMPILED) sh -c "coverage run -m pytest -q; coverage report"

# Each time, for nobody else sees that a source is newer; with nothing to do it takes a second.
compile: .venv/service
	$(BIN)/python setup.py --quiet build_ext --inplace

# Not compiled here, where pip would hide what goes wrong, but by `compile`.
.venv/service: pyproject.toml
	$(PYTHON) -m venv .venv
	SPIDER_COMPILE=0 $(BIN)/python -m pip install --quiet --editable '.[compile]'
	touch $@

.venv/development: .venv/service
	SPIDER_COMPILE=0 $(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -f engine/*.so engine/*.pyd
