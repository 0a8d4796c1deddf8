"""Layers on sparse tensors."""

from __future__ import annotations

from . import functional
from .layers import LeakyReLU, ReLU, ReLU6, Softmax

__all__ = ["LeakyReLU", "ReLU", "ReLU6", "Softmax", "functional"]
