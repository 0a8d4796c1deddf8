"""The command line that builds and people call."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from paddle_codegen.__main__ import main

FIXTURES = Path(__file__).parent / "fixtures"
INCOMPLETE = """\
- op: f
  args: (Tensor x)
  output: Tensor(out)
  infer_meta: unchanged(x)
  grad: {x: elsewhere(grad)}
"""


def test_core_lists_what_it_then_writes(tmp_path, capsys) -> None:
    arguments = ["core", "--ops", str(FIXTURES), "--out", str(tmp_path / "out")]
    assert main([*arguments, "--list-outputs"]) == 0
    listed = capsys.readouterr().out.split()
    assert not (tmp_path / "out").exists()
    assert main(arguments) == 0
    assert sorted(listed) == sorted(str(path) for path in (tmp_path / "out").iterdir())


def test_extension_lists_what_it_then_writes(tmp_path, capsys) -> None:
    arguments = ["extension", "--ops", str(FIXTURES / "guest" / "segments.yaml")]
    arguments += ["--core-ops", str(FIXTURES), "--out", str(tmp_path)]
    assert main([*arguments, "--list-outputs"]) == 0
    assert [path.rpartition("/")[2] for path in capsys.readouterr().out.split()] == [
        "ops.h",
        "kernels.h",
        "register.h",
        "register.cc",
    ]
    assert main(arguments) == 0
    assert len(list(tmp_path.iterdir())) == 4


def test_unchanged_files_are_left_alone(tmp_path) -> None:
    arguments = ["core", "--ops", str(FIXTURES), "--out", str(tmp_path)]
    assert main(arguments) == 0
    for path in tmp_path.iterdir():
        os.utime(path, (1, 1))
    (tmp_path / "ops.h").write_text("old")
    assert main(arguments) == 0
    assert [path.name for path in tmp_path.iterdir() if path.stat().st_mtime > 1] == ["ops.h"]


def test_extension_cannot_have_vector_kernels(tmp_path, capsys) -> None:
    table = tmp_path / "t.yaml"
    table.write_text(INCOMPLETE.replace("grad: {x: elsewhere(grad)}", "simd: true"))
    arguments = ["--core-ops", str(FIXTURES), "--out", str(tmp_path)]
    assert main(["extension", "--ops", str(table), *arguments]) == 1
    assert capsys.readouterr().err.startswith(f"{table}:5: f: only the core's kernels are compiled")


def test_extension_cannot_have_composites(tmp_path, capsys) -> None:
    table = tmp_path / "t.yaml"
    table.write_text(INCOMPLETE.replace("elsewhere(grad)", "composite"))
    arguments = ["--core-ops", str(FIXTURES), "--out", str(tmp_path)]
    assert main(["extension", "--ops", str(table), *arguments]) == 1
    assert "only rows of the core have composites" in capsys.readouterr().err


def test_extension_cannot_take_a_name_of_the_core(tmp_path, capsys) -> None:
    table = tmp_path / "t.yaml"
    table.write_text(INCOMPLETE.replace("op: f", "op: add_").replace("elsewhere", ""))
    arguments = ["--core-ops", str(FIXTURES), "--out", str(tmp_path)]
    assert main(["extension", "--ops", str(table), *arguments]) == 1
    assert f"{table}:1: add_ stands at {FIXTURES}/arithmetic.yaml:2" in capsys.readouterr().err


def test_check_counts_or_complains(tmp_path, capsys) -> None:
    assert main(["check", "--ops", str(FIXTURES)]) == 0
    assert capsys.readouterr().out == "26 operators in 2 tables\n"
    (tmp_path / "t.yaml").write_text(INCOMPLETE)
    assert main(["check", "--ops", str(tmp_path)]) == 1
    message = f"{tmp_path}/t.yaml:5: f, gradient of x: there is no operator 'elsewhere'"
    assert capsys.readouterr().err == f"{message}\n"
    assert main(["check", "--ops", str(tmp_path), "--partial"]) == 0
    assert capsys.readouterr().err == f"{message} (gradient left out)\n"


def test_committed_stub_is_written_and_checked(tmp_path, capsys) -> None:
    (tmp_path / "ops").mkdir()
    (tmp_path / "ops" / "t.yaml").write_text(INCOMPLETE.replace("elsewhere", "f"))
    arguments = ["committed", "--package", str(tmp_path)]
    stub = tmp_path / "src" / "paddle" / "_C_ops.pyi"
    assert main([*arguments, "--check"]) == 1
    assert capsys.readouterr().err == f"{stub} does not fit the tables; run: nox -s gen\n"
    assert main(arguments) == 0
    assert "def f(x: Tensor) -> Tensor: ..." in stub.read_text()
    assert main([*arguments, "--check"]) == 0
    stub.write_text("")
    assert main([*arguments, "--check"]) == 1


def test_generator_does_not_import_paddle() -> None:
    code = (
        "import sys; from paddle_codegen.__main__ import main\n"
        f"assert main(['check', '--ops', {str(FIXTURES)!r}]) == 0\n"
        "assert 'paddle' not in sys.modules and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize("arguments", [[], ["core"], ["core", "--ops", "x"], ["draw"]])
def test_wrong_command_line_is_refused(arguments: list[str], capsys) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert "usage:" in capsys.readouterr().err
