"""Interfaces that may still change."""

from __future__ import annotations

from .._lazy import lazy_attributes

__getattr__, __dir__ = lazy_attributes(
    __name__,
    modules=("autograd", "nn", "optimizer"),
    names={
        "LookAhead": "optimizer",
        "ModelAverage": "optimizer",
        "identity_loss": "nn.loss",
        "softmax_mask_fuse": "operators.softmax_mask_fuse",
        "softmax_mask_fuse_upper_triangle": "operators.softmax_mask_fuse",
    },
)
