"""Optimizers around optimizers, L-BFGS, and quasi-Newton methods for functions."""

from __future__ import annotations

from ...optimizer.lbfgs import LBFGS
from . import functional
from .look_ahead import LookAhead
from .model_average import ModelAverage

__all__ = ["LBFGS", "LookAhead", "ModelAverage", "functional"]
