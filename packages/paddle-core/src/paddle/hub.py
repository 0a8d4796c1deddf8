"""Models from repositories that describe them in a file hubconf.py."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["help", "list", "load"]

_CONFIG = "hubconf.py"
_ARCHIVES = {
    "github": "https://github.com/{owner}/{name}/archive/{branch}.zip",
    "gitee": "https://gitee.com/{owner}/{name}/repository/archive/{branch}.zip",
}
_DEFAULT_BRANCH = {"github": "main", "gitee": "master"}
_REPOSITORY = re.compile(r"(?P<owner>[\w.-]+)/(?P<name>[\w.-]+)(:(?P<branch>[\w./-]+))?")
_SECONDS = 30


def list(repo_dir: str, source: str = "github", force_reload: bool = False) -> Any:
    """The names of the models of a repository.

    Args:
        repo_dir: a folder, if `source` is "local"; else "owner/name" or "owner/name:branch".
        source: "github", "gitee" or "local".
        force_reload: download even if the repository is in the cache (~/.cache/paddle/hub).

    Returns:
        A list of the callables of its hubconf.py that do not begin with an underscore.

    Raises:
        ValueError: for another source, or a repository that is not so written.
        RuntimeError: if there is no hubconf.py, or the download fails.

    Examples:
        >>> import tempfile, pathlib, paddle
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> _ = (folder / "hubconf.py").write_text("def net(width=2): return [0] * width")
        >>> paddle.hub.list(str(folder), source="local")
        ['net']
    """
    config = _config(repo_dir, source, force_reload)
    names = [name for name in dir(config) if not name.startswith("_")]
    return [name for name in names if callable(getattr(config, name))]


def help(repo_dir: str, model: str, source: str = "github", force_reload: bool = False) -> Any:
    """The docstring of a model of a repository.

    Args:
        repo_dir: as for `list`.
        model: name of the model.
        source: as for `list`.
        force_reload: as for `list`.

    Raises:
        ValueError: as `list`.
        RuntimeError: as `list`, or if there is no such model.

    Examples:
        >>> import tempfile, pathlib, paddle
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> _ = (folder / "hubconf.py").write_text("def net(): 'The net.'")
        >>> paddle.hub.help(str(folder), "net", source="local")
        'The net.'
    """
    return _entry(_config(repo_dir, source, force_reload), model).__doc__


def load(
    repo_dir: str, model: str, source: str = "github", force_reload: bool = False, **kwargs: Any
) -> Any:
    """Call a model of a repository.

    Args:
        repo_dir: as for `list`.
        model: name of the model.
        source: as for `list`.
        force_reload: as for `list`.
        kwargs: what the model is called with.

    Returns:
        What the model returns.

    Raises:
        ValueError: as `list`.
        RuntimeError: as `list`, if there is no such model, or if a package that the repository
            names in `dependencies` is not installed.

    Examples:
        >>> import tempfile, pathlib, paddle
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> _ = (folder / "hubconf.py").write_text("def net(width=2): return [0] * width")
        >>> paddle.hub.load(str(folder), "net", source="local", width=3)
        [0, 0, 0]
    """
    return _entry(_config(repo_dir, source, force_reload), model)(**kwargs)


def _config(repo_dir: str, source: str, force_reload: bool) -> ModuleType:
    if source not in (*_ARCHIVES, "local"):
        raise ValueError(f'source must be "github", "gitee" or "local", but got {source!r}')
    folder = Path(repo_dir) if source == "local" else _downloaded(repo_dir, source, force_reload)
    path = folder / _CONFIG
    if not path.is_file():
        raise RuntimeError(f"{folder} has no {_CONFIG}")
    return _imported(path)


def _imported(path: Path) -> ModuleType:
    """The module, which can import what lies beside it."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise RuntimeError(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except ModuleNotFoundError as error:
        missing = _missing(module)
        raise RuntimeError(_missing_text(missing or [str(error.name)])) from error
    finally:
        sys.path.remove(str(path.parent))
    if missing := _missing(module):
        raise RuntimeError(_missing_text(missing))
    return module


def _missing(module: ModuleType) -> Any:
    names = getattr(module, "dependencies", ())
    return [name for name in names if importlib.util.find_spec(name) is None]


def _missing_text(names: Any) -> str:
    return f"missing dependencies: {', '.join(names)}"


def _entry(config: ModuleType, model: str) -> Callable[..., Any]:
    if not isinstance(model, str):
        raise ValueError(f"model must be the name of a callable, but got {type(model)}")
    found = None if model.startswith("_") else getattr(config, model, None)
    if not callable(found):
        raise RuntimeError(f"{_CONFIG} has no callable {model!r}")
    return found


def _downloaded(repository: str, source: str, force_reload: bool) -> Path:
    match = _REPOSITORY.fullmatch(repository)
    if match is None:
        raise ValueError(f'a repository is written "owner/name:branch", but got {repository!r}')
    parts = {**match.groupdict(), "branch": match["branch"] or _DEFAULT_BRANCH[source]}
    cache = Path.home() / ".cache" / "paddle" / "hub"
    folder = cache / "_".join([parts["owner"], parts["name"], parts["branch"].replace("/", "_")])
    if force_reload or not folder.is_dir():
        _download(_ARCHIVES[source].format(**parts), folder)
    return folder


def _download(url: str, folder: Path) -> None:
    """Replace `folder` by the one folder that the archive holds."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    archive, unpacked = folder.with_suffix(".zip"), folder.with_suffix(".part")
    try:
        with urllib.request.urlopen(url, timeout=_SECONDS) as answer:
            archive.write_bytes(answer.read())
        with zipfile.ZipFile(archive) as content:
            content.extractall(unpacked)
        (root,) = unpacked.iterdir()
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        raise RuntimeError(f"{url} cannot be downloaded: {error}") from error
    else:
        shutil.rmtree(folder, ignore_errors=True)
        root.rename(folder)
    finally:
        archive.unlink(missing_ok=True)
        shutil.rmtree(unpacked, ignore_errors=True)
