"""Which form of the engine runs: its hot path compiled, or the same files as they are.

`setup.py` reads the list; what it compiles where a compiler is at hand is looked for here.
"""

from enum import StrEnum
from importlib import import_module
from importlib.machinery import ExtensionFileLoader
from types import ModuleType

HOT_PATH = (
    "cards",
    "tables",
    "state",
    "rules",
    "play",
    "replay",
    "moves",
    "view",
    "steps",
    "events",
    "packing",
    "exhaustion",
    "appraisal",
    "beam",
    "traits",
    "odds",
    "ways",
    "plans",
    "forecast",
)
"""The modules of the engine that are compiled; each has a `.pxd` beside it, with its types."""


class Form(StrEnum):
    """The engine's two forms, which differ in nothing but speed."""

    COMPILED = "compiled"
    UNCOMPILED = "uncompiled"


def form() -> Form:
    """The form that runs: compiled only if the whole hot path is."""
    modules = [import_module(f"engine.{name}") for name in HOT_PATH]
    return Form.COMPILED if all(map(_is_compiled, modules)) else Form.UNCOMPILED


def _is_compiled(module: ModuleType) -> bool:
    return module.__spec__ is not None and isinstance(module.__spec__.loader, ExtensionFileLoader)
