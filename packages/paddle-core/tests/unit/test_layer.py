"""Layer: attributes, listings, state, hooks, casting, containers."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import paddle
import pytest
from paddle import nn


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.b = self.a
        self.s = nn.Sequential(("x", nn.ReLU()), ("y", nn.Linear(3, 1)))
        self.register_buffer("steps", paddle.zeros([1]))
        self.scratch = paddle.ones([1])

    def forward(self, x):
        return self.s(self.b(x))


def names(pairs):
    return [name for name, _ in pairs]


def test_listings_visit_shared_layers_once():
    net = Net()
    parameters = ["a.weight", "a.bias", "s.y.weight", "s.y.bias"]
    assert names(net.named_parameters()) == parameters
    assert names(net.named_parameters("net")) == [f"net.{name}" for name in parameters]
    assert names(net.named_sublayers()) == ["a", "s", "s.x", "s.y"]
    assert names(net.named_sublayers(include_self=True))[0] == ""
    assert names(net.named_children()) == ["a", "s"]
    assert names(net.named_buffers()) == ["steps", "scratch"]
    assert len(net.parameters()) == 4
    assert net.parameters(include_sublayers=False) == []


def test_state_dict_order_and_identity():
    net = Net()
    state = net.state_dict()
    expected = ["steps", "a.weight", "a.bias", "b.weight", "b.bias", "s.y.weight", "s.y.bias"]
    assert list(state) == expected
    assert state["a.weight"] is net.a.weight
    assert "scratch" in net.to_static_state_dict()
    assert next(iter(net.state_dict(structured_name_prefix="p."))) == "p.steps"


def test_names_follow_the_class_and_count_up():
    class MyNet2D(nn.Layer):
        pass

    class PReLULike(nn.Layer):
        pass

    with paddle.utils.unique_name.guard():
        assert MyNet2D().full_name() == "my_net2d_0"
        assert MyNet2D("scope").full_name() == "scope_0"
        assert PReLULike().full_name() == "p_re_lu_like_0"
        linear = nn.Linear(1, 1)
        assert (linear.weight.name, linear.bias.name) == ("linear_0.w_0", "linear_0.b_0")
        norm = nn.BatchNorm2D(2)
        assert [p.name.split(".")[1] for p in norm.parameters()] == ["w_0", "b_0", "w_1", "w_2"]
        assert list(norm.state_dict()) == ["weight", "bias", "_mean", "_variance"]
        assert not norm._mean.trainable


def test_attributes_are_checked():
    layer = nn.Linear(2, 2)
    with pytest.raises(TypeError, match="parameter 'weight' should be of type Parameter"):
        layer.weight = paddle.ones([2, 2])
    with pytest.raises(AttributeError, match="'Linear' object has no attribute 'nothing'"):
        layer.nothing  # noqa: B018
    with pytest.raises(KeyError, match=r"can not contain `\.`"):
        layer.add_parameter("a.b", layer.weight)
    with pytest.raises(KeyError, match="can not be empty"):
        layer.add_parameter("", layer.weight)
    with pytest.raises(KeyError, match="'forward' already exists"):
        layer.add_parameter("forward", layer.weight)
    with pytest.raises(TypeError, match="should be a Parameter, but received Tensor"):
        layer.add_parameter("w", paddle.ones([1]))
    with pytest.raises(KeyError, match="'weight' already exists"):
        layer.register_buffer("weight", paddle.ones([1]))
    with pytest.raises(TypeError, match="received int"):
        layer.register_buffer("b", 3)
    with pytest.raises(AssertionError, match="received int"):
        layer.add_sublayer("x", 3)
    with pytest.raises(NotImplementedError):
        nn.Layer()(1)
    with pytest.raises(ValueError, match="shouldn't implement backward"):
        layer.backward()


def test_init_must_be_called_first():
    class Forgetful(nn.Layer):
        def __init__(self):
            self.fc = nn.Linear(1, 1)

    with pytest.raises(ValueError, match=r"super\(\).__init__\(\) should be called first"):
        Forgetful()


def test_attributes_can_be_replaced_and_deleted():
    net = Net()
    net.a = nn.Linear(2, 2)
    assert net.a.weight.shape == [2, 2]
    net.steps = paddle.ones([1])
    assert net.state_dict()["steps"].item() == 1.0
    del net.steps
    assert "steps" not in net.state_dict()
    net.a.bias = None
    assert names(net.a.named_parameters()) == ["weight"]
    assert net.a(paddle.ones([1, 2])).shape == [1, 2]
    assert "s" in dir(net)


def test_set_state_dict_reports_what_does_not_fit():
    layer = nn.Linear(2, 2)
    weight = np.arange(4, dtype="float32").reshape(2, 2)
    with pytest.warns(UserWarning, match="bias is not found"):
        assert layer.set_state_dict({"weight": weight, "x": 1}) == (["bias"], ["x"])
    np.testing.assert_array_equal(layer.weight.numpy(), weight)
    with pytest.warns(UserWarning, match=r"receives a shape \[3, 2\]"):
        missing, _ = layer.set_state_dict(
            {"weight": np.ones((3, 2), "float32"), "bias": np.ones(2, "float32")}
        )
    assert missing == ["weight"]
    with pytest.raises(AssertionError, match="dtype not match"):
        layer.set_state_dict({"weight": np.ones((2, 2)), "bias": np.ones(2)})
    by_name = {layer.weight.name: weight, layer.bias.name: np.ones(2, "float32")}
    assert layer.set_state_dict(by_name, use_structured_name=False) == ([], [])


def test_hooks_change_inputs_outputs_and_state():
    layer = nn.ReLU()
    x = paddle.to_tensor([1.0])
    pre = layer.register_forward_pre_hook(lambda _, inputs: inputs[0] * 3)
    post = layer.register_forward_post_hook(lambda _, inputs, out: out + 1)
    assert layer(x).item() == 4.0
    pre.remove()
    assert layer(x).item() == 2.0
    post.remove()
    post.remove()
    assert layer(x).item() == 1.0
    handle = layer.register_state_dict_hook(lambda state: {**state, "extra": 1})
    assert layer.state_dict() == {"extra": 1}
    handle.remove()
    assert layer.state_dict() == {}


def test_modes_reach_all_sublayers():
    net = Net()
    assert net.eval() is None
    assert not any(layer.training for layer in net.sublayers(include_self=True))
    net.train()
    assert all(layer.training for layer in net.sublayers(include_self=True))
    seen = []
    assert net.apply(lambda layer: seen.append(type(layer).__name__)) is net
    assert seen == ["Linear", "ReLU", "Linear", "Sequential", "Net"]


def test_casting_keeps_identity_and_trains_on():
    layer = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1D(2))
    weight = layer[0].weight
    assert layer.to(dtype="float64") is layer
    assert layer[0].weight is weight
    assert weight.dtype == paddle.float64
    assert weight.name.endswith("w_0")
    layer(paddle.ones([3, 2], "float64")).sum().backward()
    assert weight.grad.dtype == paddle.float64
    layer.float16()
    assert weight.dtype == paddle.float16
    assert layer[1].weight.dtype == paddle.float64
    layer.float(excluded_layers=nn.BatchNorm1D)
    assert weight.dtype == paddle.float32
    assert layer[1].weight.dtype == paddle.float64
    with pytest.raises(TypeError, match="int8"):
        layer.to(dtype="int8")
    with pytest.raises(ValueError, match="the device must be 'cpu'"):
        layer.to("gpu")


def test_deepcopy_copies_values_and_makes_new_names():
    net = Net()
    clone = copy.deepcopy(net)
    assert clone.a.weight.name != net.a.weight.name
    assert clone.a is clone.b
    assert not clone.a.weight.stop_gradient
    np.testing.assert_array_equal(clone.a.weight.numpy(), net.a.weight.numpy())
    clone.a.weight.set_value(paddle.zeros([2, 3]))
    assert net.a.weight.abs().sum().item() > 0
    assert type(clone.a.weight) is type(net.a.weight)


def test_parameters_pickle():
    weight = nn.Linear(2, 2).weight
    again = pickle.loads(pickle.dumps(weight))
    assert again.name == weight.name
    assert again.trainable
    np.testing.assert_array_equal(again.numpy(), weight.numpy())


def test_clear_gradients():
    layer = nn.Linear(2, 2)
    layer(paddle.ones([1, 2])).sum().backward()
    layer.clear_gradients()
    assert layer.weight.grad.abs().sum().item() == 0.0


def test_attr_arguments():
    assert nn.Linear(1, 1, bias_attr=False).bias is None
    assert nn.Linear(1, 1, weight_attr="mine").weight.name == "mine"
    frozen = nn.Linear(1, 1, weight_attr=paddle.ParamAttr(trainable=False)).weight
    assert frozen.stop_gradient
    with pytest.raises(TypeError, match="cast to ParamAttr"):
        nn.Linear(1, 1, weight_attr=3)
    with pytest.raises(ValueError, match="trainable MUST be bool"):
        frozen.trainable = 1


REPRS = {
    "Linear(in_features=2, out_features=3, dtype=float32)": lambda: nn.Linear(2, 3),
    "Conv2D(3, 4, kernel_size=[3, 3], stride=[2, 2], padding=1, dilation=[2, 2], "
    "data_format=NCHW)": lambda: nn.Conv2D(3, 4, 3, padding=1, stride=2, dilation=2),
    "Conv2D(3, 4, kernel_size=[3, 3], padding=1, padding_mode=circular, data_format=NHWC)": (
        lambda: nn.Conv2D(3, 4, 3, padding_mode="circular", padding=1, data_format="NHWC")
    ),
    "BatchNorm1D(num_features=3, momentum=0.9, epsilon=1e-05, data_format=NLC)": (
        lambda: nn.BatchNorm1D(3, data_format="NLC")
    ),
    "LayerNorm(normalized_shape=[3, 4], epsilon=1e-05)": lambda: nn.LayerNorm([3, 4]),
    "GroupNorm(num_groups=1, num_channels=3, epsilon=1e-05)": lambda: nn.GroupNorm(1, 3),
    "MaxPool2D(kernel_size=2, stride=None, padding=0)": lambda: nn.MaxPool2D(2),
    "AdaptiveMaxPool2D(output_size=2, return_mask=False)": lambda: nn.AdaptiveMaxPool2D(2),
    "Dropout(p=0.2, axis=1, mode=upscale_in_train)": lambda: nn.Dropout(0.2, axis=1),
    "Embedding(3, 4, padding_idx=1, sparse=False)": lambda: nn.Embedding(3, 4, padding_idx=1),
    "PReLU(num_parameters=1, data_format=NCHW, init=0.25, dtype=float32)": lambda: nn.PReLU(),
    "Pad2D(padding=[1, 1, 1, 1], mode=constant, value=0.0, data_format=NCHW)": (
        lambda: nn.Pad2D(1)
    ),
    "Hardtanh(min=-1.0, max=1.0)": lambda: nn.Hardtanh(),
    "CELU(alpha=1.0, name=x)": lambda: nn.CELU(name="x"),
    "ReLU(name=q)": lambda: nn.ReLU(name="q"),
    "RReLU(lower=0.125, upper=0.3333333333333333, training=True, dtype=float32)": (
        lambda: nn.RReLU()
    ),
    "PairwiseDistance(p=2.0)": lambda: nn.PairwiseDistance(),
    "CrossEntropyLoss()": lambda: nn.CrossEntropyLoss(),
    "Sequential(\n  (0): ReLU()\n  (1): Sequential(\n    (0): Tanh()\n  )\n)": (
        lambda: nn.Sequential(nn.ReLU(), nn.Sequential(nn.Tanh()))
    ),
}


@pytest.mark.parametrize("text", REPRS)
def test_repr(text):
    assert repr(REPRS[text]()) == text


def test_sequential():
    net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
    assert len(net) == 3
    assert net[-1] is net[2]
    assert len(net[:2]) == 2
    net[1] = nn.Tanh()
    assert repr(net[1]) == "Tanh()"
    del net[2]
    assert net(paddle.ones([1, 2])).shape == [1, 3]
    assert len(nn.Sequential([nn.ReLU(), nn.ReLU()])) == 2
    with pytest.raises(IndexError, match="out of range"):
        net[5]
    with pytest.raises(AssertionError):
        nn.Sequential(3)


def test_layer_list():
    layers = nn.LayerList([nn.ReLU(), nn.Tanh()])
    layers.insert(1, nn.GELU())
    layers.append(nn.Silu()).extend([nn.ReLU()])
    assert [type(layer).__name__ for layer in layers] == ["ReLU", "GELU", "Tanh", "Silu", "ReLU"]
    assert list(layers._sub_layers) == ["0", "1", "2", "3", "4"]
    layers[0] = nn.Linear(1, 1)
    del layers[-1]
    assert len(layers) == 4
    assert len(layers.parameters()) == 2
    assert len(layers[1:3]) == 2
    with pytest.raises(AssertionError):
        nn.LayerList([1])


def test_layer_dict():
    layers = nn.LayerDict({"a": nn.ReLU()})
    layers.update([("b", nn.Tanh()), ("c", nn.Linear(1, 1))])
    assert list(layers) == ["a", "b", "c"]
    assert "b" in layers
    assert repr(layers.pop("b")) == "Tanh()"
    del layers["a"]
    assert len(layers) == 1
    assert len(layers.parameters()) == 2
    layers.clear()
    assert list(layers.items()) == []
    with pytest.raises(ValueError, match="pairs"):
        layers.update([("a", nn.ReLU(), 1)])


def test_parameter_list():
    weights = nn.ParameterList([paddle.create_parameter([2], "float32") for _ in range(2)])
    weights.append(paddle.create_parameter([3], "float32"))
    assert [w.shape for w in weights] == [[2], [2], [3]]
    weights[0] = paddle.create_parameter([5], "float32")
    assert weights[0].shape == [5]
    assert len(weights.parameters()) == len(weights) == 3


def test_bad_settings_are_refused():
    with pytest.raises(ValueError, match=r"within \[-3, 3\)"):
        nn.Embedding(3, 2, padding_idx=5)
    with pytest.raises(ValueError, match="in_channels must be divisible by groups"):
        nn.Conv2D(3, 4, 3, groups=2)
    with pytest.raises(ValueError, match="padding_mode must be one of"):
        nn.Conv2D(3, 3, 3, padding_mode="x")
    with pytest.raises(AssertionError, match="embed_dim must be divisible"):
        nn.MultiHeadAttention(5, 2)
    with pytest.raises(ValueError, match="'reduction' in MSELoss"):
        nn.MSELoss("x")
    with pytest.raises(TypeError, match="upscale factor must be int"):
        nn.PixelShuffle("a")
    with pytest.raises(ValueError, match="expected 4D input"):
        nn.BatchNorm2D(3)(paddle.ones([2, 3]))
    with pytest.raises(ValueError, match="between 0 and 1"):
        nn.Dropout(2.0)(paddle.ones([2]))
    with pytest.raises(ValueError, match="'downscale_in_infer' or 'upscale_in_train'"):
        nn.Dropout(0.5, mode="z")(paddle.ones([2]))


def test_attention_caches_give_the_same_outputs():
    paddle.seed(0)
    layer = nn.TransformerDecoderLayer(4, 2, 8, dropout=0.0)
    decoder = nn.TransformerDecoder(layer, 2)
    decoder.eval()
    target, memory = paddle.rand([2, 3, 4]), paddle.rand([2, 5, 4])
    mask = nn.Transformer(4, 2, 1, 1, 8).generate_square_subsequent_mask(3)
    whole = decoder(target, memory, tgt_mask=mask)
    cache = decoder.gen_cache(memory)
    parts = []
    for i in range(3):
        out, cache = decoder(target[:, i : i + 1], memory, cache=cache)
        parts.append(out)
    np.testing.assert_allclose(
        paddle.concat(parts, axis=1).numpy(), whole.numpy(), rtol=1e-5, atol=1e-6
    )


def test_attention_masks_and_weights():
    layer = nn.MultiHeadAttention(4, 2, need_weights=True)
    x = paddle.rand([1, 3, 4])
    mask = paddle.to_tensor([[True, False, False]] * 3)
    _, weights = layer(x, attn_mask=mask)
    np.testing.assert_allclose(weights.numpy()[..., 0], 1.0, rtol=1e-6)


def test_weight_norm_can_be_removed():
    layer = nn.Linear(3, 2)
    before = layer.weight.numpy().copy()
    nn.utils.weight_norm(layer, dim=1)
    assert names(layer.named_parameters()) == ["bias", "weight_v", "weight_g"]
    with pytest.raises(ValueError, match="two weight_norm hooks"):
        nn.utils.weight_norm(layer)
    nn.utils.remove_weight_norm(layer)
    np.testing.assert_allclose(layer.weight.numpy(), before, rtol=1e-5)
    with pytest.raises(ValueError, match="not found"):
        nn.utils.remove_weight_norm(layer)
