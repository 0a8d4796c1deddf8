"""Each rule of check_wheel has a wheel that breaks it."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

import pytest
from check_wheel import machine_paths, main, package_of, problems

from packages import ROOT

GOOD = {
    "paddle/audio/__init__.py": b"",
    "paddle_audio-0.1.0.dist-info/licenses/LICENSE": b"Apache",
}


def write_wheel(folder: Path, contents: dict[str, bytes], name: str = "audio") -> Path:
    wheel = folder / f"paddle_{name}-0.1.0-cp310-abi3-linux_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, data in contents.items():
            archive.writestr(path, data)
    return wheel


def test_a_good_wheel_has_no_problem(family, tmp_path):
    assert list(problems(write_wheel(tmp_path, GOOD), family[1], machine_paths())) == []


@pytest.mark.parametrize(
    ("path", "data", "message"),
    [
        ("paddle/audio/a.cc", b"", "does not belong into a wheel"),
        ("paddle/tests/test_a.py", b"", "does not belong into a wheel"),
        ("paddle/__init__.py", b"", "belongs to the core's wheel"),
        ("paddle/audio/a.so", str(ROOT).encode() + b"/x.cc", f"names {ROOT}"),
        ("paddle/audio/a.so", b"/tmp/pip-build-env-1/lib", "names /pip-build-env-"),
        ("paddle/_libs/libdnnl.so.3", b"", "bundles paddle/_libs/libdnnl.so.3 without its licence"),
        ("paddle/audio/noise", random.Random(0).randbytes(1_100_000), "may have 1 MB"),
    ],
)
def test_a_surplus_file_is_found(family, tmp_path, path, data, message):
    wheel = write_wheel(tmp_path, GOOD | {path: data})
    assert any(message in text for text in problems(wheel, family[1], machine_paths()))


@pytest.mark.parametrize("missing", GOOD)
def test_a_missing_file_is_found(family, tmp_path, missing):
    contents = {path: data for path, data in GOOD.items() if path != missing}
    found = list(problems(write_wheel(tmp_path, contents), family[1], machine_paths()))
    assert len(found) == 1
    assert "it lacks" in found[0]


def test_a_second_copy_of_a_library_is_found(family, tmp_path):
    copies = {f"paddle/_libs/libdnnl.so{tail}": b"" for tail in ("", ".3")}
    licence = {"paddle_audio-0.1.0.dist-info/licenses/onednn/LICENSE": b""}
    wheel = write_wheel(tmp_path, GOOD | copies | licence)
    assert list(problems(wheel, family[1], [])) == ["it bundles 2 copies of libdnnl"]


def test_package_of_reads_the_file_name(family):
    wheel = Path("paddle_audio-0.1.0-cp310-abi3-linux_x86_64.whl")
    assert package_of(wheel, family).name == "audio"


def test_main_fails_for_a_broken_wheel_and_without_arguments(tmp_path, capsys):
    assert main([]) == 2
    wheel = write_wheel(tmp_path, GOOD, "sparse")
    assert main([str(wheel)]) == 1
    assert "it lacks paddle/sparse/__init__.py" in capsys.readouterr().err
