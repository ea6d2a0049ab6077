"""The OpenAPI document, its examples, and the page that shows it."""

import json
import re
from typing import Any

import pytest
from fastapi import FastAPI

from app.main import app as service
from app.openapi.document import openapi_document
from app.openapi.examples import EXAMPLES, HEADERS, Example, recorded
from tests.app.client import answer, ask, get
from tests.app.server import ROOT

VERBS = {
    "create",
    "get",
    "list",
    "replay",
    "play",
    "verify",
    "check",
    "read",
    "solve",
}


@pytest.fixture(scope="module")
def document() -> Any:
    return answer(get("/openapi.json"))


@pytest.fixture(scope="module")
def operations(document: Any) -> dict[str, Any]:
    return {
        operation["operationId"]: operation
        for path in document["paths"].values()
        for operation in path.values()
    }


class TestDocument:
    def test_it_is_the_one_in_the_repository(self, document: Any) -> None:
        written = json.loads((ROOT / "openapi" / "openapi.json").read_text("utf-8"))
        assert {**document, "servers": None} == {**written, "servers": None}
        assert list(document["paths"]) == list(written["paths"])
        assert openapi_document(service) == written

    def test_it_is_of_version_3_1(self, document: Any) -> None:
        assert document["openapi"].startswith("3.1.")

    def test_it_describes_every_endpoint(self, document: Any) -> None:
        assert {
            (method.upper(), path) for path, item in document["paths"].items() for method in item
        } == {
            ("GET", "/v1/variants"),
            ("GET", "/v1/variants/{id}"),
            ("POST", "/v1/games"),
            ("GET", "/v1/games/{code}"),
            ("POST", "/v1/replay"),
            ("POST", "/v1/play"),
            ("POST", "/v1/targets"),
            ("POST", "/v1/verify"),
            ("POST", "/v1/solve"),
            ("POST", "/v1/outlook"),
            ("POST", "/v1/hint"),
            ("GET", "/v1/daily"),
            ("GET", "/v1/daily/{date}"),
            ("GET", "/healthz"),
            ("GET", "/readyz"),
            ("GET", "/metrics"),
            ("GET", "/problems/{code}"),
        }

    def test_operations_are_named_by_a_verb_and_a_noun(
        self, document: Any, operations: dict[str, Any]
    ) -> None:
        assert len(operations) == sum(len(item) for item in document["paths"].values())
        for name in operations:
            assert re.fullmatch(r"[a-z]+_[a-z]+(_[a-z]+)*", name)
            assert name.split("_")[0] in VERBS

    def test_every_problem_has_the_one_shape(self, operations: dict[str, Any]) -> None:
        for operation in operations.values():
            for status, response in operation["responses"].items():
                if status != "200":
                    assert response["content"] == {
                        "application/problem+json": {
                            "schema": {"$ref": "#/components/schemas/Problem"},
                            **examples_of(response),
                        }
                    }

    def test_frameworks_own_errors_are_not_described(self, document: Any) -> None:
        assert not {"HTTPValidationError", "ValidationError"} & set(
            document["components"]["schemas"]
        )

    def test_every_reference_is_there(self, document: Any) -> None:
        names = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document)))
        assert names <= set(document["components"]["schemas"])


def examples_of(response: Any) -> dict[str, Any]:
    (content,) = response["content"].values()
    return {"examples": content["examples"]} if "examples" in content else {}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
class TestExamples:
    def test_the_service_answers_as_recorded(self, example: Example, fresh: FastAPI) -> None:
        fresh.state.ready, fresh.state.engine = True, "compiled"
        response = ask(
            example.method,
            example.path,
            app=fresh,
            params=example.query,
            json=example.body,
            headers=HEADERS,
        )
        assert response.status_code == example.status
        assert response.json() == recorded()[example.operation][example.name]

    def test_request_and_answer_are_in_the_document(
        self, example: Example, operations: dict[str, Any]
    ) -> None:
        operation = operations[example.operation]
        content, *_ = operation["responses"][str(example.status)]["content"].values()
        shown = content["examples"][example.name]
        assert shown["value"] == recorded()[example.operation][example.name]
        assert shown["summary"] == example.summary
        if example.body is not None:
            body = operation["requestBody"]["content"]["application/json"]
            assert body["examples"][example.name]["value"] == example.body


def test_nothing_is_recorded_that_is_no_example() -> None:
    assert {(operation, name) for operation, items in recorded().items() for name in items} == {
        (example.operation, example.name) for example in EXAMPLES
    }


class TestPage:
    def test_it_refers_to_nothing_but_the_services_own(self) -> None:
        page = get("/docs").text
        addresses = re.findall(r"""(?:src|href|url)\s*[=:]\s*["']([^"']+)["']""", page)
        assert len(addresses) >= 3
        for address in addresses:
            assert re.match(r"/(?!/)|data:", address), address
        assert not re.findall(r"https?://", page)

    def test_what_it_refers_to_is_there(self) -> None:
        page = get("/docs").text
        for address in re.findall(r"""["'](/[^"']*)["']""", page):
            assert get(address).status_code == 200

    @pytest.mark.parametrize(
        ("name", "media_type"),
        [("swagger-ui-bundle.js", "text/javascript"), ("swagger-ui.css", "text/css")],
    )
    def test_assets_have_their_types(self, name: str, media_type: str) -> None:
        response = get(f"/docs/{name}")
        assert response.headers["content-type"].partition(";")[0] == media_type
        assert len(response.content) > 50_000
