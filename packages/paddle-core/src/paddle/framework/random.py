"""Seeding and saving the state of the random generator."""

from __future__ import annotations

from .. import _core

__all__ = [
    "Generator",
    "GeneratorState",
    "get_cuda_rng_state",
    "get_rng_state",
    "seed",
    "set_cuda_rng_state",
    "set_rng_state",
]


class GeneratorState:
    """A moment of the random stream, to come back to with `paddle.set_rng_state`."""

    def __init__(self, text: str) -> None:
        self._text = text

    def current_seed(self) -> int:
        """The seed that the stream started from."""
        return int(self._text.split(" ", 1)[0])

    def __repr__(self) -> str:
        return f"GeneratorState(seed={self.current_seed()})"


class Generator:
    """The generator of the CPU, which every random operator draws from."""

    def manual_seed(self, seed: int) -> Generator:
        """Start the stream of `seed`."""
        _core.seed(seed)
        return self

    def initial_seed(self) -> int:
        """The seed that the stream started from."""
        return _core.initial_seed()

    def get_state(self) -> GeneratorState:
        """The present moment of the stream."""
        return GeneratorState(_core.random_state())

    def set_state(self, state: GeneratorState) -> None:
        """Go back to a moment of the stream."""
        _core.set_random_state(state._text)


_generator = Generator()


def seed(seed: int) -> Generator:
    """Start the random stream of a seed: the same seed gives the same numbers.

    Args:
        seed: an integer in [0, 2**64); other numbers are cut to an integer.

    Returns:
        The generator.

    Examples:
        >>> import paddle
        >>> paddle.seed(7).initial_seed()
        7
    """
    return _generator.manual_seed(int(seed))


def get_rng_state(device: str | None = None) -> list[GeneratorState]:
    """The state of the random generators, for `paddle.set_rng_state`.

    Args:
        device: only None and "cpu" are known.

    Returns:
        A list with one state.

    Examples:
        >>> import paddle
        >>> state = paddle.get_rng_state()
        >>> a = paddle.rand([3])
        >>> paddle.set_rng_state(state)
        >>> bool((a == paddle.rand([3])).all())
        True
    """
    _check_device(device)
    return [_generator.get_state()]


def set_rng_state(state_list: list[GeneratorState], device: str | None = None) -> None:
    """Go back to the state that `paddle.get_rng_state` gave.

    Args:
        state_list: the list that `paddle.get_rng_state` returned.
        device: only None and "cpu" are known.

    Raises:
        ValueError: if the list does not hold exactly one state.

    Examples:
        >>> import paddle
        >>> paddle.set_rng_state(paddle.get_rng_state())
    """
    _check_device(device)
    if len(state_list) != 1:
        raise ValueError(f"one generator state is needed, but {len(state_list)} were given")
    _generator.set_state(state_list[0])


def _check_device(device: str | None) -> None:
    if device not in (None, "cpu"):
        raise ValueError(f"there is no random generator on the device {device!r}")


def get_cuda_rng_state() -> list[GeneratorState]:
    """The states of the random streams of all GPUs: an empty list, as there are none.

    Examples:
        >>> import paddle
        >>> paddle.get_cuda_rng_state()
        []
    """
    return []


def set_cuda_rng_state(state_list: list[GeneratorState]) -> None:
    """Restore what `get_cuda_rng_state` returned.

    Raises:
        ValueError: if the list holds states, as there are no GPUs to restore.

    Examples:
        >>> import paddle
        >>> paddle.set_cuda_rng_state(paddle.get_cuda_rng_state())
    """
    if state_list:
        raise ValueError(
            f"Length of gpu state list should be equal to the gpu device count, which is 0, but "
            f"is {len(state_list)}"
        )
