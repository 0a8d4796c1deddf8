"""Check built wheels: size, contents, licences, and that no path of this machine is inside.

Usage: check_wheel.py WHEEL...
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from packages import ROOT, Package, load_packages

FORBIDDEN = ("*.cc", "*.o", "*.a", "*.pyc", "*/tests/*", "tests/*", "*.tmp")
CORE_ONLY = ("paddle/__init__.py",)
BUNDLED_LICENSES = {"libdnnl": "licenses/onednn/LICENSE", "libscipy_openblas": "licenses/openblas/"}


def machine_paths() -> list[bytes]:
    """Return the folder names that a wheel built here could carry by mistake."""
    return [str(ROOT).encode(), b"/pip-build-env-", b"/pip-req-build-"]


def problems(wheel: Path, package: Package, paths: list[bytes]) -> Iterator[str]:
    """Yield one sentence for each rule that a wheel breaks."""
    limit = package.wheel_limits["max-megabytes"]
    megabytes = wheel.stat().st_size / 1e6
    if megabytes > limit:
        yield f"it has {megabytes:.1f} MB and may have {limit} MB"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        for pattern in package.wheel_limits["contains"]:
            if not any(fnmatch(name, pattern) for name in names):
                yield f"it lacks {pattern}"
        for name in names:
            if any(fnmatch(name, pattern) for pattern in FORBIDDEN):
                yield f"{name} does not belong into a wheel"
            if name in CORE_ONLY and package.siblings:
                yield f"{name} belongs to the core's wheel"
            content = archive.read(name)
            yield from (f"{name} names {p.decode()}" for p in paths if p in content)
    yield from license_problems(names)


def license_problems(names: list[str]) -> Iterator[str]:
    """Yield what is missing among the licence texts of a wheel's own and bundled parts."""
    if not any(name.endswith(".dist-info/licenses/LICENSE") for name in names):
        yield "it lacks its LICENSE"
    for library, text in BUNDLED_LICENSES.items():
        copies = [name for name in names if Path(name).name.startswith(library)]
        if copies and not any(text in name for name in names):
            yield f"it bundles {copies[0]} without its licence"
        if len(copies) > 1:
            yield f"it bundles {len(copies)} copies of {library}"


def package_of(wheel: Path, packages: list[Package]) -> Package:
    """Return the package that a wheel's file name says it is of."""
    distribution = wheel.name.split("-")[0].replace("_", "-")
    return next(package for package in packages if package.distribution == distribution)


def main(arguments: list[str]) -> int:
    """Check each wheel; return 1 if any breaks a rule."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    packages, broken = load_packages(), False
    for wheel in map(Path, arguments):
        found = list(problems(wheel, package_of(wheel, packages), machine_paths()))
        for problem in found:
            print(f"{wheel.name}: {problem}", file=sys.stderr)
        broken |= bool(found)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, {len(found)} problems")
    return int(broken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
