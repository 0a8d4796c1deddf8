"""Print the packages that a change concerns: those it touches and all that depend on them.

Usage: select_packages.py BASE [HEAD]. A change to what every package shares selects all of them.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable

from packages import ROOT, Package, load_packages, with_dependents

SHARED = ("ci/", ".ci/", "noxfile.py", "pyproject.toml", "tests/")
ABI = ("packages/paddle-core/include/", "packages/paddle-core/csrc/capi/")


def select(changed: Iterable[str], packages: list[Package]) -> list[Package]:
    """Return the packages to test for a list of changed paths, relative to the repository."""
    touched: set[str] = set()
    for path in changed:
        if path.startswith(SHARED + ABI):
            return packages
        for package in packages:
            if path.startswith(f"packages/{package.folder.name}/"):
                touched.add(package.distribution)
    return with_dependents(touched, packages)


def changed_paths(base: str, head: str) -> list[str]:
    """Ask git which paths differ between the merge base of two commits and the second."""
    command = ["git", "diff", "--name-only", f"{base}...{head}"]
    return subprocess.run(
        command, cwd=ROOT, check=True, text=True, capture_output=True
    ).stdout.splitlines()


def main(arguments: list[str]) -> int:
    """Print one nox session name a line."""
    if not 1 <= len(arguments) <= 2:
        print(__doc__, file=sys.stderr)
        return 2
    base, head = (*arguments, "HEAD")[:2]
    for package in select(changed_paths(base, head), load_packages()):
        print(package.name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
