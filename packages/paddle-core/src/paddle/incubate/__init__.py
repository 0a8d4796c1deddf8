"""Interfaces that may still change."""

from __future__ import annotations

from .._lazy import lazy_attributes

__getattr__, __dir__ = lazy_attributes(
    __name__,
    modules=("autograd", "optimizer"),
    names={"LookAhead": "optimizer", "ModelAverage": "optimizer"},
)
