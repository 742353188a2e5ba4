"""The command line: what it prints and writes, and that nothing a user does wrong gives a traceback."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner, Result

from shengsim.bots import TABLES
from shengsim.cli import main
from shengsim.kernel import compiled
from shengsim.knob import knobs
from shengsim.study import progress
from shengsim.study import run as study_run
from shengsim.study.study import load_study
from shengsim.variant.variant import load_variant, shipped_variants

BROKEN = """\
name: broken
family: shengji
rules:
  lead.pears: true
  throw: {allowed: maybe}
"""
N_DEALS = 300


@pytest.fixture(scope="module", autouse=True)
def compiled_rules() -> None:
    """No run has to say that it compiles."""
    study_run.prepare(load_study(("bashi-fen",), "random", 1, 0))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def done_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Path]:
    """A run of two variants, and its folder."""
    folder = tmp_path_factory.mktemp("run")
    other = folder / "other.yaml"
    other.write_text("name: other\nbase: bashi-fen\nrules: {lead.pairs: false}\n")
    out = folder / "out"
    return call("run", "bashi-fen", str(other), "--deals", str(N_DEALS), "--out", str(out)), out


def call(*arguments: str) -> Result:
    """What the program does; errors that no user should see fail the test."""
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert "Traceback" not in result.output
    return result


def quiet_run(out: str, *arguments: str) -> Path:
    """A run of the shipped variant that succeeds; its folder."""
    result = call("run", "bashi-fen", "-q", "--out", out, *arguments)
    assert (result.exit_code, result.output) == (0, "")
    return Path(out)


def command(*arguments: str) -> list[str]:
    """The program as a process."""
    return [sys.executable, "-m", "shengsim", *arguments]


def process(*arguments: str | bytes, **options: Any) -> subprocess.CompletedProcess[str]:
    """The program run as a process."""
    return subprocess.run(
        [sys.executable, "-m", "shengsim", *arguments],
        capture_output="stdout" not in options,
        text=True,
        check=False,
        **options,
    )


def write(text: str, name: str) -> str:
    """A file in the working folder; its name."""
    Path(name).write_text(text)
    return name


# Start-up and help


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["deal", "-h"], ["variants", "--help"]])
def test_help_imports_click_alone(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from shengsim.cli import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit as end:\n"
        "    assert end.code == 0\n"
        "heavy = {'numba', 'llvmlite', 'numpy', 'pandas', 'pydantic', 'scipy', 'yaml', 'tqdm'}\n"
        "print('imported:', *sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Usage: ")
    assert done.stdout.splitlines()[-1].strip() == "imported:"


def test_help_names_every_command() -> None:
    result = call("--help")
    assert result.exit_code == 0
    for name, each in main.commands.items():
        assert f"  {name}" in result.output
        assert each.help
        assert call(name, "--help").exit_code == 0


def test_version_of_the_module() -> None:
    done = process("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("shengsim, version ")


def test_no_command_and_unknown_command_are_usage_errors() -> None:
    assert call().exit_code == 2
    result = call("rum")
    assert result.exit_code == 2
    assert "rum" in result.stderr
    assert call("run").exit_code == 2


# Run


def test_run_prints_a_table_for_each_variant_and_names_the_csv(done_run: tuple[Result, Path]) -> None:
    result, out = done_run
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"{N_DEALS} deals of each, bots heuristic" in result.stdout
    assert result.stdout.splitlines()[1].split() == ["bashi-fen", "other"]
    assert result.stdout.count("level_change") == 1
    assert result.stdout.splitlines()[-1].endswith(str(out / "summary.csv"))


def test_run_writes_the_folder(done_run: tuple[Result, Path]) -> None:
    _, out = done_run
    assert sorted(path.name for path in out.iterdir()) == [
        "distributions.csv",
        "manifest.json",
        "run.lock",
        "run.sqlite",
        "spreads.csv",
        "summary.csv",
    ]
    frame = pd.read_csv(out / "summary.csv")
    assert (
        ",".join(frame.columns) == "variant,bots,unit,statistic,stratum,n,estimate,std_error,ci_low,ci_high"
    )
    assert list(frame["variant"].unique()) == ["bashi-fen", "other"]
    assert (frame[frame["stratum"] == "all"]["n"] == N_DEALS).all()
    counts = pd.read_csv(out / "distributions.csv").groupby(["variant", "statistic"])["n"].sum()
    assert (counts == N_DEALS).all()


def test_run_writes_a_manifest_that_tells_what_was_played(done_run: tuple[Result, Path]) -> None:
    _, out = done_run
    manifest = json.loads((out / "manifest.json").read_text())
    assert (manifest["seed"], manifest["bots"], manifest["number"]) == (0, "heuristic", N_DEALS)
    assert [variant["name"] for variant in manifest["variants"]] == ["bashi-fen", "other"]
    assert manifest["variants"][0]["key"] == load_variant("bashi-fen").key()
    assert manifest["variants"][0]["rules"] == load_variant("bashi-fen").values()
    assert manifest["variants"][1]["rules"]["lead.pairs"] is False
    assert {"shengsim", "python", "numba", "numpy", "pandas", "status", "written"} <= set(manifest)


def test_run_makes_a_new_folder_each_time() -> None:
    for n_folders in (1, 2):
        result = call("run", "bashi-fen", "--deals", "20")
        assert result.exit_code == 0
        csv = Path(result.stdout.split("dealer: ")[-1].strip())
        assert csv.is_file()
        assert csv.parts[:2] == ("reports", "runs")
        assert len(list(Path("reports/runs").iterdir())) == n_folders


def test_run_again_gives_the_same_bytes_and_another_seed_others() -> None:
    folders = [
        quiet_run(name, "--deals", "500", "--seed", seed)
        for name, seed in (("a", "7"), ("b", "7"), ("c", "8"))
    ]
    for name in ("summary.csv", "distributions.csv"):
        first, again, other = ((folder / name).read_bytes() for folder in folders)
        assert first == again
        assert first != other


def test_run_as_a_process_gives_the_same_bytes() -> None:
    done = process("run", "bashi-fen", "--deals", "500", "--seed", "7", "--out", "process", "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    folder = quiet_run("here", "--deals", "500", "--seed", "7")
    for name in ("summary.csv", "distributions.csv"):
        assert (Path("process") / name).read_bytes() == (folder / name).read_bytes()


def test_run_into_the_folder_of_another_run_is_refused() -> None:
    quiet_run("out", "--deals", "50")
    old = Path("out/summary.csv").read_bytes()
    told = call("run", "bashi-fen", "--deals", "60", "--out", "out")
    assert told.exit_code == 2
    assert "number was 50 and is 60" in told.stderr
    quiet_run("out", "--deals", "50")
    assert Path("out/summary.csv").read_bytes() == old
    assert len(list(Path("out").iterdir())) == 6


def test_run_quiet_prints_nothing() -> None:
    quiet_run("out", "--deals", "20")


@pytest.mark.parametrize("more", [[], ["-q"]])
def test_run_json_is_the_summary(more: list[str]) -> None:
    result = call("run", "bashi-fen", "--deals", "200", "--out", "out", "--json", *more)
    assert (result.exit_code, result.stderr) == (0, "")
    frame = pd.DataFrame(json.loads(result.stdout))
    pd.testing.assert_frame_equal(frame, pd.read_csv("out/summary.csv"), check_dtype=False, rtol=1e-9)


def test_run_of_a_variant_named_twice_has_its_rows_once() -> None:
    once = quiet_run("once", "--deals", "100")
    assert call("run", "bashi-fen", "bashi-fen", "--deals", "100", "--out", "twice").exit_code == 0
    assert (once / "summary.csv").read_bytes() == Path("twice/summary.csv").read_bytes()


def test_run_of_two_variants_of_one_name_is_not_muddled() -> None:
    text = "name: mine\nfamily: shengji\nrules: {{lead.pairs: {}}}\n"
    files = [write(text.format(word), f"{word}.yaml") for word in ("true", "false")]
    result = call("run", *files, "--deals", "100", "--out", "out")
    if result.exit_code == 2:
        assert "mine" in result.stderr
    else:
        assert (
            not pd.read_csv("out/summary.csv").duplicated(["variant", "bots", "statistic", "stratum"]).any()
        )


def test_run_counts_events_as_play_deals_does() -> None:
    folder = quiet_run("out", "--deals", "100", "--seed", "3")
    outcomes = outcomes_of(3, 0, 100)
    outcome = load_variant("bashi-fen").family.engine().OUTCOME
    frame = pd.read_csv(folder / "summary.csv").set_index(["statistic", "stratum"])["estimate"]
    assert frame["ruffs", "all"] == outcomes[:, outcome["RUFFS"]].sum() / 100
    assert frame["swap", "all"] == outcomes[:, outcome["SWAP"]].sum() / 100


# Numbers


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("1000", 1000),
        ("1e3", 1000),
        ("1E3", 1000),
        ("1e+3", 1000),
        ("0.5e3", 500),
        ("1_000", 1000),
        ("1,000", 1000),
        ("1", 1),
    ],
)
def test_numbers_as_people_write_them(text: str, deals: int) -> None:
    folder = quiet_run("out", "--deals", text)
    assert json.loads((folder / "manifest.json").read_text())["number"] == deals


@pytest.mark.parametrize(
    "text",
    [
        *(
            "0",
            "-1",
            "1.5",
            "1.5e0",
            "ten",
            "",
            " ",
            "1__000",
            "_1",
            "1_",
            "10_00",
            "1,00",
            "1e",
            "e3",
            "1e-3",
        ),
        *("0x10", "1e99", "1e13", "10000000000001", "nan", "inf", "1e3e3", "½", "1 000", "9" * 400),
    ],
)
def test_bad_numbers_are_usage_errors(text: str) -> None:
    result = call("run", "bashi-fen", "--deals", text, "--out", "out")
    assert result.exit_code == 2
    assert "--deals" in result.stderr
    assert not Path("out").exists()


@pytest.mark.parametrize("option", ["--seed", "--number"])
def test_very_long_numbers_are_usage_errors(option: str) -> None:
    result = call("deal", "bashi-fen", option, "9" * 5000)
    assert result.exit_code == 2
    assert option in result.stderr
    assert len(result.stderr) < 500


def test_seed_may_be_large_and_keeps_every_digit() -> None:
    seed = 2**62 - 1
    assert (
        json.loads(call("deal", "bashi-fen", "--format", "json", "--seed", str(seed)).stdout)["seed"] == seed
    )
    assert call("deal", "bashi-fen", "--seed", str(2**62 + 1)).exit_code == 2


# What users get wrong


@pytest.mark.parametrize("arguments", [["run"], ["deal"], ["variants", "show"], ["variants", "check"]])
def test_unknown_variant_exits_2_with_a_suggestion(arguments: list[str]) -> None:
    result = call(*arguments, "bashi-fn")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "'bashi-fn': no variant that ships has this name; did you mean 'bashi-fen'?\n"


@pytest.mark.parametrize("arguments", [["run"], ["deal"]])
def test_unknown_bot_exits_2_with_a_suggestion(arguments: list[str]) -> None:
    result = call(*arguments, "bashi-fen", "--bots", "randon")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--bots" in result.stderr
    assert "'randon'; did you mean 'random'?" in result.stderr
    assert "random" in call(*arguments, "bashi-fen", "--bots", "zzz").stderr
    assert not Path("reports").exists()


@pytest.mark.parametrize("arguments", [["run"], ["deal"], ["variants", "show"], ["variants", "check"]])
def test_broken_variant_exits_2_with_every_place(arguments: list[str]) -> None:
    result = call(*arguments, write(BROKEN, "broken.yaml"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "broken.yaml:4:3: rules.lead.pears: there is no knob 'lead.pears'; did you mean 'lead.pairs'?",
        "broken.yaml:5:20: rules.throw.allowed: must be true or false, not 'maybe'",
    ]
    assert not Path("reports").exists()


@pytest.mark.parametrize(
    ("text", "place"), [("a: [1, 2\n", "v.yaml:2:1: "), ("a: b: c", "v.yaml:1:5: "), ("\t", "v.yaml:1:1: ")]
)
def test_broken_yaml_exits_2_with_its_place(text: str, place: str) -> None:
    result = call("run", write(text, "v.yaml"))
    assert result.exit_code == 2
    assert result.stderr.startswith(place)
    assert len(result.stderr.splitlines()) == 1


def test_missing_file_exits_2() -> None:
    result = call("run", "gone.yaml")
    assert (result.exit_code, result.stderr) == (2, "gone.yaml: cannot be read: No such file or directory\n")


def test_broken_variant_as_a_process_gives_no_traceback() -> None:
    done = process("run", write(BROKEN, "broken.yaml"))
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 2


def test_variant_whose_file_name_is_no_utf8(here: Path) -> None:
    name = os.fsdecode(b"caf\xe9.yaml")
    try:
        Path(name).write_text("name: cafe\nfamily: shengji\n")
    except (OSError, UnicodeError):
        pytest.skip("file names are UTF-8 here")
    result = call("run", name, "--deals", "20", "--out", "out", "-q")
    assert result.exit_code == 0
    assert sorted(path.name for path in Path("out").iterdir()) == [
        "distributions.csv",
        "manifest.json",
        "run.lock",
        "run.sqlite",
        "spreads.csv",
        "summary.csv",
    ]


@pytest.mark.parametrize("out", ["file", "file/below"])
def test_out_that_cannot_be_made_exits_1_with_a_message(out: str) -> None:
    write("in the way", "file")
    result = call("run", "bashi-fen", "--deals", "20", "--out", out)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{out}: cannot be written: ")
    assert len(result.stderr.splitlines()) == 1
    assert Path("file").read_text() == "in the way"


def test_out_with_a_folder_in_place_of_a_table_exits_1() -> None:
    Path("out/summary.csv").mkdir(parents=True)
    result = call("run", "bashi-fen", "--deals", "20", "--out", "out")
    assert result.exit_code == 1
    assert result.stderr.startswith("out/summary.csv: cannot be written: ")


# Variants


def test_variants_list_has_one_variant_a_line_and_no_header() -> None:
    lines = call("variants", "list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(shipped_variants())
    assert all(load_variant(line.split()[0]).summary in line for line in lines)


def test_variants_list_quiet_has_the_names_alone() -> None:
    assert call("variants", "list", "-q").stdout.splitlines() == list(shipped_variants())


def test_variants_show_has_every_knob_with_value_and_origin() -> None:
    write(
        "name: mine\nbase: bashi-fen\nsource: B41\nrules: {lead.pairs: off, score.swap_at: 100}\n",
        "mine.yaml",
    )
    result = call("variants", "show", "mine.yaml")
    assert result.exit_code == 0
    head, source, *lines = result.stdout.splitlines()
    assert head.startswith("mine (Sheng ji)")
    assert source == "source: B41"
    shown = {line.split()[0]: (" ".join(line.split()[1:-1]), line.split()[-1]) for line in lines}
    assert list(shown) == [knob.path for knob in knobs(load_variant("bashi-fen").family.RULES)]
    assert shown["lead.pairs"] == ("false", "mine")
    assert shown["score.swap_at"] == ("100", "mine")
    assert shown["score.step"] == ("by the number of packs", "default")
    assert shown["throw.allowed"] == ("true", "default")
    assert shown["levels.end"] == ("A", "default")


def test_variants_show_json() -> None:
    write("name: mine\nbase: bashi-fen\nrules: {lead.pairs: off}\n", "mine.yaml")
    result = call("variants", "show", "--json", "mine.yaml")
    shown = json.loads(result.stdout)
    assert (shown["name"], shown["family"], shown["base"], shown["file"]) == (
        *("mine", "shengji", "bashi-fen", "mine.yaml"),
    )
    assert shown["knobs"]["lead.pairs"] == {"value": False, "set_by": "mine"}
    assert shown["knobs"]["score.step"] == {"value": None, "set_by": "default"}
    assert {path: each["value"] for path, each in shown["knobs"].items()} == load_variant(
        "mine.yaml"
    ).values()


def test_variants_check_tells_sound_from_broken() -> None:
    write(BROKEN, "broken.yaml")
    write("name: mine\nfamily: shengji\n", "mine.yaml")
    result = call("variants", "check", "mine.yaml", "broken.yaml", "bashi-fen", "gone.yaml")
    assert result.exit_code == 2
    assert result.stdout.splitlines() == ["mine.yaml: sound", "bashi-fen: sound"]
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == [
        "broken.yaml",
        "broken.yaml",
        "gone.yaml",
    ]
    assert call("variants", "check", "mine.yaml", "bashi-fen").exit_code == 0


# Deal


def outcomes_of(seed: int, number: int, n_deals: int) -> np.ndarray:
    """What the driver of runs gives for deals."""
    variant = load_variant("bashi-fen")
    engine, table = variant.family.engine(), TABLES[variant.family.NAME]
    outcomes = np.zeros((n_deals, len(engine.OUTCOME)), np.int64)
    driver = compiled(table.play_deals)
    rules, state = engine.new_rules(variant.rules), engine.new_state(variant.rules)
    seats, memory = table.seat_bots("heuristic")
    driver(rules, state, memory, seats, seed, number, outcomes)
    return outcomes


@pytest.mark.parametrize(("seed", "number"), [(0, 0), (0, 1), (3, 17), (2**40, 10**9)])
def test_deal_is_the_one_that_run_plays(seed: int, number: int) -> None:
    result = call("deal", "bashi-fen", "--seed", str(seed), "--number", str(number), "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    shown = json.loads(result.stdout)
    assert (shown["variant"], shown["seed"], shown["number"]) == ("bashi-fen", seed, number)
    outcome = load_variant("bashi-fen").family.engine().OUTCOME
    row = outcomes_of(seed, number, 1)[0]
    assert shown["outcome"] == {field.name.lower(): int(row[field]) for field in outcome}
    assert len(shown["tricks"]) == shown["outcome"]["tricks"]
    assert sum(trick["points"] for trick in shown["tricks"]) + shown["outcome"]["kitty_points"] == 200


def test_deal_text_shows_trump_hands_and_every_trick() -> None:
    shown = json.loads(call("deal", "bashi-fen", "--number", "5", "--format", "json").stdout)
    result = call("deal", "bashi-fen", "--number", "5")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"Trump: {shown['trump']}" in result.stdout
    for cards in (*shown["hands"].values(), shown["buried"], shown["kitty"]):
        assert cards in result.stdout
    for trick in shown["tricks"]:
        assert all(f"{seat} {cards}" in result.stdout for seat, cards in trick["plays"].items())
    assert f"Opponents: {shown['outcome']['opponents_points']} points" in result.stdout


def test_deal_again_is_the_same_and_another_is_not() -> None:
    texts = [call("deal", "bashi-fen", "--number", number).stdout for number in ("1e3", "1000", "1_001")]
    assert texts[0] == texts[1] != texts[2]
    assert call("deal", "bashi-fen", "--seed", "1").stdout != call("deal", "bashi-fen", "--seed", "2").stdout


def test_deal_of_other_rules_has_the_same_cards() -> None:
    write(
        "name: mine\nbase: bashi-fen\nrules: {lead.pairs: off, bidding.no_trump: joker_pair}\n", "mine.yaml"
    )
    shown = [
        json.loads(call("deal", name, "--number", "3", "--format", "json").stdout)
        for name in ("bashi-fen", "mine.yaml")
    ]
    assert shown[0]["deck"] == shown[1]["deck"]
    assert shown[0]["outcome"] != shown[1]["outcome"]


def test_deal_needs_no_compiler() -> None:
    code = (
        "import sys\n"
        "from numba.core.dispatcher import Dispatcher\n"
        "def refuse(*arguments):\n"
        "    raise AssertionError('compiled something')\n"
        "Dispatcher.compile = refuse\n"
        "from shengsim.cli import main\n"
        "main(['deal', 'bashi-fen'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Pipes and interrupts


@pytest.fixture
def closed_pipe() -> Iterator[int]:
    """A pipe that nobody reads any more."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["deal", "bashi-fen"],
        ["variants", "list"],
        ["variants", "show", "bashi-fen"],
        ["run", "bashi-fen", "--deals", "20", "--out", "out"],
        ["run", "bashi-fen", "--deals", "20", "--out", "out", "--json"],
    ],
    ids=" ".join,
)
def test_closed_stdout_gives_no_traceback(arguments: list[str], closed_pipe: int) -> None:
    done = process(*arguments, stdout=closed_pipe, stderr=subprocess.PIPE)
    assert done.stderr == ""
    assert done.returncode in (0, 1)
    if arguments[0] == "run":
        assert Path("out/summary.csv").is_file()  # results are written before they are shown


def test_first_line_through_head() -> None:
    with subprocess.Popen(
        command("deal", "bashi-fen"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as deal:
        head = subprocess.run(["head", "-1"], stdin=deal.stdout, capture_output=True, text=True, check=True)
        deal.stdout.close()
        assert deal.stderr.read() == ""
    assert head.stdout.startswith("Deal 0: rank ")


def test_interrupted_run_exits_130_and_writes_no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks_played = []

    def interrupted(study: Any, chunks: Any) -> Iterator[Any]:
        chunks_played.append(chunks[0])
        yield chunks[0], study_run.run_chunk(study, chunks[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(progress, "run_serial", interrupted)
    result = call("run", "bashi-fen", "--deals", "30", "--out", "out", "--executor", "serial")
    assert chunks_played
    assert result.exit_code == 130
    assert result.stdout == ""
    assert result.stderr.strip().splitlines()[-2:] == [
        "interrupted",
        "what is done is kept; to go on: shengsim resume out",
    ]
    assert not list(Path("out").glob("*.csv"))
