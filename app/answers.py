"""From the engine's values to the answers on the wire, sentences included."""

from dataclasses import asdict
from typing import Any

from app import schemas
from app.wording.catalogue import difficulty, rule_set_texts, variant_texts
from app.wording.messages import violation_message, violation_title
from engine.cards import format_cards
from engine.codes import GameCode, format_code
from engine.moves import Target, face_up_cards, targets
from engine.replay import Replay
from engine.rulesets import RuleSet
from engine.solver import supports
from engine.state import State
from engine.variants import Variant
from engine.view import suits_left, view
from engine.violations import Violation


def state_answer(code: GameCode, state: State) -> dict[str, Any]:
    """What a player sees of the game `code` in `state`, as `schemas.State` describes it."""
    return {
        "code": format_code(code),
        "variant": code.variant.id,
        "suits": code.suits,
        "rules": code.rules.id,
        **view(state),
    }


def violation_answer(language: str, violation: Violation) -> schemas.Violation:
    """A violation with its sentences."""
    return schemas.Violation(
        code=violation.code.value,
        title=violation_title(language, violation.code),
        message=violation_message(language, violation),
        params=dict(violation.params),
    )


def targets_answer(language: str, state: State, column: int, count: int) -> schemas.TargetsAnswer:
    """The verdict of every column on a group."""
    return schemas.TargetsAnswer(
        cards=format_cards(face_up_cards(state, column, count)),
        targets=[_target(language, target) for target in targets(state, column, count)],
    )


def _target(language: str, target: Target) -> schemas.Target:
    refusal = target.violation
    return schemas.Target.model_validate(
        {
            "column": target.column,
            "legal": refusal is None,
            "target": target.kind,
            "best": target.best,
            "violation": None if refusal is None else violation_answer(language, refusal),
        }
    )


def verify_answer(
    language: str, played: Replay, claim: schemas.Claim | None
) -> schemas.VerifyAnswer:
    """What a log reaches, and what of the claim is not so."""
    state, refusal = played.state, played.violation
    result = schemas.Result.model_validate(
        {
            "status": state.status.value,
            "score": state.score,
            "moves": state.moves,
            "undos": state.undos,
            "runs": suits_left(state),
        }
    )
    mismatch = None if refusal or claim is None else _mismatch(result, claim)
    return schemas.VerifyAnswer(
        valid=refusal is None and mismatch is None,
        result=result,
        violation=None if refusal is None else violation_answer(language, refusal),
        index=None if refusal is None else played.applied,
        mismatch=mismatch,
    )


def _mismatch(result: schemas.Result, claim: schemas.Claim) -> Any:
    claimed = claim.model_dump(exclude_none=True)
    actual = result.model_dump()
    return {
        name: schemas.Difference(claimed=value, actual=actual[name])
        for name, value in claimed.items()
        if value != actual[name]
    } or None


def variant_answer(language: str, variant: Variant) -> schemas.VariantAnswer:
    """Everything about a variant."""
    name, text = variant_texts(language, variant.id)
    return schemas.VariantAnswer.model_validate(
        {
            "id": variant.id,
            "prefix": variant.prefix,
            "name": name,
            "text": text,
            "suits": [
                {
                    "suits": suits,
                    "name": difficulty(language, suits),
                    "deck": [*variant.blocks[suits]],
                    "rules": [
                        rules.id
                        for rules in variant.rules
                        if variant.canonical_rules(rules, suits) is rules
                    ],
                }
                for suits in variant.blocks
            ],
            "rules": [_rule_set(language, rules, variant) for rules in variant.rules],
            "default": {"suits": variant.default_suits, "rules": variant.default_rules.id},
            "cards": variant.cards,
            "runs": variant.runs,
            "columns": variant.columns,
            "hidden": variant.hidden,
            "stock": variant.stock,
            "cells": variant.cells,
            "cells_filled": variant.cells_filled,
            "reserves": variant.reserves,
            "imports": variant.imports,
            "solver": all(supports(variant, rules) for rules in variant.rules),
        }
    )


def _rule_set(language: str, rules: RuleSet, variant: Variant) -> dict[str, object]:
    name, text = rule_set_texts(language, rules.id, variant)
    return {"name": name, "text": text, **asdict(rules)}
