"""Looking at the layers of a network during one forward pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["observe_forward"]


def observe_forward(
    net: Any, layers: Iterable[Any], note: Callable[[Any, Any, Any], None], run: Callable[[], Any]
) -> None:
    """Call `run` in evaluation mode without gradients; `note(layer, inputs, outputs)` sees layers.

    Hooks are removed and every layer's mode is restored, also after an exception.
    """
    import paddle

    modes = [(layer, layer.training) for layer in net.sublayers(include_self=True)]
    handles = [layer.register_forward_post_hook(note) for layer in layers]
    net.eval()
    try:
        with paddle.no_grad():
            run()
    finally:
        for handle in handles:
            handle.remove()
        for layer, training in modes:
            layer.training = training
