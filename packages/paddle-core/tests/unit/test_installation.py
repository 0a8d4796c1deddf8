"""paddle.utils, paddle.version, paddle.sysconfig and paddle.hub."""

from __future__ import annotations

import io
import urllib.error
import urllib.request
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import paddle
import pytest

HUB = '''
from helper import width

dependencies = ["numpy"]


def net(scale=1):
    """A list."""
    return [scale] * width


def _hidden():
    return 0


constant = 3
'''


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / "hubconf.py").write_text(HUB)
    (folder / "helper.py").write_text("width = 2\n")
    return folder


def test_local_models(repository: Path) -> None:
    where = str(repository)
    assert paddle.hub.list(where, source="local") == ["net"]
    assert paddle.hub.help(where, "net", source="local") == "A list."
    assert paddle.hub.load(where, "net", source="local", scale=5) == [5, 5]
    for name in ("none", "_hidden", "constant"):
        with pytest.raises(RuntimeError, match="no callable"):
            paddle.hub.load(where, name, source="local")
    with pytest.raises(ValueError, match="name of a callable"):
        paddle.hub.load(where, 3, source="local")
    with pytest.raises(ValueError, match="source"):
        paddle.hub.list(where, source="elsewhere")
    with pytest.raises(RuntimeError, match="no hubconf"):
        paddle.hub.list(str(repository.parent), source="local")


def test_missing_dependencies_are_named(repository: Path) -> None:
    (repository / "hubconf.py").write_text('dependencies = ["absent_one"]\n')
    with pytest.raises(RuntimeError, match="absent_one"):
        paddle.hub.list(str(repository), source="local")
    (repository / "hubconf.py").write_text("import absent_two\n")
    with pytest.raises(RuntimeError, match="absent_two"):
        paddle.hub.list(str(repository), source="local")


def test_repositories_are_downloaded_once(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in repository.iterdir():
            archive.write(path, f"models-main/{path.name}")
    urls: list[str] = []

    def urlopen(url: str, timeout: float) -> Any:
        urls.append(url)
        return io.BytesIO(packed.getvalue())

    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    assert paddle.hub.list("someone/models") == ["net"]
    assert paddle.hub.load("someone/models", "net") == [1, 1]
    assert urls == ["https://github.com/someone/models/archive/main.zip"]
    assert paddle.hub.list("someone/models", force_reload=True) == ["net"]
    assert paddle.hub.list("someone/models:v1", source="gitee") == ["net"]
    assert urls[2:] == ["https://gitee.com/someone/models/repository/archive/v1.zip"]


def test_a_failed_download_leaves_the_cache_alone(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(url: str, timeout: float) -> Any:
        raise urllib.error.URLError("no network")

    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(urllib.request, "urlopen", refuse)
    with pytest.raises(RuntimeError, match="no network"):
        paddle.hub.list("someone/models")
    cached = tmp_path / ".cache" / "paddle" / "hub" / "someone_models_main"
    repository.rename(cached)
    assert paddle.hub.list("someone/models") == ["net"]
    with pytest.raises(RuntimeError, match="no network"):
        paddle.hub.list("someone/models", force_reload=True)
    assert paddle.hub.list("someone/models") == ["net"]
    with pytest.raises(ValueError, match="owner/name"):
        paddle.hub.list("models")


BAD_VERSIONS: list[tuple[type[Exception], tuple[Any, ...]]] = [
    (TypeError, (2,)),
    (TypeError, ("2.0", 3)),
    (ValueError, ("a",)),
    (ValueError, ("2.6.2.0.1",)),
    (Exception, ("3.0",)),
    (Exception, ("2.0", "2.5")),
    (Exception, ("2.7", "2.8")),
]


def test_required_versions() -> None:
    for versions in (("2.4",), ("2.6.2",), ("2.6.2.0",), ("2.0", "2.6.2"), ("2", "3")):
        paddle.utils.require_version(*versions)
    for error, versions in BAD_VERSIONS:
        with pytest.raises(error):
            paddle.utils.require_version(*versions)


def test_optional_imports() -> None:
    assert paddle.utils.try_import("zipfile") is zipfile
    with pytest.raises(ImportError, match="pip install absent_module"):
        paddle.utils.try_import("absent_module")
    with pytest.raises(ImportError, match="look here"):
        paddle.utils.try_import("absent_module", "look here")


def _plus(x: int) -> int:
    """Add one."""
    return x + 1


def test_deprecation() -> None:
    def deprecated(**options: Any) -> Callable[[int], int]:
        return paddle.utils.deprecated(**options)(_plus)

    quiet = deprecated(update_to="paddle.add", reason="it is old")
    assert "_plus is deprecated; use paddle.add (it is old)" in str(quiet.__doc__)
    assert "Add one." in str(quiet.__doc__)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert quiet(1) == 2
        assert deprecated(since="99.0", level=1)(1) == 2
        assert deprecated(since="99.0", level=2)(1) == 2
    with pytest.warns(DeprecationWarning, match=r"since 2\.0"):
        assert deprecated(since="2.0", level=1)(1) == 2
    with pytest.raises(RuntimeError, match="deprecated"):
        deprecated(level=2)(1)


def test_the_check_keeps_the_mode(capsys: pytest.CaptureFixture[str]) -> None:
    paddle.utils.run_check()
    assert paddle.in_dynamic_mode()
    assert "works well on 1 CPU" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    version = paddle.version
    assert paddle.__version__ == version.full_version
    assert ".".join([version.major, version.minor, version.patch]) == version.full_version
    version.show()
    assert f"full_version: {version.full_version}" in capsys.readouterr().out
    assert (version.cuda(), version.cudnn(), version.xpu(), version.xpu_xccl()) == ("False",) * 4


def test_folders() -> None:
    assert (Path(paddle.sysconfig.get_include()) / "paddle" / "ext.hpp").is_file()
    assert list(Path(paddle.sysconfig.get_lib()).glob("_core.*.so"))
