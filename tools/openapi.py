"""The OpenAPI document and the recorded answers of its examples.

``python -m tools.openapi`` asks the service for every example's answer and writes both files; with
``--check`` it only says what is out of step.
"""

import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import Any

import httpx

from app.main import app
from app.openapi.document import openapi_document
from app.openapi.examples import EXAMPLES, HEADERS

ROOT = Path(__file__).parent.parent
ANSWERS = ROOT / "app" / "openapi" / "examples.json"
DOCUMENT = ROOT / "openapi" / "openapi.json"


async def _ask() -> dict[str, Any]:
    logging.disable()
    answers: dict[str, Any] = {}
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://spider", headers=HEADERS
        ) as client,
    ):
        app.state.engine = "compiled"  # written the same, wherever it is written
        for example in EXAMPLES:
            response = await client.request(
                example.method, example.path, params=example.query, json=example.body
            )
            if response.status_code != example.status:
                message = f"{example.name}: {response.status_code}, not {example.status}"
                raise SystemExit(message)
            answers.setdefault(example.operation, {})[example.name] = response.json()
    return answers


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def main() -> int:
    """Write the files, or say which is out of step."""
    answers = _text(asyncio.run(_ask()))
    if "--check" not in sys.argv[1:]:
        ANSWERS.write_text(answers, "utf-8")
        DOCUMENT.write_text(_text(openapi_document(app)), "utf-8")
        return 0
    expected = {ANSWERS: answers, DOCUMENT: _text(openapi_document(app))}
    stale = [path for path, text in expected.items() if path.read_text("utf-8") != text]
    sys.stderr.writelines(f"{path.name} is out of step: run make openapi\n" for path in stale)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
