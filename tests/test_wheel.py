"""A wheel carries all that the program needs: variants, their schema, scenarios."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import shengsim

ROOT = Path(shengsim.__file__).parents[1]


def test_a_wheel_ships_every_variant_and_scenario(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)],
        check=True,
        capture_output=True,
    )
    [wheel] = tmp_path.glob("*.whl")
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("shengsim/shipped/")}
    wanted = {
        f"shengsim/shipped/{path.relative_to(ROOT).as_posix()}"
        for folder in ("variants", "scenarios")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    assert inside == wanted
