"""Deals of other programs, against decks that these programs and their peers have published."""

import re
from pathlib import Path

import httpx
import pytest

from app.imports import PROGRAMS, UnknownNumberError, imported_deck
from engine.cards import format_cards
from engine.codes import parse_code, start
from engine.deals import lay_out
from engine.variants import VARIANTS
from engine.view import view
from tests.app.test_catalogue_of_games import ask

_VECTORS = Path(__file__).parent.parent / "data" / "deal_vectors.txt"
_KPAT_SUITS = {"CDHS": 4, "CSHS": 3, "HSHS": 2, "SSSS": 1}
