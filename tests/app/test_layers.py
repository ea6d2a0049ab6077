"""Layers: the service knows the engine, the engine knows nothing of the service."""

import subprocess
import sys

from tests.app.server import ROOT

LINT = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"


def test_the_import_contracts_are_kept() -> None:
    found = subprocess.run(
        [sys.executable, "-c", LINT], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout
    assert "0 broken" in found.stdout
    assert "Contracts: 0 kept" not in found.stdout


def test_the_engine_alone_loads_nothing_of_the_service() -> None:
    modules = "engine.codes, engine.replay, engine.moves, engine.view, engine.events"
    program = f"import sys, {modules}; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert "engine.play" in loaded
    assert not {"app", "fastapi", "pydantic", "starlette", "uvicorn"} & set(loaded)
