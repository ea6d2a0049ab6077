"""What every run of the tests says and asks of the engine: which of its forms is tested."""

from importlib import import_module
from pathlib import Path

import pytest

from engine.compiled import HOT_PATH, Form, form


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--engine", choices=[*Form], help="fail where this form does not run")


def pytest_configure(config: pytest.Config) -> None:
    wanted = config.getoption("--engine")
    if wanted not in {None, form()}:
        raise pytest.UsageError(f"the engine that runs is {form()}, not {wanted}")
    if stale := [name for name in HOT_PATH if is_stale(name)]:
        raise pytest.UsageError(f"compiled from older sources (make compile): {' '.join(stale)}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"The engine was {form()}.")


def is_stale(name: str) -> bool:
    """Whether a module was loaded from what is older than its sources beside it."""
    loaded = Path(import_module(f"engine.{name}").__file__ or "")
    sources = [loaded.with_name(name + suffix) for suffix in (".py", ".pxd")]
    written = loaded.stat().st_mtime
    return loaded not in sources and any(source.stat().st_mtime > written for source in sources)
