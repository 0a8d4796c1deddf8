"""The packages of this repository: where they are, what they depend on, what their state is."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
LEFT_BEHIND = {
    *("__pycache__", "build", "dist", ".pytest_cache", ".hypothesis", ".mypy_cache"),
    "_ops_table.json",
}
LEFT_BEHIND_SUFFIXES = {".so", ".pyc"}


@dataclass(frozen=True)
class Package:
    """One folder under packages/: its distribution and the siblings that it depends on."""

    folder: Path
    project: dict[str, Any]
    wheel_limits: dict[str, Any]
    siblings: frozenset[str]

    @property
    def distribution(self) -> str:
        """Name on the package index, such as `paddle-core`."""
        return str(self.project["name"])

    @property
    def name(self) -> str:
        """Short name, such as `core`; also the name of its nox session."""
        return self.distribution.removeprefix("paddle-")

    @property
    def build_requires(self) -> list[str]:
        """What its build needs besides the siblings."""
        requires = read_toml(self.folder / "pyproject.toml")["build-system"]["requires"]
        return [line for line in requires if requirement_name(line) not in self.siblings]

    def files(self) -> Iterator[Path]:
        """Yield the package's source files in a fixed order."""
        for path in sorted(self.folder.rglob("*")):
            parts = path.relative_to(self.folder).parts
            left_behind = LEFT_BEHIND.intersection(parts) or path.suffix in LEFT_BEHIND_SUFFIXES
            if path.is_file() and not left_behind:
                yield path


def read_toml(path: Path) -> dict[str, Any]:
    """Parse a TOML file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def requirement_name(requirement: str) -> str:
    """Return the distribution name at the front of a requirement line."""
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    if match is None:
        raise ValueError(f"not a requirement: {requirement!r}")
    return match.group().lower()


def load_packages(root: Path = ROOT) -> list[Package]:
    """Return the packages under root/packages, each after the siblings that it depends on."""
    tomls = {p.parent: read_toml(p) for p in sorted((root / "packages").glob("*/pyproject.toml"))}
    names = {toml["project"]["name"] for toml in tomls.values()}
    packages = []
    for folder, toml in tomls.items():
        wanted = toml["build-system"]["requires"] + toml["project"].get("dependencies", [])
        siblings = frozenset(requirement_name(line) for line in wanted) & names
        limits = toml.get("tool", {}).get("paddle", {}).get("wheel", {})
        packages.append(Package(folder, toml["project"], limits, siblings))
    return in_dependency_order(packages)


def in_dependency_order(packages: Iterable[Package]) -> list[Package]:
    """Sort packages so that each comes after its siblings; a cycle is an error."""
    waiting = list(packages)
    ordered: list[Package] = []
    while waiting:
        done = {package.distribution for package in ordered}
        ready = [package for package in waiting if package.siblings <= done]
        if not ready:
            names = ", ".join(package.distribution for package in waiting)
            raise ValueError(f"packages depend on each other in a circle: {names}")
        ordered += ready
        waiting = [package for package in waiting if package not in ready]
    return ordered


def with_dependents(names: Iterable[str], packages: Iterable[Package]) -> list[Package]:
    """Return the named packages and all that depend on them, directly or not."""
    chosen = set(names)
    for package in packages:
        if package.siblings & chosen:
            chosen.add(package.distribution)
    return [package for package in packages if package.distribution in chosen]


def fingerprint(package: Package, packages: Iterable[Package]) -> str:
    """Hash the sources that a package's wheel is built from, its siblings' included."""
    digest = hashlib.sha256()
    for part in packages:
        if part is not package and part.distribution not in package.siblings:
            continue
        for path in part.files():
            if path.relative_to(part.folder).parts[0] != "tests":
                digest.update(str(path.relative_to(part.folder)).encode() + b"\0")
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
