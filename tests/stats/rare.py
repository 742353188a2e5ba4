"""How many units must differ before an interval covers: ``python -m tests.stats.rare --studies 2000``.

The differences are real ones: whatever each statistic differs by between a variant and another on the same
shuffles. Studies are of so many units that hardly any differ, and those are drawn from the real ones.
"""

from __future__ import annotations

import argparse

import numpy as np

from shengsim.stats.compare import FEWEST
from shengsim.stats.effect import effect
from shengsim.stats.tally import Moments
from shengsim.study.study import Study, load_study
from tests.stats.calibration import Count, population

DEALS = (
    "bashi-fen", "kitty-linear", "kitty-fixed-2", "singles-throw-3", "bashi-fen-classic", "hook-and-needle",
    "no-trump-bids", "kitty-per-card", "chao-dipi", "red-fives-hearts", "kitty-none",
)  # fmt: skip
MATCHES = ("bashi-fen", "hook-and-needle", "mandatory-5-10-k", "chao-dipi")
GAMES = ("winner", "winner-revolution", "winner-no-bombs", "winner-exchange")
FEWEST_KEPT = 200
"""A difference that is found so often tells what it looks like."""
MANY = 100_000
"""Units of a study."""
EXPECTED = (10, 20, 30, 40, FEWEST, 70, 100, 200)


def sorts_of(study: Study) -> list[np.ndarray]:
    """What each statistic differs by between each variant and the first, where it does."""
    of = population(study)
    fields = [statistic.field for statistic in of.unit.STATISTICS]
    each = (other[:, field] - of.outcomes[0][:, field] for other in of.outcomes[1:] for field in fields)
    return [values for found in each if len(values := found[found != 0]) >= FEWEST_KEPT]


def coverage(sorts: list[np.ndarray], n_expected: int, n_studies: int, seed: int) -> np.ndarray:
    """How often intervals cover, by sort of difference, where so many units are expected to differ."""
    random = np.random.default_rng(seed)
    found = []
    for values in sorts:
        truth, count = n_expected * values.mean() / MANY, Count()
        for n_differ in random.poisson(n_expected, n_studies):
            drawn = values[random.integers(len(values), size=n_differ)]
            by = effect([Moments(MANY, int(drawn.sum()), int((drawn * drawn).sum()))], 1)
            count.add(by.ci_low <= truth <= by.ci_high)
        found.append(count.share)
    return np.array(found)


def main() -> None:
    """Tells coverage by the number of units that differ, over all sorts of differences found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    played = ((DEALS, 200_000, False), (MATCHES, 10_000, True), (GAMES, 50_000, False))
    sorts = [
        values
        for names, n, in_matches in played
        for values in sorts_of(load_study(names, "heuristic", n, 77, in_matches))
    ]
    print(f"{len(sorts)} sorts of differences, {asked.studies:,} studies of each; where so many differ:")
    for n_expected in EXPECTED:
        found = 100 * coverage(sorts, n_expected, asked.studies, asked.seed)
        print(
            f"  {n_expected:4}: {found.mean():.2f} % covered on average, {np.quantile(found, 0.05):.2f} % or "
            f"more in 19 of 20 sorts, {found.min():.2f} % in the worst",
            flush=True,
        )


if __name__ == "__main__":
    main()
