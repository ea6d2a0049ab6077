"""The service itself: liveness, readiness, metrics, and what problem codes mean."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from app import schemas
from app.caching import ONE_HOUR, cached_answer
from app.openapi.operations import LOOKUP_PROBLEMS, OTHER_PROBLEMS, READY_PROBLEMS, shown
from app.problems import Problem
from app.wording.languages import LANGUAGES, spoken
from app.wording.problemtexts import KINDS, Code
from app.wording.texts import N_, say

router = APIRouter(tags=["Service"])

_NOT_READY = N_("The golden game has not been replayed as it should.")
_NO_SUCH_PROBLEM = N_("No problem has this code.")
_TEXT = {"text/plain": {"schema": {"type": "string"}}}
_METRICS: dict[int | str, dict[str, Any]] = {200: {"description": "Metrics", "content": _TEXT}}


@router.get("/healthz", responses=OTHER_PROBLEMS)
async def check_health() -> schemas.Health:
    """Check that the service is alive."""
    return schemas.Health(status="ok")


@router.get("/readyz", responses=READY_PROBLEMS)
async def check_readiness(request: Request) -> schemas.Readiness:
    """Check that the service has replayed its golden game and can be sent requests."""
    if not request.app.state.ready:
        raise Problem(Code.NOT_READY, _NOT_READY, headers={"Retry-After": "5"})
    return schemas.Readiness(status="ok", engine=request.app.state.engine)


@router.get("/metrics", responses={**OTHER_PROBLEMS, **_METRICS}, response_class=Response)
async def read_metrics() -> Response:
    """Read the metrics, as Prometheus text."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@router.get("/problems/{code}", responses=LOOKUP_PROBLEMS, response_model=schemas.ProblemKind)
async def get_problem(
    request: Request,
    code: Annotated[
        str, Path(description="A problem's code.", openapi_examples=shown("illegal-log"))
    ],
) -> Response:
    """Get what a problem code means."""
    if code not in KINDS:
        raise Problem(Code.NOT_FOUND, _NO_SUCH_PROBLEM)
    kind = KINDS[Code(code)]
    language, headers = spoken(request)
    answer = schemas.ProblemKind(
        code=code,
        type=f"{request.scope.get('root_path', '')}/problems/{code}",
        status=kind.status,
        title=say(LANGUAGES[language], kind.title, {}),
        text=say(LANGUAGES[language], kind.text, {}),
    )
    return cached_answer(request, answer, ONE_HOUR, headers)
