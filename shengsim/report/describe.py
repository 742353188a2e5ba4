"""The data dictionary: what each statistic and distribution is, its unit and kind."""

from __future__ import annotations

import pandas as pd

from shengsim.stats.compare import FEWEST
from shengsim.study.study import Kind, Study

COLUMNS = ("family", "counted", "name", "table", "kind", "unit", "meaning")

_DIFFERENCE = {
    "n": "deals or matches of the variant in the stratum",
    "base_estimate": "the statistic's value under what is compared with",
    "estimate": "its value under the variant or bots",
    "difference": "estimate less base_estimate",
    "std_error": "of the difference; of paired deals where paired",
    "ci_low": "95 % interval of the difference, from",
    "ci_high": "95 % interval of the difference, to",
    "p_adjusted": "p value that there is no difference, by Holm over all rows 'all', and over all others",
    "mde": "least difference seen with a chance of 80 % at this size (p below 0.05, unadjusted)",
    "paired": "whether both played the same deals",
}
IN_WORDS = {
    "compare": {"base": "what is compared with", **_DIFFERENCE},
    "sweep": {
        "what": "combination, main effect, two-way interaction, or a combination that was skipped",
        "against": "the base, or the choices that those of the row are measured against",
        **_DIFFERENCE,
        "n": "deals or matches of each arm",
        "base_estimate": "mean over the arms of what is compared with; of interactions the effect there",
        "estimate": "mean over the arms with the choices; of interactions the effect with the other choice",
        "p_adjusted": "p value that there is no effect, by Holm over all rows of its sort (what)",
        "gain": "variance of unpaired deals by that of paired ones",
        "events": "times that it happened in all arms of the row; empty of what is no event",
        "n_differ": "deals or matches in which the effect is not 0; empty where the packs differ",
        "blocks": "combinations of the other knobs that it is the mean over",
        "possible_blocks": "as many as there would be if none were skipped",
        "bots_spread": "largest less smallest difference among the bots",
        "below_bots_spread": "whether the difference is smaller than that",
        "verdict": "as in verdicts; of what was skipped, why",
    },
    "bots": {"base_bots": "the bots that are compared with", **_DIFFERENCE},
    "verdicts": {
        "base_events": "times that it happened under the base; empty of what is no event",
        "events": "times that it happened under the variant",
        "n_differ": "paired deals or matches in which the statistic differs",
        "n_any_differs": "paired deals or matches in which any outcome differs",
        "gain": "variance of unpaired deals by that of paired ones",
        "bots_spread": "largest less smallest difference among the bots",
        "below_bots_spread": "whether the difference is smaller than that",
        "verdict": "changes: p_adjusted below 0.05; may change: only its own interval leaves 0 out; "
        f"too rare to judge: fewer than {FEWEST} differ",
    },
}
"""What the columns of tables mean, where their names do not say it."""
COLUMNS_OF: dict[Kind, tuple[str, ...]] = {
    "run": (),
    "compare": ("compare", "verdicts", "bots"),
    "sweep": ("sweep",),
}


def dictionary_table(study: Study) -> pd.DataFrame:
    """One row a statistic and distribution of the families of a study."""
    rows: list[tuple[str, ...]] = []
    for variant in {variant.family.NAME: variant for variant in study.variants}.values():
        unit = study.unit_of(variant)
        head = (variant.family.NAME, unit.UNIT)
        rows += [(*head, s.name, "summary", s.kind, s.unit, s.words) for s in unit.STATISTICS]
        rows += [(*head, h.name, "distributions", "histogram", h.unit, h.words) for h in unit.HISTOGRAMS]
    for table in COLUMNS_OF[study.kind]:
        rows += [("", "", name, table, "column", "", words) for name, words in IN_WORDS[table].items()]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def dictionary(study: Study) -> str:
    """The data dictionary for reading.

    A mean is of a number a deal (or match), a rate the share in which something holds; both have 95 %
    intervals: normal ones for means, Wilson's for rates.
    """
    return dictionary_table(study).drop(columns="family").to_string(index=False)
