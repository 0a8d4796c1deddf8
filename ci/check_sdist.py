"""Check source distributions: every source file of the package is inside, and nothing else.

Usage: check_sdist.py SDIST...
"""

from __future__ import annotations

import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

from packages import Package, load_packages

ADDED_BY_BUILD = {"PKG-INFO"}


def problems(sdist: Path, package: Package) -> Iterator[str]:
    """Yield one sentence for each file that is missing, surplus or different."""
    with tarfile.open(sdist) as archive:
        packed = {
            member.name.split("/", 1)[1]: member
            for member in archive.getmembers()
            if member.isfile()
        }
        sources = {str(path.relative_to(package.folder)): path for path in package.files()}
        for name, path in sources.items():
            if name not in packed:
                yield f"it lacks {name}"
                continue
            stream = archive.extractfile(packed[name])
            if stream is None or stream.read() != path.read_bytes():
                yield f"{name} differs from the package's"
    for name in sorted(packed.keys() - sources.keys() - ADDED_BY_BUILD):
        yield f"{name} is no source file of the package"
    for name in sorted(packed):
        if ".." in Path(name).parts or name.startswith("/"):
            yield f"{name} leaves its folder"


def main(arguments: list[str]) -> int:
    """Check each sdist; return 1 if any breaks a rule."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    packages, broken = load_packages(), False
    for sdist in map(Path, arguments):
        distribution = sdist.name.split("-")[0].replace("_", "-")
        package = next(package for package in packages if package.distribution == distribution)
        found = list(problems(sdist, package))
        for problem in found:
            print(f"{sdist.name}: {problem}", file=sys.stderr)
        broken |= bool(found)
        print(f"{sdist.name}: {len(found)} problems")
    return int(broken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
