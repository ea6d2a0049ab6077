"""The engine's two forms: what is compiled, that nothing else needs it, and what is told of it."""

import os
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, SourceFileLoader
from pathlib import Path
from sysconfig import get_platform
from types import ModuleType
from typing import Any

import pytest

from engine import compiled, rules
from engine.compiled import HOT_PATH, Form, form
from tests.app.server import ROOT
from tests.conftest import is_stale
from tools.uncompiled import copy_to, run

SOURCES = ROOT / "engine"
COMPILED_NAME = f"rules{EXTENSION_SUFFIXES[0]}"
BUILT = f"lib.{get_platform()}-{sys.implementation.cache_tag}"
WITHOUT_CYTHON = """
import sys
sys.modules.update(cython=None, Cython=None)
import app.golden, app.main, engine.compiled
assert app.golden.replays_golden_game()
print(engine.compiled.form())
"""
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the sources, where nothing is compiled yet."""
    copy_to(tmp_path)
    return tmp_path


def build(folder: Path, **env: str) -> str:
    """Compile a copy, which has to succeed in any case; what was said."""
    done = subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=folder,
        env={**os.environ, "SPIDER_COMPILE": "1", **env},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr


def compiled_files(folder: Path) -> list[Path]:
    return [*folder.glob("**/*.so"), *folder.glob("**/*.pyd")]


class TestHotPath:
    def test_it_is_what_has_its_types_beside_it(self) -> None:
        assert {path.stem for path in SOURCES.glob("*.pxd")} == set(HOT_PATH)
        assert len(set(HOT_PATH)) == len(HOT_PATH)

    @pytest.mark.parametrize("name", HOT_PATH)
    def test_a_module_is_there_in_python(self, name: str) -> None:
        assert (SOURCES / f"{name}.py").is_file()

    def test_it_runs_uncompiled_and_without_cython(self, folder: Path) -> None:
        assert compiled_files(folder) == []
        done = subprocess.run(
            [sys.executable, "-c", WITHOUT_CYTHON],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == "uncompiled\n"


class TestForm:
    def test_it_is_compiled_if_every_module_comes_from_a_compiled_file(self) -> None:
        files = [Path(str(sys.modules[f"engine.{name}"].__file__)) for name in HOT_PATH]
        suffixes = {"".join(file.suffixes) for file in files}
        assert form() == ("uncompiled" if suffixes == {".py"} else "compiled")
        assert len(suffixes) == 1

    @pytest.mark.parametrize("name", HOT_PATH)
    def test_one_module_in_python_is_enough_for_uncompiled(
        self, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        module = ModuleType(f"engine.{name}")
        module.__spec__ = ModuleSpec(module.__name__, SourceFileLoader(module.__name__, "x.py"))
        monkeypatch.setitem(sys.modules, module.__name__, module)
        assert form() is Form.UNCOMPILED

    def test_a_module_from_nowhere_is_not_compiled(self) -> None:
        assert not compiled._is_compiled(ModuleType("rules"))


class TestBuild:
    """Where it cannot be compiled; where it can be, every test shows it."""

    @pytest.mark.parametrize(
        ("env", "reason"),
        [
            ({"CC": "/bin/false"}, "/bin/false"),
            ({"CC": "no-such-compiler"}, "no-such-compiler"),
            ({"SPIDER_COMPILE": "0"}, "SPIDER_COMPILE=0"),
        ],
    )
    def test_it_says_why_and_leaves_nothing_compiled(
        self, env: dict[str, str], reason: str, folder: Path
    ) -> None:
        for place in (folder / "engine", folder / "build" / BUILT / "engine"):
            place.mkdir(parents=True, exist_ok=True)
            (place / COMPILED_NAME).write_bytes(b"from older sources")
        (line,) = [line for line in build(folder, **env).splitlines() if "engine is" in line]
        assert line.startswith("The engine is not compiled, and works uncompiled: ")
        assert reason in line
        assert compiled_files(folder) == []
        assert not [path for path in folder.glob("**/*.c") if "build" not in path.parts]

    def test_a_mistake_in_what_is_compiled_is_no_obstacle(self, folder: Path) -> None:
        (folder / "engine" / "rules.pxd").write_text("cdef nonsense", "utf-8")
        assert "The engine is not compiled" in build(folder)
        assert compiled_files(folder) == []

    def test_developers_compile_with_what_an_installation_does(self) -> None:
        assert (
            PROJECT["project"]["optional-dependencies"]["compile"]
            == (PROJECT["build-system"]["requires"])
        )


class TestStaleness:
    @pytest.mark.parametrize(("age", "stale"), [(-10, False), (10, True)])
    @pytest.mark.parametrize("suffix", [".py", ".pxd"])
    def test_what_is_older_than_its_sources_is_stale(
        self, suffix: str, age: int, stale: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        loaded = folder / "engine" / COMPILED_NAME
        loaded.touch()
        now = loaded.stat().st_mtime
        for path in (folder / "engine").glob("rules.p*"):
            os.utime(path, (now - 20, now - 20))
        os.utime(folder / "engine" / f"rules{suffix}", (now + age, now + age))
        monkeypatch.setattr(rules, "__file__", str(loaded))
        assert is_stale("rules") is stale

    @pytest.mark.skipif(form() is Form.COMPILED, reason="of the uncompiled form")
    def test_sources_themselves_are_never_stale(self) -> None:
        assert not any(map(is_stale, HOT_PATH))


class TestCopies:
    def test_a_command_runs_with_the_copys_modules(self, folder: Path) -> None:
        program = f"import engine; assert engine.__file__.startswith({str(folder)!r})"
        assert run(["python", "-c", program], folder) == 0

    def test_its_exit_code_is_handed_on(self, folder: Path) -> None:
        assert run(["python", "-c", "raise SystemExit(3)"], folder) == 3

    def test_nothing_of_git_or_of_a_build_is_copied(self, folder: Path) -> None:
        names = {path.name for path in folder.iterdir()}
        assert {"engine", "app", "tests", "setup.py"} <= names
        assert not names & {".git", ".venv", "build"}


class TestImage:
    def test_the_builder_gets_what_compiles_but_nothing_compiled(self) -> None:
        lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        assert "!setup.py" in lines
        assert lines.index("**/*.so") > lines.index("!engine")
