"""Loss scaling, which keeps small gradients from vanishing in float16."""

from __future__ import annotations

from typing import Any

import numpy as np

from paddle import _C_ops
from paddle._core import Tensor

__all__ = ["AmpScaler", "GradScaler"]


class AmpScaler:
    """Multiplies the loss, divides the gradients, and adapts the factor.

    A step whose gradients are not all finite is left out. After `incr_every_n_steps` good steps in
    a row the factor grows, after `decr_every_n_nan_or_inf` bad ones it shrinks, but not below 1.

    Args:
        enable: False makes the scaler do nothing; True by default.
        init_loss_scaling: the factor at the start, 32768 by default.
        incr_ratio: the growth, greater than 1; 2.0 by default.
        decr_ratio: the shrinkage, below 1; 0.5 by default.
        incr_every_n_steps: 1000 by default.
        decr_every_n_nan_or_inf: 1 by default.
        use_dynamic_loss_scaling: adapt the factor, True by default.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> sgd = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
        >>> scaler = paddle.amp.AmpScaler(init_loss_scaling=1024)
        >>> loss = layer(paddle.ones([1, 2])).mean()
        >>> scaler.scale(loss).backward()
        >>> pairs = scaler.minimize(sgd, loss)
        >>> sgd.clear_grad()
    """

    def __init__(
        self,
        enable: bool = True,
        init_loss_scaling: float = 2.0**15,
        incr_ratio: float = 2.0,
        decr_ratio: float = 0.5,
        incr_every_n_steps: int = 1000,
        decr_every_n_nan_or_inf: int = 1,
        use_dynamic_loss_scaling: bool = True,
    ) -> None:
        assert incr_ratio > 1.0, f"The incr_ratio must be > 1.0, but it is {incr_ratio}"
        assert decr_ratio < 1.0, f"The decr_ratio must be < 1.0, but it is {decr_ratio}"
        self._enable = enable
        self._scale = float(init_loss_scaling) if enable else 1.0
        self._incr_ratio = incr_ratio
        self._decr_ratio = decr_ratio
        self._incr_every_n_steps = incr_every_n_steps
        self._decr_every_n_nan_or_inf = decr_every_n_nan_or_inf
        self._use_dynamic_loss_scaling = use_dynamic_loss_scaling if enable else False
        self._incr_count = 0
        self._decr_count = 0
        self._found_inf = False
        self._unscaled: set[int] = set()
        self._stepped: set[int] = set()

    def scale(self, var: Tensor) -> Tensor:
        """The loss times the factor."""
        return var * self._scale if self._enable else var

    def _unscale(self, optimizer: Any) -> None:
        """Divide the gradients of the optimizer's parameters by the factor, once per step.

        Raises:
            RuntimeError: it was done since the last `update`, or the step was made.
        """
        if not self._enable:
            return
        if id(optimizer) in self._unscaled:
            raise RuntimeError(
                "unscale_() has already been called on this optimizer since the last update()."
            )
        if id(optimizer) in self._stepped:
            raise RuntimeError("unscale_() is being called after step().")
        import paddle

        by_dtype: dict[str, list[Tensor]] = {}
        for _, grad in optimizer.backward(None):
            by_dtype.setdefault(grad.dtype.name, []).append(grad)
        scale = paddle.full([1], self._scale, "float32")
        with paddle.no_grad():
            found = [_C_ops.check_finite_and_unscale_(grads, scale) for grads in by_dtype.values()]
        if any(bool(flag) for flag in found):
            self._found_inf = True
        self._unscaled.add(id(optimizer))

    def _step(self, optimizer: Any) -> None:
        """Divide the gradients, unless that was done, and make a step if they all are finite.

        Raises:
            RuntimeError: the step was made since the last `update`.
        """
        if not self._enable:
            optimizer.step()
            return
        if id(optimizer) in self._stepped:
            raise RuntimeError("step() has already been called since the last update().")
        if id(optimizer) not in self._unscaled:
            self._unscale(optimizer)
        if not self._found_inf:
            optimizer.step()
        self._stepped.add(id(optimizer))

    def _update(self) -> None:
        """Adapt the factor after the steps of this iteration."""
        if not self._enable:
            return
        if self._use_dynamic_loss_scaling:
            self._adapt()
        self._found_inf = False
        self._unscaled.clear()
        self._stepped.clear()

    def _adapt(self) -> None:
        if self._found_inf:
            self._incr_count = 0
            self._decr_count += 1
            if self._decr_count == self._decr_every_n_nan_or_inf:
                self._scale = max(self._scale * self._decr_ratio, 1.0)
                self._decr_count = 0
        else:
            self._decr_count = 0
            self._incr_count += 1
            if self._incr_count == self._incr_every_n_steps:
                self._scale *= self._incr_ratio
                self._incr_count = 0

    def minimize(self, optimizer: Any, *args: Any, **kwargs: Any) -> tuple[Any, Any]:
        """Step and adapt the factor, after the scaled loss's `backward()`; returns what
        `Optimizer.minimize` does.

        Args:
            optimizer: the optimizer.
            args, kwargs: the scaled loss, which is not used.
        """
        pairs = optimizer.backward(None)
        self._step(optimizer)
        self._update()
        return [], pairs

    # ---- settings ----

    def is_enable(self) -> bool:
        """Whether the scaler does anything."""
        return self._enable

    def is_use_dynamic_loss_scaling(self) -> bool:
        """Whether the factor is adapted."""
        return self._use_dynamic_loss_scaling

    def get_init_loss_scaling(self) -> float:
        """The factor."""
        return self._scale

    def set_init_loss_scaling(self, new_init_loss_scaling: float) -> None:
        """Set the factor."""
        self._scale = float(new_init_loss_scaling)

    def get_incr_ratio(self) -> float:
        """The growth of the factor."""
        return self._incr_ratio

    def set_incr_ratio(self, new_incr_ratio: float) -> None:
        """Set the growth of the factor, greater than 1."""
        assert new_incr_ratio > 1.0, f"The new_incr_ratio must be > 1.0, but it is {new_incr_ratio}"
        self._incr_ratio = new_incr_ratio

    def get_decr_ratio(self) -> float:
        """The shrinkage of the factor."""
        return self._decr_ratio

    def set_decr_ratio(self, new_decr_ratio: float) -> None:
        """Set the shrinkage of the factor, below 1."""
        assert new_decr_ratio < 1.0, f"The new_decr_ratio must be < 1.0, but it is {new_decr_ratio}"
        self._decr_ratio = new_decr_ratio

    def get_incr_every_n_steps(self) -> int:
        """After how many good steps the factor grows."""
        return self._incr_every_n_steps

    def set_incr_every_n_steps(self, new_incr_every_n_steps: int) -> None:
        """Set after how many good steps the factor grows."""
        self._incr_every_n_steps = new_incr_every_n_steps

    def get_decr_every_n_nan_or_inf(self) -> int:
        """After how many bad steps the factor shrinks."""
        return self._decr_every_n_nan_or_inf

    def set_decr_every_n_nan_or_inf(self, new_decr_every_n_nan_or_inf: int) -> None:
        """Set after how many bad steps the factor shrinks."""
        self._decr_every_n_nan_or_inf = new_decr_every_n_nan_or_inf

    # ---- state ----

    def state_dict(self) -> dict[str, Any]:
        """The factor, the settings and the counts; empty where the scaler is not enabled."""
        if not self._enable:
            return {}
        return {
            "scale": np.array([self._scale], dtype="float32"),
            "incr_ratio": self._incr_ratio,
            "decr_ratio": self._decr_ratio,
            "incr_every_n_steps": self._incr_every_n_steps,
            "decr_every_n_nan_or_inf": self._decr_every_n_nan_or_inf,
            "incr_count": self._incr_count,
            "decr_count": self._decr_count,
            "use_dynamic_loss_scaling": self._use_dynamic_loss_scaling,
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what `state_dict` returned.

        Raises:
            RuntimeError: the state is empty, as that of a scaler that is not enabled.
        """
        if not self._enable:
            return
        if not state_dict:
            raise RuntimeError(
                "The input state dict is empty, possibly because it was saved from a disabled "
                "instance of GradScaler."
            )
        scale = state_dict["scale"]
        self._scale = float(scale.item() if hasattr(scale, "item") else scale)
        self._incr_ratio = state_dict["incr_ratio"]
        self._decr_ratio = state_dict["decr_ratio"]
        self._incr_every_n_steps = state_dict["incr_every_n_steps"]
        self._decr_every_n_nan_or_inf = state_dict["decr_every_n_nan_or_inf"]
        self._incr_count = state_dict["incr_count"]
        self._decr_count = state_dict["decr_count"]
        self._use_dynamic_loss_scaling = state_dict["use_dynamic_loss_scaling"]


class GradScaler(AmpScaler):
    """Multiplies the loss, divides the gradients, and adapts the factor.

    A step whose gradients are not all finite is left out. After `incr_every_n_steps` good steps in
    a row the factor grows, after `decr_every_n_nan_or_inf` bad ones it shrinks, but not below 1.

    Args:
        enable: False makes the scaler do nothing; True by default.
        init_loss_scaling: the factor at the start, 65536 by default.
        incr_ratio: the growth, greater than 1; 2.0 by default.
        decr_ratio: the shrinkage, below 1; 0.5 by default.
        incr_every_n_steps: 2000 by default.
        decr_every_n_nan_or_inf: 1 by default.
        use_dynamic_loss_scaling: adapt the factor, True by default.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> sgd = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
        >>> scaler = paddle.amp.GradScaler(init_loss_scaling=1024)
        >>> loss = layer(paddle.ones([1, 2])).mean()
        >>> scaler.scale(loss).backward()
        >>> scaler.step(sgd)
        >>> scaler.update()
        >>> sgd.clear_grad()
    """

    def __init__(
        self,
        enable: bool = True,
        init_loss_scaling: float = 2.0**16,
        incr_ratio: float = 2.0,
        decr_ratio: float = 0.5,
        incr_every_n_steps: int = 2000,
        decr_every_n_nan_or_inf: int = 1,
        use_dynamic_loss_scaling: bool = True,
    ) -> None:
        super().__init__(
            enable,
            init_loss_scaling,
            incr_ratio,
            decr_ratio,
            incr_every_n_steps,
            decr_every_n_nan_or_inf,
            use_dynamic_loss_scaling,
        )

    def unscale_(self, optimizer: Any) -> None:
        """Divide the gradients of the optimizer's parameters by the factor, once per step.

        Raises:
            RuntimeError: it was done since the last `update`, or the step was made.
        """
        self._unscale(optimizer)

    def step(self, optimizer: Any) -> None:
        """Divide the gradients, unless that was done, and make a step if they all are finite.

        Raises:
            RuntimeError: the step was made since the last `update`.
        """
        self._step(optimizer)

    def update(self) -> None:
        """Adapt the factor after the steps of this iteration."""
        self._update()
