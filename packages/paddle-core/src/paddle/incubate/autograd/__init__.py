"""Derivatives of functions: products with Jacobians, the matrices themselves, forward mode."""

from __future__ import annotations

from .functional import Hessian, Jacobian, jvp, vjp
from .primapi import disable_prim, enable_prim, forward_grad, grad, prim_enabled

__all__ = [
    "Hessian",
    "Jacobian",
    "disable_prim",
    "enable_prim",
    "forward_grad",
    "grad",
    "jvp",
    "prim_enabled",
    "vjp",
]
