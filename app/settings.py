"""Settings, read once from environment variables. The README lists them."""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX_PATTERN = r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+"
"""A path that begins with a slash and ends without one, and has no dot segments."""

_CPU_LIMIT = Path("/sys/fs/cgroup/cpu.max")
_SHORTEST_SECRET = 16


def _processors() -> int:
    """How many processors this process may use, as a container's limit has it, if there is one."""
    named = hasattr(os, "sched_getaffinity")
    count = len(os.sched_getaffinity(0)) if named else os.cpu_count() or 1
    with suppress(OSError, ValueError):  # without a limit the first word is "max"
        quota, period = map(int, _CPU_LIMIT.read_text("ascii").split())
        count = min(count, max(1, quota // period))
    return count


class Settings(BaseSettings):
    """What an operator can set: `SPIDER_` and the field's name, but for a few."""

    # What is wrong with a secret must not be told by showing it.
    model_config = SettingsConfigDict(frozen=True, env_prefix="SPIDER_", hide_input_in_errors=True)

    host: str = "0.0.0.0"  # noqa: S104 - a service in a container answers on every address
    port: int = Field(8000, ge=0, le=65535, validation_alias="PORT")
    max_body_bytes: int = Field(2**20, ge=1)
    max_log_actions: int = Field(10_000, ge=0)
    allowed_origins: Annotated[list[str], NoDecode] = ["*"]
    prefix: str = ""
    # uvicorn reads the same variable for the client's address: one list says who is believed.
    forwarded_allow_ips: str = Field("", validation_alias="FORWARDED_ALLOW_IPS")
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    read_seconds: float = Field(30, gt=0)
    graceful_seconds: int = Field(8, ge=0)
    solve: bool = Field(True, validation_alias="SOLVE")
    solve_budget: int = Field(3_000_000, ge=1)
    max_solve_budget: int = Field(20_000_000, ge=1)
    solve_workers: int = Field(default_factory=lambda: max(1, _processors() - 1), ge=1)
    solve_queue: int = Field(16, ge=0)
    outlook_budget: int = Field(20_000, ge=1)
    hint_workers: int = Field(default_factory=lambda: max(1, _processors() - 1), ge=1)
    hint_queue: int = Field(32, ge=0)
    daily_secret: SecretStr | None = None

    @field_validator("prefix")
    @classmethod
    def _is_path(cls, value: str) -> str:
        if value and not re.fullmatch(PREFIX_PATTERN, value, re.ASCII):
            raise ValueError("a prefix looks like /spider")
        return value

    @field_validator("daily_secret")
    @classmethod
    def _is_long(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value) < _SHORTEST_SECRET:
            raise ValueError(f"a secret has at least {_SHORTEST_SECRET} characters")
        return value

    @field_validator("allowed_origins", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return [item.strip() for item in value.split(",")] if isinstance(value, str) else value


settings = Settings()
