"""Automatic differentiation."""

from __future__ import annotations

from .functions import backward, grad
from .grad_mode import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from .matrices import hessian, jacobian
from .py_layer import PyLayer, PyLayerContext
from .saved_tensors import saved_tensors_hooks

__all__ = [
    "PyLayer",
    "PyLayerContext",
    "backward",
    "hessian",
    "jacobian",
    "saved_tensors_hooks",
]
