"""Compiles the engine's hot path, as `engine/compiled.py` lists it; all else is `pyproject.toml`'s.

Where Cython or a C compiler is missing, or fails, the same files are used as they are; with
SPIDER_COMPILE=0 too.
"""

import os
import sys
from importlib.metadata import version
from pathlib import Path
from runpy import run_path
from textwrap import shorten

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HOT_PATH: tuple[str, ...] = run_path("engine/compiled.py")["HOT_PATH"]
DIRECTIVES = {
    "language_level": "3",
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}


class BuildTogether(build_ext):
    """Compiles the whole hot path or nothing of it, since its parts call one another in C."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or True

    def run(self) -> None:
        super().run()
        if self.inplace:
            self._remove_others(Path())

    def build_extensions(self) -> None:
        try:
            if os.environ.get("SPIDER_COMPILE") == "0":
                raise RuntimeError("SPIDER_COMPILE=0")
            self._translate()
            super().build_extensions()
        except Exception as error:
            reason = shorten(str(error), 200)
            sys.stderr.write(f"The engine is not compiled, and works uncompiled: {reason}\n")
            self.extensions = []
        self._remove_others(Path(self.build_lib))

    def _translate(self) -> None:
        """Put the C in the place of the Python that it is made of."""
        from Cython.Build import cythonize  # noqa: PLC0415 - it may be missing

        # A folder for each version, since what is there and newer than its source is kept.
        folder = Path("build", f"cython-{version('cython')}")
        written = [folder / "engine" / f"{name}.c" for name in HOT_PATH]
        changed = Path("setup.py").stat().st_mtime
        translated: list[Extension] = cythonize(  # type: ignore[no-untyped-call]
            self.extensions,
            build_dir=str(folder),
            compiler_directives=DIRECTIVES,
            force=self.force or any(c.exists() and c.stat().st_mtime < changed for c in written),
            quiet=True,
        )
        found = {extension.name: extension for extension in translated}
        for extension in self.extensions:
            extension.sources = found[extension.name].sources
            extension.depends = [*found[extension.name].depends, "setup.py"]

    def _file_name(self, extension: Extension) -> str:
        path: str = self.get_ext_filename(extension.name)  # type: ignore[no-untyped-call]
        return Path(path).name

    def _remove_others(self, root: Path) -> None:
        """Remove what an earlier build has left: Python would take it for these sources."""
        built = {self._file_name(extension) for extension in self.extensions}
        for path in (root / "engine").glob("*"):
            if path.suffix in {".so", ".pyd"} and path.name not in built:
                path.unlink()


setup(
    cmdclass={"build_ext": BuildTogether},
    ext_modules=[
        # Without debug symbols it is a fifth of the size, and sooner done.
        Extension(f"engine.{name}", [f"engine/{name}.py"], extra_compile_args=["-O3", "-g0"])
        for name in HOT_PATH
    ],
)
