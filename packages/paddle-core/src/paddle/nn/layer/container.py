"""Layers that hold other layers or parameters: Sequential, LayerList, LayerDict, ParameterList."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paddle.framework.parameter import Parameter
from paddle.nn.layer.layers import Layer

__all__ = ["Sequential", "LayerList", "LayerDict", "ParameterList"]


def _check_index(index: int, count: int) -> int:
    """The position an index stands for, counting from the end where it is negative."""
    if not isinstance(index, int):
        raise TypeError(f"the index must be an int, but it is {type(index).__name__}")
    if not -count <= index < count:
        raise IndexError(f"index {index} is out of range, should be in [{-count}, {count})")
    return index + count if index < 0 else index


class Sequential(Layer):
    """Layers that run one after the other.

    Args:
        layers: layers, or (name, layer) pairs; a single list of layers works too.

    Examples:
        >>> import paddle
        >>> net = paddle.nn.Sequential(paddle.nn.Linear(3, 2), paddle.nn.ReLU())
        >>> net(paddle.ones([1, 3])).shape
        [1, 2]
        >>> net[1]
        ReLU()
    """

    def __init__(self, *layers: Any) -> None:
        super().__init__()
        if len(layers) == 1 and isinstance(layers[0], list):
            layers = tuple(layers[0])
        for position, entry in enumerate(layers):
            if isinstance(entry, tuple):
                name, layer = entry
                self.add_sublayer(str(name), layer)
            else:
                self.add_sublayer(str(position), entry)

    def __getitem__(self, name: int | slice | str) -> Any:
        if isinstance(name, slice):
            return type(self)(*list(self._sub_layers.values())[name])
        if isinstance(name, str):
            return self._sub_layers[name]
        return self._sub_layers[self._key(name)]

    def __setitem__(self, name: int | str, layer: Layer) -> None:
        assert isinstance(layer, Layer), f"a layer is expected, but it is {layer!r}"
        key = self._key(name) if isinstance(name, int) else str(name)
        self._sub_layers[key] = layer

    def __delitem__(self, name: int | str) -> None:
        key = self._key(name) if isinstance(name, int) else str(name)
        del self._sub_layers[key]

    def _key(self, index: int) -> str:
        keys = list(self._sub_layers)
        return keys[_check_index(index, len(keys))]

    def __len__(self) -> int:
        return len(self._sub_layers)

    def forward(self, input: Any) -> Any:
        for layer in self._sub_layers.values():
            input = layer(input)
        return input


class LayerList(Layer):
    """A list of layers; what it holds is registered as sublayers.

    Args:
        sublayers: layers to start with.

    Examples:
        >>> import paddle
        >>> layers = paddle.nn.LayerList([paddle.nn.Linear(2, 2) for _ in range(3)])
        >>> len(layers), len(layers.parameters())
        (3, 6)
    """

    def __init__(self, sublayers: Iterable[Layer] | None = None) -> None:
        super().__init__()
        self.extend(sublayers or [])

    def __getitem__(self, idx: int | slice) -> Any:
        layers = list(self._sub_layers.values())
        if isinstance(idx, slice):
            return type(self)(layers[idx])
        return layers[_check_index(idx, len(layers))]

    def __setitem__(self, idx: int, sublayer: Layer) -> None:
        self.add_sublayer(str(_check_index(idx, len(self))), sublayer)

    def __delitem__(self, idx: int | slice) -> None:
        layers = list(self._sub_layers.values())
        del layers[idx if isinstance(idx, slice) else _check_index(idx, len(layers))]
        self._renumber(layers)

    def __len__(self) -> int:
        return len(self._sub_layers)

    def __iter__(self) -> Iterator[Layer]:
        return iter(self._sub_layers.values())

    def _renumber(self, layers: list[Layer]) -> None:
        self._sub_layers.clear()
        self.extend(layers)

    def append(self, sublayer: Layer) -> LayerList:
        """Add a layer at the end; returns the list."""
        self.add_sublayer(str(len(self)), sublayer)
        return self

    def insert(self, index: int, sublayer: Layer) -> None:
        """Put a layer before position `index`, which lies within the list."""
        assert isinstance(index, int), f"index should be an integer, but it is {index!r}"
        count = len(self)
        inside = -count <= index <= count
        assert inside, f"index should be an integer in range [{-count}, {count}]"
        layers = list(self._sub_layers.values())
        layers.insert(index, sublayer)
        self._renumber(layers)

    def extend(self, sublayers: Iterable[Layer]) -> LayerList:
        """Add layers at the end; returns the list."""
        for sublayer in sublayers:
            self.append(sublayer)
        return self


class LayerDict(Layer):
    """A dictionary of layers; what it holds is registered as sublayers.

    Args:
        sublayers: a mapping, or (name, layer) pairs, to start with.

    Examples:
        >>> import paddle
        >>> layers = paddle.nn.LayerDict({"act": paddle.nn.ReLU()})
        >>> layers["fc"] = paddle.nn.Linear(1, 1)
        >>> list(layers.keys())
        ['act', 'fc']
    """

    def __init__(self, sublayers: Any | None = None) -> None:
        super().__init__()
        if sublayers is not None:
            self.update(sublayers)

    def __getitem__(self, key: str) -> Layer:
        return self._sub_layers[key]

    def __setitem__(self, key: str, sublayer: Layer) -> Layer:
        return self.add_sublayer(key, sublayer)

    def __delitem__(self, key: str) -> None:
        del self._sub_layers[key]

    def __len__(self) -> int:
        return len(self._sub_layers)

    def __iter__(self) -> Iterator[str]:
        return iter(self._sub_layers)

    def __contains__(self, key: str) -> bool:
        return key in self._sub_layers

    def clear(self) -> None:
        """Remove all layers."""
        self._sub_layers.clear()

    def pop(self, key: str) -> Layer:
        """Remove a layer and return it."""
        return self._sub_layers.pop(key)

    def keys(self) -> Any:
        """The names."""
        return self._sub_layers.keys()

    def items(self) -> Any:
        """The (name, layer) pairs."""
        return self._sub_layers.items()

    def values(self) -> Any:
        """The layers."""
        return self._sub_layers.values()

    def update(self, sublayers: Any) -> None:
        """Take over layers from a mapping or from (name, layer) pairs.

        Raises:
            ValueError: an entry is no pair.
        """
        if isinstance(sublayers, (Mapping, LayerDict)):
            sublayers = sublayers.items()
        for entry in sublayers:
            if len(entry) != 2:
                raise ValueError(f"entries must be (name, layer) pairs, but one is {entry!r}")
            self.add_sublayer(*entry)


class ParameterList(Layer):
    """A list of parameters; what it holds is registered.

    Args:
        parameters: parameters to start with.

    Examples:
        >>> import paddle
        >>> weights = paddle.nn.ParameterList([paddle.create_parameter([2], "float32")])
        >>> len(weights), weights[0].shape
        (1, [2])
    """

    def __init__(self, parameters: Iterable[Parameter] | None = None) -> None:
        super().__init__()
        for parameter in parameters or ():
            self.append(parameter)

    def __getitem__(self, idx: int) -> Parameter:
        return self._parameters[str(_check_index(idx, len(self)))]

    def __setitem__(self, idx: int, param: Parameter) -> None:
        self.add_parameter(str(_check_index(idx, len(self))), param)

    def __len__(self) -> int:
        return len(self._parameters)

    def __iter__(self) -> Iterator[Parameter]:
        return iter(self._parameters.values())

    def append(self, parameter: Parameter) -> ParameterList:
        """Add a parameter at the end; returns the list."""
        self.add_parameter(str(len(self)), parameter)
        return self
