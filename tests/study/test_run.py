"""Runs: the same numbers however a study is cut, in both lanes, and the same cards for every variant."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shengsim.bots import TABLES
from shengsim.errors import InputError
from shengsim.kernel import compiled
from shengsim.stats.tally import Tally
from shengsim.study import run as study_run
from shengsim.study.chunks import Chunk, plan_chunks
from shengsim.study.executors import run_serial
from shengsim.study.run import BLOCK_DEALS, prepare, run_chunk
from shengsim.study.study import Study, load_study
from shengsim.variant.variant import Variant, load_variant

OTHER_RULES = """\
name: other-rules
family: shengji
rules:
  deal.kitty_size: 12
  bidding: {no_trump: joker_pair, jokers_extend: true, unclaimed: until_rank_else_highest}
  lead.pairs: false
  throw.allowed: false
  levels: {start: 5, end: 9}
"""


@pytest.fixture(scope="module")
def variants(tmp_path_factory: pytest.TempPathFactory) -> tuple[Variant, Variant]:
    """The shipped variant, and one with other rules but the same pack."""
    path = tmp_path_factory.mktemp("variants") / "other-rules.yaml"
    path.write_text(OTHER_RULES)
    return load_variant("bashi-fen"), load_variant(str(path))


def study_of(variants: tuple[Variant, ...], n_deals: int, seed: int = 0) -> Study:
    """A study by the bot random."""
    return Study(variants, ("random",), n_deals, seed)


def tally_of(study: Study, chunk_deals: int, variant: int = 0) -> Tally:
    """The tally of a study's variant, cut into chunks of this many deals."""
    tallies = [
        tally for chunk, tally in run_serial(study, plan_chunks(study, chunk_deals)) if chunk.group == variant
    ]
    return sum(tallies[1:], tallies[0])


def same(one: Tally, other: Tally) -> bool:
    """Whether two tallies have the same numbers."""
    return bool((one.cells == other.cells).all() and (one.counts == other.counts).all())


def played(
    variant: Variant, seed: int, number: int, n_deals: int = 1, plain: bool = False
) -> tuple[Any, np.ndarray]:
    """The state after the deals from this number on, and their outcomes."""
    engine, table = variant.family.engine(), TABLES[variant.family.NAME]
    state = engine.new_state(variant.rules, plain)
    outcomes = np.zeros((n_deals, len(engine.OUTCOME)), np.int64)
    driver = table.play_deals if plain else compiled(table.play_deals)
    rules = engine.new_rules(variant.rules, plain)
    seats, memory = table.seat_bots("random")
    driver(rules, state, memory, seats, seed, number, outcomes)
    return state, outcomes


def deck(variant: Variant, seed: int, number: int) -> tuple[int, ...]:
    """The cards of a deal in the order drawn."""
    state, outcomes = played(variant, seed, number)
    assert outcomes[0, variant.family.engine().OUTCOME["REDEALS"]] == 0
    return tuple(state["deck"].tolist())


# Chunks


@pytest.mark.parametrize("chunk_deals", [1, 7, 100, 999, 1000, 10_000])
def test_plan_chunks_covers_every_deal_once_in_order(chunk_deals: int, variants: tuple[Variant, ...]) -> None:
    chunks = plan_chunks(study_of(variants, 1000), chunk_deals)
    assert chunks == sorted(chunks)
    assert all(0 < chunk.n_deals <= chunk_deals for chunk in chunks)
    numbers = [
        (chunk.group, number)
        for chunk in chunks
        for number in range(chunk.first, chunk.first + chunk.n_deals)
    ]
    assert numbers == [(variant, number) for variant in range(2) for number in range(1000)]


