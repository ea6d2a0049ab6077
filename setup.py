"""Compiles the engine's hot path. Everything else about the package is in `pyproject.toml`.

Where Cython or a C compiler is missing, or fails, the same files are used uncompiled.
"""

from setuptools import Extension, setup

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
)
DIRECTIVES = {
    "language_level": "3",
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}


def extensions() -> list[Extension]:
    """The compiled modules; none where Cython is missing."""
    try:
        from Cython.Build import cythonize  # noqa: PLC0415
    except ImportError:
        return []
    modules = [
        Extension(
            f"engine.{name}", [f"engine/{name}.py"], optional=True, extra_compile_args=["-O3"]
        )
        for name in HOT_PATH
    ]
    compiled: list[Extension] = cythonize(
        modules, build_dir="build", compiler_directives=DIRECTIVES, quiet=True
    )
    return compiled


setup(ext_modules=extensions())
