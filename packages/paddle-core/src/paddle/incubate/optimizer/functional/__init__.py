"""Minimisation of functions of one tensor."""

from __future__ import annotations

from .quasi_newton import minimize_bfgs, minimize_lbfgs

__all__ = ["minimize_bfgs", "minimize_lbfgs"]
