"""Run a command where the engine is uncompiled, whatever has been compiled here.

``python -m tools.uncompiled COMMAND …`` runs it in a copy of this folder without what git ignores,
of which Python finds the modules first.
"""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent


def copy_to(folder: Path) -> None:
    """Copy this folder without what git ignores."""
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    names = [".git", *(name.rstrip("/") for name in ignored)]
    copytree(ROOT, folder, ignore=ignore_patterns(*names), dirs_exist_ok=True)


def run(command: list[str], folder: Path) -> int:
    """Run a command in a folder, with this Python; its exit code."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    env = {**os.environ, "PATH": path, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=env, check=False).returncode  # noqa: S603


def main() -> int:
    """Run the command that was given."""
    with TemporaryDirectory(prefix="spider-") as folder:
        copy_to(Path(folder))
        return run(sys.argv[1:], Path(folder))


if __name__ == "__main__":
    sys.exit(main())
