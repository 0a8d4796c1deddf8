"""Automatic differentiation."""

from __future__ import annotations

from .functions import backward, grad
from .grad_mode import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from .py_layer import PyLayer, PyLayerContext

__all__ = ["PyLayer", "PyLayerContext", "backward"]
