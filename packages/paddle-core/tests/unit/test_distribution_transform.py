"""Transforms: round trips, Jacobian determinants by automatic differentiation, shapes, errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from paddle import distribution as D
from paddle.distribution import transform, variable
from scipy import stats


def tensor(value: Any, **options: Any) -> Any:
    return paddle.to_tensor(value, dtype="float64", **options)


def affine(loc: Any, scale: Any) -> Any:
    return D.AffineTransform(tensor(loc), tensor(scale))


def power(exponent: Any) -> Any:
    return D.PowerTransform(tensor(exponent))


SCALARS: dict[str, Callable[[], Any]] = {
    "affine": lambda: affine(0.5, -2.0),
    "exp": D.ExpTransform,
    "sigmoid": D.SigmoidTransform,
    "tanh": D.TanhTransform,
    "chain": lambda: D.ChainTransform([affine(0.1, 0.5), D.TanhTransform(), affine(2.0, 0.5)]),
    "chain to powers": lambda: D.ChainTransform([D.ExpTransform(), power(-1.5)]),
}
VECTORS: dict[str, Callable[[], Any]] = {
    "stick breaking": D.StickBreakingTransform,
    "independent": lambda: D.IndependentTransform(D.ExpTransform(), 1),
    "independent affine": lambda: D.IndependentTransform(affine(1.0, 3.0), 1),
    "affine first": lambda: D.ChainTransform([affine(1.0, 0.5), D.StickBreakingTransform()]),
    "power last": lambda: D.ChainTransform(
        [D.IndependentTransform(D.ExpTransform(), 1), power(2.0)]
    ),
    "stack": lambda: D.IndependentTransform(
        D.StackTransform([D.ExpTransform(), affine(0.0, 2.0), D.TanhTransform()], -1), 1
    ),
    "reshape": lambda: D.ChainTransform([D.ReshapeTransform((3,), (1, 3)), D.ExpTransform()]),
}
floats = st.floats(-3, 3).map(lambda value: round(value, 3))
every_scalar = pytest.mark.parametrize("name", SCALARS)
every_vector = pytest.mark.parametrize("name", VECTORS)


def _log_determinant(make: Any, x: Any) -> float:
    """From the matrix of derivatives; for a simplex, of all coordinates but the last."""
    point = tensor(x, stop_gradient=False)
    image = make.forward(point).reshape([-1])[: point.size]
    rows = [
        paddle.grad(image[i], [point], retain_graph=True)[0].numpy().reshape(-1)
        for i in range(point.size)
    ]
    return float(np.log(abs(np.linalg.det(np.array(rows)))))


@every_scalar
@settings(max_examples=30, deadline=None)
@given(x=arrays.arrays(np.float64, (2, 3), elements=floats))
def test_scalar_transforms(name: str, x: Any) -> None:
    make = SCALARS[name]()
    y = make.forward(tensor(x))
    np.testing.assert_allclose(make.inverse(y).numpy(), x, rtol=1e-7, atol=1e-7)
    jacobian = make.forward_log_det_jacobian(tensor(x)) + paddle.zeros([2, 3], "float64")
    for index in np.ndindex(2, 3):
        expected = _log_determinant(make, x[index])
        np.testing.assert_allclose(jacobian.numpy()[index], expected, rtol=1e-7, atol=1e-7)
    back = make.inverse_log_det_jacobian(y) + paddle.zeros([2, 3], "float64")
    np.testing.assert_allclose(back.numpy(), -jacobian.numpy(), rtol=1e-6, atol=1e-6)
    assert tuple(make.forward_shape((2, 3))) == (2, 3)


@every_vector
@settings(max_examples=30, deadline=None)
@given(x=arrays.arrays(np.float64, (2, 3), elements=floats))
def test_vector_transforms(name: str, x: Any) -> None:
    make = VECTORS[name]()
    y = make.forward(tensor(x))
    assert tuple(make.forward_shape((2, 3))) == tuple(y.shape)
    assert tuple(make.inverse_shape(tuple(y.shape))) == (2, 3)
    np.testing.assert_allclose(make.inverse(y).numpy(), x, rtol=1e-6, atol=1e-6)
    jacobian = make.forward_log_det_jacobian(tensor(x))
    assert jacobian.shape == [2]
    expected = [_log_determinant(make, row) for row in x]
    np.testing.assert_allclose(jacobian.numpy(), expected, rtol=1e-7, atol=1e-7)
    back = make.inverse_log_det_jacobian(y).numpy()
    np.testing.assert_allclose(back, -jacobian.numpy(), rtol=1e-6, atol=1e-6)


def test_powers_of_positive_numbers() -> None:
    x = np.array([0.3, 1.0, 2.5])
    for exponent in (2.0, -0.5, np.array([1.0, 2.0, 3.0])):
        make = power(exponent)
        np.testing.assert_allclose(make.forward(tensor(x)).numpy(), x**exponent)
        np.testing.assert_allclose(make.inverse(make.forward(tensor(x))).numpy(), x)
        expected = np.log(abs(exponent * x ** (np.asarray(exponent) - 1)))
        np.testing.assert_allclose(make.forward_log_det_jacobian(tensor(x)).numpy(), expected)
    assert float(power(2.0).power) == 2.0


def test_stick_breaking_reaches_the_simplex() -> None:
    make = D.StickBreakingTransform()
    y = make.forward(tensor(np.random.default_rng(0).normal(size=(50, 4)) * 3))
    assert y.shape == [50, 5]
    assert bool(make._codomain.constraint(y).all())
    np.testing.assert_allclose(make.forward(tensor(np.zeros(4))).numpy(), 0.2)


def test_abs_and_softmax_are_not_injective() -> None:
    absolute = D.AbsTransform()
    assert absolute.forward(tensor([-1.0, 2.0])).tolist() == [1.0, 2.0]
    assert [part.tolist() for part in absolute.inverse(tensor([2.0]))] == [[-2.0], [2.0]]
    assert [float(part) for part in absolute.inverse_log_det_jacobian(tensor([2.0]))] == [0.0, 0.0]
    softmax = D.SoftmaxTransform()
    y = softmax.forward(tensor([[1.0, 2.0], [0.0, 0.0]]))
    np.testing.assert_allclose(y.numpy().sum(-1), 1)
    np.testing.assert_allclose(softmax.forward(softmax.inverse(y)).numpy(), y.numpy())
    for make in (absolute, softmax, D.ChainTransform([absolute, D.ExpTransform()])):
        with pytest.raises(NotImplementedError, match="not injective"):
            make.forward_log_det_jacobian(tensor([[1.0, 2.0]]))
    both = D.ChainTransform([absolute, D.ExpTransform()]).inverse(paddle.exp(tensor([2.0])))
    np.testing.assert_allclose([float(part) for part in both], [-2.0, 2.0])


def test_calling_a_transform() -> None:
    exp = D.ExpTransform()
    assert isinstance(exp(D.Normal(0.0, 1.0)), D.TransformedDistribution)
    assert float(exp(affine(1.0, 2.0)).forward(tensor(0.0))) == 3.0
    assert float(exp(tensor(0.0))) == 1.0
    assert float(D.ChainTransform([]).forward(tensor(2.0))) == 2.0


def test_domains() -> None:
    ranks = {
        D.AbsTransform(): (0, 0),
        D.SoftmaxTransform(): (1, 1),
        D.StickBreakingTransform(): (1, 1),
        D.ReshapeTransform((2, 3), (6,)): (2, 1),
        D.IndependentTransform(D.ExpTransform(), 2): (2, 2),
        D.ChainTransform([D.ExpTransform(), D.StickBreakingTransform()]): (1, 1),
        D.ChainTransform([D.ReshapeTransform((6,), (2, 3)), D.ExpTransform()]): (1, 2),
        D.StackTransform([D.ExpTransform(), D.TanhTransform()], 0): (0, 0),
    }
    for make, expected in ranks.items():
        assert (make._domain.event_rank, make._codomain.event_rank) == expected
    assert D.TanhTransform()._codomain.constraint(tensor([-2.0, 0.5])).tolist() == [False, True]
    assert D.SigmoidTransform()._codomain.constraint(tensor([-0.5, 0.5])).tolist() == [False, True]
    assert transform.Type.is_injective(transform.Type.BIJECTION)
    assert isinstance(D.ExpTransform()._codomain, variable.Positive)


# Transformed distributions.


def test_density_of_a_transformed_distribution() -> None:
    loc, scale = np.array([0.5, -1.0]), np.array([1.5, 0.4])
    ours = D.TransformedDistribution(
        D.Normal(tensor(loc), tensor(scale)), [affine(1.0, 2.0), D.ExpTransform()]
    )
    peer = stats.lognorm(2 * scale, scale=np.exp(2 * loc + 1))
    values = np.array([[0.3, 0.8], [2.0, 0.1]])
    np.testing.assert_allclose(ours.log_prob(tensor(values)).numpy(), peer.logpdf(values))
    np.testing.assert_allclose(ours.prob(tensor(values)).numpy(), peer.pdf(values))
    paddle.seed(1)
    drawn = ours.sample([5000]).numpy()
    for column in range(2):
        marginal = stats.lognorm(2 * scale[column], scale=np.exp(2 * loc[column] + 1))
        assert stats.kstest(drawn[:, column], marginal.cdf).pvalue > 1e-4


def test_density_on_the_simplex_integrates_to_one() -> None:
    base = D.Normal(tensor([0.0, 0.0]), tensor([1.0, 1.0]))
    ours = D.TransformedDistribution(base, [D.StickBreakingTransform()])
    assert (ours.batch_shape, ours.event_shape) == ((), (3,))
    grid = (np.arange(400) + 0.5) / 400
    first, second = np.meshgrid(grid, grid, indexing="ij")
    inside = first + second < 1 - 1e-9
    points = np.stack([first, second, 1 - first - second], -1)[inside]
    mass = ours.prob(tensor(points)).numpy().sum() / 400**2
    np.testing.assert_allclose(mass, 1, rtol=0.01)


def test_events_of_several_axes() -> None:
    base = D.Normal(tensor(np.zeros((4, 6))), tensor(np.ones((4, 6))))
    ours = D.TransformedDistribution(
        base, [affine(0.0, 2.0), D.ReshapeTransform((6,), (2, 3)), D.ExpTransform()]
    )
    assert (ours.batch_shape, ours.event_shape) == ((4,), (2, 3))
    drawn = ours.sample([5])
    assert drawn.shape == [5, 4, 2, 3]
    expected = stats.lognorm(2.0).logpdf(drawn.numpy()).sum((-1, -2))
    np.testing.assert_allclose(ours.log_prob(drawn).numpy(), expected)


def test_scalar_scale_counts_for_every_axis_of_an_event() -> None:
    base = D.Independent(D.Normal(tensor([0.0, 1.0]), tensor([1.0, 1.0])), 1)
    ours = D.TransformedDistribution(base, [affine(0.0, 2.0)])
    values = np.array([1.0, 1.0])
    expected = stats.norm([0.0, 2.0], 2.0).logpdf(values).sum()
    np.testing.assert_allclose(float(ours.log_prob(tensor(values))), expected)


def test_gradients_flow_through_samples_and_densities() -> None:
    loc = tensor([0.2], stop_gradient=False)
    paddle.seed(3)
    ours = D.TransformedDistribution(D.Normal(loc, tensor([0.5])), [D.ExpTransform()])
    drawn = ours.rsample([3])
    (slope,) = paddle.grad(drawn.sum(), [loc])
    np.testing.assert_allclose(slope.numpy(), [drawn.numpy().sum()])
    (slope,) = paddle.grad(ours.log_prob(tensor([1.5])), [loc])
    np.testing.assert_allclose(slope.numpy(), (np.log(1.5) - 0.2) / 0.25)


ONE = paddle.ones([2])
BAD_CALLS: dict[str, tuple[type[Exception], Callable[[], Any]]] = {
    "affine loc": (TypeError, lambda: D.AffineTransform(1.0, ONE)),
    "affine scale": (TypeError, lambda: D.AffineTransform(ONE, 2.0)),
    "power": (TypeError, lambda: D.PowerTransform(2.0)),
    "chain": (TypeError, lambda: D.ChainTransform(D.ExpTransform())),
    "chain element": (TypeError, lambda: D.ChainTransform([3])),
    "stack": (TypeError, lambda: D.StackTransform(D.ExpTransform())),
    "stack empty": (TypeError, lambda: D.StackTransform([])),
    "stack element": (TypeError, lambda: D.StackTransform([3])),
    "stack axis": (TypeError, lambda: D.StackTransform([D.ExpTransform()], 1.5)),
    "stack rank": (ValueError, lambda: D.StackTransform([D.ExpTransform()], 1).forward(ONE)),
    "stack size": (ValueError, lambda: D.StackTransform([D.ExpTransform()], 0).forward(ONE)),
    "independent": (TypeError, lambda: D.IndependentTransform(3, 1)),
    "independent rank": (ValueError, lambda: D.IndependentTransform(D.ExpTransform(), 0)),
    "reshape int": (TypeError, lambda: D.ReshapeTransform(6, (2, 3))),
    "reshape size": (ValueError, lambda: D.ReshapeTransform((2, 3), (3, 3))),
    "reshape input": (ValueError, lambda: D.ReshapeTransform((3,), (1, 3)).forward(ONE)),
    "reshape shape": (ValueError, lambda: D.ReshapeTransform((3,), (1, 3)).forward_shape((2,))),
    "softmax rank": (ValueError, lambda: D.SoftmaxTransform().forward(paddle.ones([]))),
    "softmax shape": (ValueError, lambda: D.SoftmaxTransform().forward_shape(())),
    "stick shape": (ValueError, lambda: D.StickBreakingTransform().inverse_shape(())),
    "shape int": (TypeError, lambda: D.ExpTransform().forward_shape(3)),
    "forward float": (TypeError, lambda: D.ExpTransform().forward(1.0)),
    "inverse string": (TypeError, lambda: D.ExpTransform().inverse("a")),
    "call": (TypeError, lambda: D.ExpTransform()(3)),
    "no forward": (NotImplementedError, lambda: D.Transform().forward(ONE)),
    "no inverse": (NotImplementedError, lambda: D.Transform().inverse(ONE)),
    "no jacobian": (NotImplementedError, lambda: D.Transform().forward_log_det_jacobian(ONE)),
    "no back": (NotImplementedError, lambda: D.Transform().inverse_log_det_jacobian(ONE)),
    "base": (TypeError, lambda: D.TransformedDistribution(3, [D.ExpTransform()])),
    "transforms": (
        TypeError,
        lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), D.ExpTransform()),
    ),
    "element": (TypeError, lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), [3])),
    "rank": (
        ValueError,
        lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), [D.SoftmaxTransform()]),
    ),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_errors(name: str) -> None:
    error, call = BAD_CALLS[name]
    with pytest.raises(error):
        call()
