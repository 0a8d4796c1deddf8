"""Package discovery, order and fingerprints, and the selection of packages by changed files."""

from __future__ import annotations

import shutil

import pytest
from select_packages import select

from packages import ROOT, Package, fingerprint, load_packages, requirement_name


def names(packages: list[Package]) -> list[str]:
    return [package.name for package in packages]


def test_packages_come_after_what_they_depend_on(family):
    assert names(family) == ["core", "audio", "radio"]


def test_a_circle_is_refused(family, tmp_path):
    toml = family[0].folder / "pyproject.toml"
    toml.write_text(
        toml.read_text().replace("dependencies = []", 'dependencies = ["paddle-radio"]')
    )
    with pytest.raises(ValueError, match="in a circle: paddle-audio, paddle-core, paddle-radio"):
        load_packages(tmp_path)


@pytest.mark.parametrize("line", ["paddle-core", "paddle-core>=0.1,<1", "Paddle-Core; x == '1'"])
def test_requirement_name_is_what_precedes_versions_and_markers(line):
    assert requirement_name(line) == "paddle-core"


def test_a_package_concerns_its_dependents_too(family):
    assert names(select(["packages/paddle-audio/src/code.py"], family)) == ["audio", "radio"]
    assert names(select(["packages/paddle-radio/README.md"], family)) == ["radio"]
    assert names(select(["docs/architecture.md"], family)) == []


@pytest.mark.parametrize(
    "path", ["ci/constraints.txt", "noxfile.py", "packages/paddle-core/include/paddle/c_api.h"]
)
def test_what_all_share_concerns_all(family, path):
    assert select([path], family) == family


def test_fingerprint_follows_sources_of_the_package_and_its_siblings(family):
    core = family[0]
    before = [fingerprint(package, family) for package in family]
    (core.folder / "src" / "code.py").write_text("value = 2\n")
    after = [fingerprint(package, family) for package in family]
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert before[2] == after[2], "radio is built against audio alone"


def test_fingerprint_ignores_tests_and_what_builds_leave(family):
    before = fingerprint(family[0], family)
    for name in ("tests/test_x.py", "build/x.o", "src/__pycache__/code.pyc", "src/_core.abi3.so"):
        path = family[0].folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    assert fingerprint(family[0], family) == before


def test_fingerprint_sees_renames(family):
    before = fingerprint(family[0], family)
    shutil.move(family[0].folder / "src" / "code.py", family[0].folder / "src" / "other.py")
    assert fingerprint(family[0], family) != before


def test_every_package_carries_the_repository_licence():
    for package in load_packages():
        assert (package.folder / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
