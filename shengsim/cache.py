"""The folder of compiled code: where it lies, that what lies in it is whole, and when it goes.

Machine code with one wrong bit would end the process instead of raising an error. So the checksum of
every file is noted when it is written, and what does not fit it is removed before anything is loaded.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

N_FOLDERS_KEPT = 4
"""Folders of other versions that are left alone; the least recently used go first."""
SEALS = "sha256.json"
"""The file of checksums in a cache folder."""


def open_cache(key: str) -> Path | None:
    """The folder of compiled code under a key, sound; None where none is writable.

    ``SHENGSIM_CACHE_DIR`` overrides where it lies; empty means no cache.
    """
    for parent in _parents():
        folder = parent / "kernels" / key
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Another user's files must not be run.
            if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
                continue
            os.utime(folder)
            with tempfile.TemporaryFile(dir=folder):
                pass
            _forget_old_folders(folder)
        except OSError:
            continue
        _drop_unsealed(folder)
        return folder
    return None


def _parents() -> list[Path]:
    named = os.environ.get("SHENGSIM_CACHE_DIR")
    if named is not None:
        return [Path(named)] if named else []
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    uid = os.getuid() if hasattr(os, "getuid") else 0  # all users share the folder for temporaries
    return [Path(home) / "shengsim", Path(tempfile.gettempdir()) / f"shengsim-{uid}"]


def _forget_old_folders(current: Path) -> None:
    others = [folder for folder in current.parent.iterdir() if folder.is_dir() and folder != current]
    ages: dict[Path, float] = {}
    for folder in others:
        with contextlib.suppress(OSError):  # another process forgets it too
            ages[folder] = folder.stat().st_mtime
    for folder in sorted(ages, key=lambda folder: ages[folder], reverse=True)[N_FOLDERS_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    """Every file of compiled code by name, with its checksum; what vanishes meanwhile is left out."""
    for pattern in ("*/*.nbi", "*/*.nbc"):
        for path in folder.glob(pattern):
            with contextlib.suppress(OSError):
                yield path.relative_to(folder).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest()


@contextlib.contextmanager
def one_at_a_time(folder: Path | None, what: str) -> Iterator[None]:
    """While one process compiles something, others that need it wait here, and then find it on disk.

    The lock goes with its process. Where there are no locks, each compiles for itself.
    """
    with contextlib.ExitStack() as stack:
        if folder is not None:
            with contextlib.suppress(ImportError, OSError):
                import fcntl

                lock = stack.enter_context((folder / f"{what}.lock").open("w"))
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def seal(folder: Path) -> None:
    """Notes the checksums of what has been written."""
    part = folder / f"{SEALS}.{os.getpid()}"
    try:
        part.write_text(json.dumps(dict(_files(folder))))
        part.replace(folder / SEALS)
    except OSError:  # unsealed, it is compiled again next time
        with contextlib.suppress(OSError):
            part.unlink()


def _drop_unsealed(folder: Path) -> None:
    """Removes what is not as it was written."""
    try:
        sealed = json.loads((folder / SEALS).read_bytes())
    except (OSError, ValueError, RecursionError):
        sealed = {}
    for name, checksum in _files(folder):
        if not isinstance(sealed, dict) or sealed.get(name) != checksum:
            with contextlib.suppress(OSError):
                (folder / name).unlink()
