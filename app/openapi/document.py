"""The OpenAPI document and the page that shows it."""

import json
from functools import cache, partial
from importlib.resources import files
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException

from app.caching import ONE_DAY, ONE_HOUR, cached_bytes
from app.openapi.examples import EXAMPLES, Example, recorded
from app.problems import MEDIA_TYPE
from app.schemas import SHOWS, Event, Problem, SolveLine, State
from app.wording.languages import LANGUAGES

VERSION = "1"
_DESCRIPTION = """\
Plays Spider solitaire for any frontend. A client sends a **game code** (`SP1-S4C-AAAAAAD`) and the
**log** of actions played so far; the service replays them and answers with the state, the legal
moves, the score, what happened, or which rule an action breaks and why.

It keeps nothing between requests. Columns count from 0 in fields and actions, from 1 in sentences.
Sentences come in English, Bulgarian, Catalan or Russian: `?lang=`, or `Accept-Language`.
Every error is a problem (RFC 9457) whose `code` is stable; `GET /problems/{code}` explains it.
"""
_ASSETS = {"swagger-ui-bundle.js": "text/javascript", "swagger-ui.css": "text/css"}
_SCHEMAS = "#/components/schemas/{model}"
_LANGUAGE_PARAMETER = {
    "name": "lang",
    "in": "query",
    "description": f"The language of sentences ({', '.join(LANGUAGES)}); others are passed over. "
    "It comes before `Accept-Language`.",
    "schema": {"type": "string"},
}


def openapi_document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, as it is for a service without a prefix."""
    document = get_openapi(
        title=app.title,
        version=VERSION,
        summary="Spider solitaire as a stateless service",
        description=_DESCRIPTION,
        routes=app.routes,
        servers=[{"url": "/"}],
    )
    _, definitions = models_json_schema(
        [(model, "serialization") for model in (Problem, Event, State, SolveLine)],
        ref_template=_SCHEMAS,
    )
    document["components"]["schemas"] |= definitions["$defs"]
    operations = {
        operation["operationId"]: operation
        for path in document["paths"].values()
        for operation in path.values()
    }
    for operation in operations.values():
        operation.setdefault("parameters", []).append(_LANGUAGE_PARAMETER)
    document["components"]["schemas"] = _with_references(document["components"]["schemas"])
    answers = recorded()
    for example in EXAMPLES:
        answer = answers.get(example.operation, {}).get(example.name)
        _show(example, operations[example.operation], answer)
    return document


def _with_references(schema: Any) -> Any:
    """The schemas with a reference wherever one is only named."""
    if isinstance(schema, list):
        return [_with_references(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if SHOWS in schema:
        return {"$ref": _SCHEMAS.format(model=schema[SHOWS])}
    return {name: _with_references(value) for name, value in schema.items()}


def _show(example: Example, operation: dict[str, Any], answer: object) -> None:
    """Put an example's request and answer into its operation."""
    if example.body is not None:
        content = operation["requestBody"]["content"]["application/json"]
        _add(content, example, example.body)
    media_type = "application/json" if example.status == 200 else MEDIA_TYPE
    _add(operation["responses"][str(example.status)]["content"][media_type], example, answer)


def _add(content: dict[str, Any], example: Example, value: object) -> None:
    content.setdefault("examples", {})[example.name] = {"summary": example.summary, "value": value}


def publish_documents(app: FastAPI) -> None:
    """Add ``/openapi.json`` and ``/docs`` to the service; they are not described themselves."""
    document = cache(partial(openapi_document, app))

    @app.get("/openapi.json", include_in_schema=False)
    async def read_openapi(request: Request) -> Response:
        root = request.scope.get("root_path", "")
        content = {**document(), "servers": [{"url": root or "/"}]}
        body = json.dumps(content, ensure_ascii=False).encode()
        return cached_bytes(request, body, "application/json", ONE_HOUR)

    @app.get("/docs", include_in_schema=False)
    async def read_docs(request: Request) -> Response:
        root = request.scope.get("root_path", "")
        return get_swagger_ui_html(
            openapi_url=f"{root}/openapi.json",
            title=app.title,
            swagger_js_url=f"{root}/docs/swagger-ui-bundle.js",
            swagger_css_url=f"{root}/docs/swagger-ui.css",
            swagger_favicon_url="data:,",
        )

    @app.get("/docs/{name}", include_in_schema=False)
    async def read_asset(request: Request, name: str) -> Response:
        if name not in _ASSETS:
            raise HTTPException(404)
        return cached_bytes(request, _asset(name), _ASSETS[name], ONE_DAY)


@cache
def _asset(name: str) -> bytes:
    return files("fastapi_swagger").joinpath("resources", name).read_bytes()
