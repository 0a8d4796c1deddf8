"""Check the C ABI's headers against its recorded history; needs nothing but Python.

    python abi/check.py                 # what is wrong, if anything
    python abi/check.py --add "text"    # record the version in c_api.h with what it adds

history.txt has one line per version: its number, how many slots the table had, the hash of these
slots, the hash of the types, and what the version added. The slots of every version must still be
there, unchanged and in their place; the types must be those of the newest line.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import re
import sys
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
HEADERS = PACKAGE / "include" / "paddle"
HISTORY = Path(__file__).resolve().parent / "history.txt"
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


@dataclass(frozen=True)
class Version:
    """One line of the history."""

    major: int
    minor: int
    slots: int
    slots_hash: str
    types_hash: str
    added: str

    def line(self) -> str:
        number = f"{self.major}.{self.minor}"
        return f"{number} {self.slots} {self.slots_hash} {self.types_hash} {self.added}\n"


def normalized(code: str) -> str:
    """Return code without comments and with single blanks."""
    return " ".join(COMMENT.sub(" ", code).split())


def digest(text: str) -> str:
    """Return a short hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_slots(headers: Path) -> list[str]:
    """Return the slots' declarations, each on one line."""
    code = normalized((headers / "c_api_slots.h").read_text())
    return [part.strip() for part in re.split(r"(?=PD_SLOT\()", code) if part.strip()]


def undocumented(headers: Path) -> list[str]:
    """Return the first lines of slots that have no `///` line directly above."""
    lines = (headers / "c_api_slots.h").read_text().splitlines()
    return [
        line
        for above, line in zip(["", *lines], lines, strict=False)
        if line.startswith("PD_SLOT(") and not above.startswith("///")
    ]


def hash_slots(slots: list[str]) -> str:
    """Return the hash of the first slots of the table."""
    return digest("\n".join(slots))


def read_version(headers: Path) -> tuple[int, int]:
    """Return the version that c_api.h names."""
    text = (headers / "c_api.h").read_text()
    found = [re.search(rf"#define PD_ABI_{part} (\d+)", text) for part in ("MAJOR", "MINOR")]
    if not all(found):
        raise ValueError("c_api.h does not define PD_ABI_MAJOR and PD_ABI_MINOR")
    return tuple(int(match[1]) for match in found)  # type: ignore[index, return-value]


def hash_types(headers: Path) -> str:
    """Return the hash of everything in c_api.h but the version."""
    text = (headers / "c_api.h").read_text()
    return digest(normalized(re.sub(r"#define PD_ABI_M(AJ|IN)OR \d+", "", text)))


def read_history(path: Path) -> list[Version]:
    """Return the recorded versions, oldest first."""
    versions = []
    for line in path.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        number, slots, slots_hash, types_hash, added = line.split(maxsplit=4)
        major, minor = number.split(".")
        versions.append(Version(int(major), int(minor), int(slots), slots_hash, types_hash, added))
    return versions


def current(headers: Path, added: str) -> Version:
    """Return the line that the headers as they are would get."""
    slots = read_slots(headers)
    return Version(
        *read_version(headers), len(slots), hash_slots(slots), hash_types(headers), added
    )


def problems(headers: Path, history: list[Version]) -> list[str]:
    """Return what does not fit, in words."""
    slots = read_slots(headers)
    found = [f"no /// line above: {line}" for line in undocumented(headers)]
    if not history:
        return [*found, "history.txt records no version"]
    for older, newer in itertools.pairwise(history):
        followers = ((older.major, older.minor + 1), (older.major + 1, 0))
        if (newer.major, newer.minor) not in followers:
            found.append(f"{newer.major}.{newer.minor} does not follow {older.major}.{older.minor}")
    newest = history[-1]
    for version in history:
        name = f"{version.major}.{version.minor}"
        if (
            version.major == newest.major
            and hash_slots(slots[: version.slots]) != version.slots_hash
        ):
            found.append(f"a slot of version {name} was changed, moved or removed")
    if read_version(headers) != (newest.major, newest.minor):
        found.append("c_api.h has a version that history.txt does not end with")
    if len(slots) != newest.slots:
        found.append(
            f"the table has {len(slots)} slots, but version {newest.major}.{newest.minor} was "
            f"recorded with {newest.slots}: raise PD_ABI_MINOR and run abi/check.py --add"
        )
    if hash_types(headers) != newest.types_hash:
        found.append(
            "the types in c_api.h are not those that history.txt ends with: raise PD_ABI_MINOR "
            "and run abi/check.py --add"
        )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--add", metavar="TEXT", help="record this version with what it adds")
    parser.add_argument("--headers", type=Path, default=HEADERS)
    parser.add_argument("--history", type=Path, default=HISTORY)
    options = parser.parse_args()
    history = read_history(options.history)
    if options.add:
        version = current(options.headers, options.add)
        if history and (version.major, version.minor) <= (history[-1].major, history[-1].minor):
            print(f"{version.major}.{version.minor} is recorded: raise PD_ABI_MINOR first")
            return 1
        with options.history.open("a") as file:
            file.write(version.line())
        history.append(version)
    found = problems(options.headers, history)
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
