"""PaddlePaddle's API from small packages; this is the part that paddle-core owns."""

from __future__ import annotations

from pkgutil import extend_path

from .version import full_version as __version__

__path__ = extend_path(__path__, __name__)

__all__ = ["__version__"]
