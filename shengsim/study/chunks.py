"""Chunks: a study cut into pieces of work, each owning its range of deal numbers."""

from __future__ import annotations

from dataclasses import dataclass

from shengsim.study.study import Study

CHUNK_DEALS = 25_000
"""Deals of a chunk: about a tenth of a second of work."""


@dataclass(frozen=True, order=True)
class Chunk:
    """Deals ``first`` to ``first + n_deals - 1`` of a study's variant."""

    variant: int
    first: int
    n_deals: int


def plan_chunks(study: Study, chunk_deals: int = CHUNK_DEALS) -> list[Chunk]:
    """All chunks of a study, in order. What is played does not depend on how it is cut.

    A match is some thirty deals, so that a chunk of matches holds the fewer.
    """
    if study.in_matches:
        chunk_deals = max(1, chunk_deals // 50)
    return [
        Chunk(variant, first, min(chunk_deals, study.n_deals - first))
        for variant in range(len(study.variants))
        for first in range(0, study.n_deals, chunk_deals)
    ]
