"""Each rule of check_sdist has an sdist that breaks it."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

from check_sdist import main, problems


def write_sdist(folder: Path, contents: dict[str, bytes], name: str = "audio") -> Path:
    sdist = folder / f"paddle_{name}-0.1.0.tar.gz"
    with tarfile.open(sdist, "w:gz") as archive:
        for path, data in contents.items():
            member = tarfile.TarInfo(f"paddle_{name}-0.1.0/{path}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return sdist


def contents_of(package) -> dict[str, bytes]:
    files = {str(path.relative_to(package.folder)): path.read_bytes() for path in package.files()}
    return files | {"PKG-INFO": b""}


def test_a_complete_sdist_has_no_problem(family, tmp_path):
    assert list(problems(write_sdist(tmp_path, contents_of(family[1])), family[1])) == []


def test_missing_changed_surplus_and_escaping_files_are_found(family, tmp_path):
    contents = contents_of(family[1])
    del contents["pyproject.toml"]
    contents |= {"src/code.py": b"other", "notes.txt": b"", "../outside": b""}
    assert sorted(problems(write_sdist(tmp_path, contents), family[1])) == [
        "../outside is no source file of the package",
        "../outside leaves its folder",
        "it lacks pyproject.toml",
        "notes.txt is no source file of the package",
        "src/code.py differs from the package's",
    ]


def test_main_fails_for_a_broken_sdist_and_without_arguments(tmp_path, capsys):
    assert main([]) == 2
    assert main([str(write_sdist(tmp_path, {}, "sparse"))]) == 1
    assert "it lacks pyproject.toml" in capsys.readouterr().err