@pytest.mark.parametrize(
    ("seconds_a_deal", "chunk_size"), [(0.9e-6, 100_000), (4e-6, 20_000), (0.03, 2), (9.0, 1)]
)
def test_chunks_are_a_tenth_of_a_second_of_work(
    seconds_a_deal: float, chunk_size: int, variants: tuple[Variant, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(
        study_run, "run_chunk", lambda study, chunk: clock.append(clock[-1] + seconds_a_deal * chunk.n_deals)
    )
    monkeypatch.setattr(study_run.time, "thread_time", lambda: clock[-1])
    assert study_run.suitable_chunk_size(study_of(variants[:1], 10**5)) == chunk_size


@pytest.mark.parametrize(("n_deals", "chunk_size"), [(10**7, 200_000), (10**6, 100_000), (10**5, 20_000)])
def test_chunks_of_many_arms_are_longer_but_not_too_few(
    n_deals: int, chunk_size: int, variants: tuple[Variant, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(
        study_run, "run_chunk", lambda study, chunk: clock.append(clock[-1] + 4e-6 * chunk.n_deals)
    )
    monkeypatch.setattr(study_run.time, "thread_time", lambda: clock[-1])
    study = Study(variants[:1] * 20, ("random",), n_deals, 0, kind="compare")
    assert study_run.suitable_chunk_size(study) == chunk_size


def test_no_run_has_more_chunks_than_fit_into_memory(
    variants: tuple[Variant, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(study_run, "run_chunk", lambda study, chunk: clock.append(clock[-1] + 9.0))
    monkeypatch.setattr(study_run.time, "thread_time", lambda: clock[-1])
    for n_deals in (10**5, 10**9, 10**12):
        study = study_of(variants, n_deals)
        assert len(variants) * n_deals / study_run.suitable_chunk_size(study) <= study_run.MAX_CHUNKS


# The same numbers


def test_prepare_compiles_once(variants: tuple[Variant, ...]) -> None:
    study = study_of(variants, 1)
    prepare(study)
    assert compiled(TABLES["shengji"].play_deals) is compiled(TABLES["shengji"].play_deals)


@pytest.mark.parametrize("chunk_deals", [1, 7, 100, 1000])
def test_run_is_the_same_however_it_is_cut(chunk_deals: int, variants: tuple[Variant, ...]) -> None:
    n_deals = 1000
    study = study_of(variants, n_deals, seed=3)
    for index in range(2):
        whole = run_chunk(study, Chunk(index, 0, n_deals))
        assert whole.n == n_deals
        assert same(tally_of(study, chunk_deals, index), whole)


def test_run_is_the_same_across_blocks(variants: tuple[Variant, ...]) -> None:
    n_deals = 2 * BLOCK_DEALS + 345
    study = study_of(variants, n_deals, seed=3)
    assert same(run_chunk(study, Chunk(0, 0, n_deals)), tally_of(study, 567))


def test_run_of_a_chunk_counts_its_own_deals_alone(variants: tuple[Variant, ...]) -> None:
    study = study_of(variants, 100)
    assert not same(run_chunk(study, Chunk(0, 0, 50)), run_chunk(study, Chunk(0, 50, 50)))
    assert same(run_chunk(study, Chunk(0, 50, 50)), run_chunk(study_of(variants, 9999), Chunk(0, 50, 50)))


@pytest.mark.parametrize("index", [0, 1])
def test_lanes_play_the_same(index: int, variants: tuple[Variant, ...]) -> None:
    study = study_of(variants, 30, seed=5)
    chunk = Chunk(index, 0, 30)
    assert same(run_chunk(study, chunk, plain=True), run_chunk(study, chunk))
    _, plain = played(variants[index], 5, 0, 30, plain=True)
    _, fast = played(variants[index], 5, 0, 30)
    assert (plain == fast).all()


def test_deal_does_not_depend_on_those_before_it(variants: tuple[Variant, ...]) -> None:
    _, outcomes = played(variants[0], 1, 0, 200)
    for number in (0, 1, 57, 199):
        _, alone = played(variants[0], 1, number)
        assert (alone[0] == outcomes[number]).all()


# The same cards


def test_variants_with_the_same_pack_see_the_same_cards(variants: tuple[Variant, ...]) -> None:
    decks = [[deck(variant, 8, number) for number in range(40)] for variant in variants]
    assert decks[0] == decks[1]
    assert len(set(decks[0])) == 40


def test_variants_with_other_rules_play_the_same_cards_otherwise(variants: tuple[Variant, ...]) -> None:
    first, second = (played(variant, 8, 0, 40)[1] for variant in variants)
    assert (first != second).any(axis=1).all()


def test_deck_is_two_packs(variants: tuple[Variant, ...]) -> None:
    assert sorted(deck(variants[0], 0, 0)) == sorted([*range(54), *range(54)])


def test_seed_changes_everything(variants: tuple[Variant, ...]) -> None:
    decks = [{deck(variants[0], seed, number) for number in range(100)} for seed in (1, 2)]
    assert decks[0].isdisjoint(decks[1])
    outcome = variants[0].family.engine().OUTCOME
    first, second = (played(variants[0], seed, 0, 300)[1] for seed in (1, 2))
    for field in (outcome["RANK"], outcome["TRUMP"], outcome["OPPONENTS_POINTS"], outcome["TRICKS"]):
        assert (first[:, field] != second[:, field]).any()
    assert not same(tally_of(study_of(variants, 300, 1), 100), tally_of(study_of(variants, 300, 2), 100))


def test_ranks_are_the_levels_and_dealers_take_turns(variants: tuple[Variant, ...]) -> None:
    outcome = variants[0].family.engine().OUTCOME
    for variant, ranks in zip(variants, (range(13), range(3, 8)), strict=True):
        _, outcomes = played(variant, 0, 0, 400)
        assert set(outcomes[:, outcome["RANK"]].tolist()) == set(ranks)
        assert outcomes[:, outcome["DEALER"]].tolist() == [number % 4 for number in range(400)]


# Studies


def test_run_serial_goes_chunk_by_chunk_in_order(variants: tuple[Variant, ...]) -> None:
    study = study_of(variants, 50)
    chunks = plan_chunks(study, 20)
    results = list(run_serial(study, chunks))
    assert [chunk for chunk, _ in results] == chunks
    assert [tally.n for _, tally in results] == [20, 20, 10, 20, 20, 10]
    again = list(run_serial(study, chunks[::-1]))
    assert [chunk for chunk, _ in again] == chunks[::-1]
    assert all(same(one, other) for (_, one), (_, other) in zip(results, again[::-1], strict=True))


def test_run_serial_plays_when_it_is_asked(variants: tuple[Variant, ...]) -> None:
    study = study_of(variants, 10)
    results = run_serial(study, [Chunk(0, 0, 10), Chunk(99, 0, 10)])
    chunk, tally = next(results)
    assert (chunk, tally.n) == (Chunk(0, 0, 10), 10)
    with pytest.raises(IndexError):
        next(results)


def test_variant_twice_gives_the_same_tally_twice() -> None:
    study = load_study(("bashi-fen", "bashi-fen"), "random", 100, 0)
    assert same(tally_of(study, 30, 0), tally_of(study, 30, 1))


def test_load_study_tells_the_faults_of_all_variants(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("name: bad\nfamily: shengji\nrules: {lead.pairs: 7}\n")
    with pytest.raises(InputError) as caught:
        load_study(("bashi-fn", "bashi-fen", str(bad)), "random", 10, 0)
    lines = str(caught.value).splitlines()
    assert len(lines) == 2
    assert any("bashi-fn" in line and "did you mean 'bashi-fen'" in line for line in lines)
    assert any(line.startswith(f"{bad}:3:21: ") for line in lines)


def test_load_study_keeps_what_it_is_given() -> None:
    study = load_study(("bashi-fen",), "random", 123, 45)
    assert ([variant.name for variant in study.variants], study.bots, study.n_deals, study.seed) == (
        *(["bashi-fen"], ("random",), 123, 45),
    )
