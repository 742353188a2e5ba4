"""Chunks: a study cut into pieces of work, each owning its range of deal numbers."""

from __future__ import annotations

from dataclasses import dataclass

from shengsim.study.study import Study


@dataclass(frozen=True, order=True)
class Chunk:
    """Deals ``first`` to ``first + n_deals - 1`` of every arm of a study's group."""

    group: int
    first: int
    n_deals: int


def plan_chunks(study: Study, chunk_size: int) -> list[Chunk]:
    """All chunks of a study, in order. What is played does not depend on how it is cut."""
    return [
        Chunk(group, first, min(chunk_size, study.n_deals - first))
        for group in range(len(study.groups))
        for first in range(0, study.n_deals, chunk_size)
    ]
