"""The high-level interface: models with a training loop, callbacks and summaries."""

from paddle.hapi.dynamic_flops import flops
from paddle.hapi.model import Model
from paddle.hapi.model_summary import summary

__all__ = ["Model", "flops", "summary"]
