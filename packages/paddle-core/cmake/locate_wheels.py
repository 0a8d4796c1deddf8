"""Print where the build environment's oneDNN and OpenBLAS wheels keep their files, as key=path."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path


def files_of(distribution: str) -> Iterator[Path]:
    """Yield the absolute paths of an installed distribution's files; nothing if it is absent."""
    try:
        files = metadata.files(distribution) or []
    except metadata.PackageNotFoundError:
        return
    for entry in files:
        yield Path(str(entry.locate())).resolve()


def locate() -> Iterator[tuple[str, Path]]:
    """Yield (key, path) for each library, include folder and licence that the build uses."""
    for path in files_of("onednn-cpu-gomp"):
        if path.name == "libdnnl.so.3":
            yield "onednn_library", path
        elif path.name in ("LICENSE", "THIRD-PARTY-PROGRAMS"):
            yield "onednn_license", path
    for path in files_of("onednn-devel-cpu-gomp"):
        if path.parts[-3:] == ("oneapi", "dnnl", "dnnl.hpp"):
            yield "onednn_include", path.parents[2]
    for path in files_of("scipy-openblas32"):
        if path.name.startswith("libscipy_openblas"):
            yield "openblas_library", path
        elif path.name == "cblas.h":
            yield "openblas_include", path.parent
        elif path.name == "LICENSE.txt":
            yield "openblas_license", path


if __name__ == "__main__":
    print(";".join(f"{key}={path}" for key, path in locate() if path.exists()))
