"""The data dictionary: what each statistic and distribution is, its unit and kind."""

from __future__ import annotations

import pandas as pd

from shengsim.study.study import Study

COLUMNS = ("family", "counted", "name", "table", "kind", "unit", "meaning")


def dictionary_table(study: Study) -> pd.DataFrame:
    """One row a statistic and distribution of the families of a study."""
    rows: list[tuple[str, ...]] = []
    for variant in {variant.family.NAME: variant for variant in study.variants}.values():
        unit = study.unit_of(variant)
        head = (variant.family.NAME, unit.UNIT)
        rows += [(*head, s.name, "summary", s.kind, s.unit, s.words) for s in unit.STATISTICS]
        rows += [(*head, h.name, "distributions", "histogram", h.unit, h.words) for h in unit.HISTOGRAMS]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def dictionary(study: Study) -> str:
    """The data dictionary for reading.

    A mean is of a number a deal (or match), a rate the share in which something holds; both have 95 %
    intervals: normal ones for means, Wilson's for rates.
    """
    return dictionary_table(study).drop(columns="family").to_string(index=False)
