"""The engine is pure: it imports nothing but itself and harmless parts of the standard library."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine

SOURCES = sorted(Path(engine.__file__).parent.glob("**/*.py"))
IMPURE = {
    *("random", "secrets", "time", "datetime", "os", "io", "pathlib", "json", "gettext"),
    *("locale", "logging", "socket", "asyncio", "threading", "subprocess", "uuid", "tempfile"),
}
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}


def imported(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source.name} imports relatively"
            assert node.module is not None
            yield node.module


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_a_module_imports_only_the_engine_and_the_standard_library(source: Path) -> None:
    roots = {name.partition(".")[0] for name in imported(source)}
    assert roots <= {*sys.stdlib_module_names, "engine"}


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_a_module_imports_no_clock_no_chance_no_files_and_no_language(source: Path) -> None:
    roots = {name.partition(".")[0] for name in imported(source)}
    assert not roots & IMPURE


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_a_module_reads_and_writes_nothing(source: Path) -> None:
    called = {
        node.func.id
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & FORBIDDEN_CALLS


def test_all_modules_are_looked_at() -> None:
    assert {"play.py", "rules.py", "codes.py"} <= {source.name for source in SOURCES}
