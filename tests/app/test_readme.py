"""The README's sessions are run as they stand, and its answers are what the service says."""

import re
import subprocess

from app.settings import Settings
from tests.app.server import ROOT, Server

README = (ROOT / "README.md").read_text("utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
SESSIONS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
_MARK = "--- next command ---"


def _steps(session: str) -> list[tuple[str, str]]:
    """The commands of a session, each with the output that it shows."""
    blocks = re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]
    parts = [block.partition("\n") for block in blocks]
    return [(command, output) for command, _, output in parts]


def _as_pattern(shown: str) -> str:
    """What the output has to look like: line breaks do not count, `…` stands for anything."""
    joined = "".join(line.strip() for line in shown.splitlines())
    return ".*".join(map(re.escape, joined.split("…")))


def test_the_sessions_of_the_readme_are_true(listening: Server) -> None:
    steps = [step for session in SESSIONS for step in _steps(session)]
    assert len(steps) > 5
    commands = f"\necho '{_MARK}'\n".join(command for command, _ in steps)
    script = commands.replace("localhost:8000", f"127.0.0.1:{listening.port}")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], capture_output=True, text=True, check=True
    )
    outputs = done.stdout.split(f"{_MARK}\n")
    for (command, shown), output in zip(steps, outputs, strict=True):
        assert re.fullmatch(_as_pattern(shown), output.strip()), (command, output)


def test_every_setting_is_in_the_readme() -> None:
    for name, field in Settings.model_fields.items():
        variable = field.validation_alias or f"SPIDER_{name.upper()}"
        assert f"| `{variable}` |" in README


def test_the_readme_names_the_two_commands_on_its_first_screen() -> None:
    first_screen = README[: README.index("```console")]
    assert "make serve" in first_screen
    assert "make test" in first_screen


def test_the_changelog_has_a_section_for_what_comes() -> None:
    assert "## [Unreleased]" in CHANGELOG
