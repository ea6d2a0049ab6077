"""What can be played: variants, their rule sets and their texts."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from app import schemas
from app.answers import variant_answer
from app.caching import ONE_HOUR, cached_answer
from app.openapi.operations import LOOKUP_PROBLEMS, OTHER_PROBLEMS, shown
from app.problems import Problem
from app.wording.languages import spoken
from app.wording.problemtexts import Code
from app.wording.texts import N_
from engine.variants import VARIANTS

router = APIRouter(prefix="/v1/variants", tags=["Variants"])

_NO_SUCH_VARIANT = N_("No variant has this id; GET /v1/variants lists them all.")


@router.get("", responses=OTHER_PROBLEMS, response_model=schemas.VariantsAnswer)
async def list_variants(request: Request) -> Response:
    """List every variant with its rule sets."""
    language, headers = spoken(request)
    answers = [variant_answer(language, variant) for variant in VARIANTS.values()]
    return cached_answer(request, schemas.VariantsAnswer(variants=answers), ONE_HOUR, headers)


@router.get("/{id}", responses=LOOKUP_PROBLEMS, response_model=schemas.VariantAnswer)
async def get_variant(
    request: Request,
    variant_id: Annotated[
        str, Path(alias="id", description="A variant's id.", openapi_examples=shown("spider"))
    ],
) -> Response:
    """Get one variant with its rule sets."""
    variant = VARIANTS.get(variant_id)
    if variant is None:
        raise Problem(Code.NOT_FOUND, _NO_SUCH_VARIANT)
    language, headers = spoken(request)
    return cached_answer(request, variant_answer(language, variant), ONE_HOUR, headers)
