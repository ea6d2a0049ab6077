# `make serve` and `make test` need nothing but Python 3.11 or newer; they make their own .venv.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
LANGUAGES := bg ca ru

.PHONY: serve test check format openapi catalogues bench coverage clean

serve: .venv/service
	PORT=$(PORT) exec $(BIN)/python -m app

test: .venv/development
	$(BIN)/python -m pytest -q

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

bench: .venv/development
	$(BIN)/python -m bench

coverage: .venv/development
	$(BIN)/coverage run -m pytest -q
	$(BIN)/coverage report

.venv/service: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

.venv/development: .venv/service
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
