"""Datasets, samplers and the data loader."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle import io


class Numbers(io.Dataset):
    def __init__(self, count, sample=lambda i: i):
        self.count = count
        self.sample = sample

    def __getitem__(self, index):
        return self.sample(index)

    def __len__(self):
        return self.count


class Counter(io.IterableDataset):
    def __init__(self, count):
        self.count = count

    def __iter__(self):
        return iter(range(self.count))


# ---- datasets --------------------------------------------------------------------------------


def test_tensor_dataset():
    data = io.TensorDataset([paddle.arange(6).reshape([3, 2]), paddle.arange(3)])
    assert len(data) == 3
    assert [x.tolist() for x in data[1]] == [[2, 3], 1]
    with pytest.raises(AssertionError, match="1st dimension"):
        io.TensorDataset([paddle.ones([2]), paddle.ones([3])])


def test_compose_dataset():
    data = io.ComposeDataset([Numbers(3), Numbers(2, lambda i: (i, -i))])
    assert len(data) == 2
    assert data[1] == (1, 1, -1)
    with pytest.raises(AssertionError, match="IterableDataset"):
        io.ComposeDataset([Counter(2)])


def test_concat_dataset():
    data = io.ConcatDataset([Numbers(3), Numbers(2, lambda i: i + 10)])
    assert [data[i] for i in range(5)] == [0, 1, 2, 10, 11]
    assert data[-1] == 11
    assert io.ConcatDataset.cumsum(data.datasets) == [3, 5]
    with pytest.raises(ValueError, match="should not exceed dataset length"):
        data[-6]
    with pytest.raises(AssertionError, match="empty"):
        io.ConcatDataset([])


def test_chain_and_subset():
    assert [*iter(io.ChainDataset([Counter(2), Counter(3)]))] == [0, 1, 0, 1, 2]
    subset = io.Subset(Numbers(9), [4, 2])
    assert [subset[0], subset[1], len(subset)] == [4, 2, 2]


def test_random_split_follows_the_seed():
    paddle.seed(0)
    parts = io.random_split(Numbers(10), [3, 7])
    assert [list(part.indices) for part in parts] == [[5, 3, 8], [6, 9, 7, 0, 2, 1, 4]]
    with pytest.raises(ValueError, match="They are 3 and 10"):
        io.random_split(Numbers(10), [1, 2])


def test_missing_methods_say_so():
    with pytest.raises(NotImplementedError, match="'__getitem__' not implement in class Dataset"):
        io.Dataset()[0]
    with pytest.raises(NotImplementedError, match="'__len__' not implement in class Dataset"):
        len(io.Dataset())
    with pytest.raises(RuntimeError, match="'__getitem__' should not be called"):
        Counter(2)[0]
    with pytest.raises(RuntimeError, match="'__len__' should not be called"):
        len(Counter(2))


# ---- samplers --------------------------------------------------------------------------------


def test_subset_sampler_follows_the_seed():
    """The order of release 2.6.2."""
    paddle.seed(2023)
    assert list(io.SubsetRandomSampler([1, 3, 5, 7, 9])) == [9, 3, 7, 5, 1]


def test_samplers_follow_numpys_seed():
    np.random.seed(0)
    assert list(io.RandomSampler(range(6))) == [5, 2, 1, 3, 0, 4]
    np.random.seed(0)
    drawn = list(io.RandomSampler(range(6), replacement=True, num_samples=4))
    np.random.seed(0)
    assert drawn == np.random.choice(np.arange(6), 4).tolist()
    np.random.seed(0)
    assert list(io.WeightedRandomSampler(np.array([0.1, 0.3, 0.6]), 5)) == [2, 2, 2, 2, 2]
    assert list(io.RandomSampler(range(6), generator=iter([3, 1]))) == [3, 1]
    assert sorted(io.WeightedRandomSampler([1.0, 2.0], 2, replacement=False)) == [0, 1]


def test_batch_sampler():
    sampler = io.BatchSampler(Numbers(5), batch_size=2)
    assert list(sampler) == [[0, 1], [2, 3], [4]]
    assert len(sampler) == 3
    dropping = io.BatchSampler(sampler=io.SequenceSampler(range(5)), batch_size=2, drop_last=True)
    assert list(dropping) == [[0, 1], [2, 3]]
    assert len(dropping) == 2
    shuffled = io.BatchSampler(Numbers(5), shuffle=True, batch_size=5)
    assert sorted(next(iter(shuffled))) == [0, 1, 2, 3, 4]


def test_distributed_batch_sampler():
    def batches(rank, **settings):
        sampler = io.DistributedBatchSampler(Numbers(11), 2, num_replicas=2, rank=rank, **settings)
        if settings.get("shuffle"):
            sampler.set_epoch(1)
        return [list(sampler), list(sampler), len(sampler)]

    shuffled = batches(0, shuffle=True)
    assert shuffled == [[[2, 3], [1, 6], [0, 9]], [[9, 5], [1, 10], [2, 6]], 3]
    assert batches(1, shuffle=True)[0] == [[4, 10], [0, 7], [8, 5]]
    assert batches(1, drop_last=True)[0] == [[2, 3], [6, 7], [10, 0]]
    with pytest.raises(ValueError, match="needs num_replicas and rank"):
        io.DistributedBatchSampler(Numbers(4), 2)
    with pytest.raises(AssertionError, match="rank should be"):
        io.DistributedBatchSampler(Numbers(4), 2, num_replicas=2, rank=2)


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: io.RandomSampler(range(3), num_samples=5), ValueError, "replacement is False"),
        (lambda: io.RandomSampler(range(3), replacement=1), TypeError, "should be a bool"),
        (lambda: io.SubsetRandomSampler([]), ValueError, "greater than 0"),
        (lambda: io.WeightedRandomSampler([-1.0], 1), AssertionError, "positive values"),
        (
            lambda: io.WeightedRandomSampler([1.0, 0.0], 2, False),
            AssertionError,
            "should not less than num_samples",
        ),
        (lambda: io.BatchSampler(), AssertionError, "either dataset or sampler"),
        (lambda: io.BatchSampler(Numbers(3), batch_size=-1), AssertionError, "positive integer"),
        (
            lambda: io.BatchSampler(sampler=range(3), shuffle=True),
            AssertionError,
            "shuffle should be False",
        ),
    ],
)
def test_bad_samplers(make, error, text):
    with pytest.raises(error, match=text):
        make()


# ---- loading ---------------------------------------------------------------------------------


def first_batch(sample, **settings):
    return next(iter(io.DataLoader(Numbers(5, sample), **settings)))


def test_batches_are_stacked_field_by_field():
    x, y = first_batch(lambda i: (np.full(2, i, "float32"), i), batch_size=2)
    assert x.tolist() == [[0, 0], [1, 1]]
    assert x.dtype == paddle.float32
    assert y.dtype == paddle.int64
    batch = first_batch(lambda i: {"a": np.ones(2), "b": [i, "s"]}, batch_size=2)
    assert batch["a"].dtype == paddle.float64
    assert batch["b"][0].tolist() == [0, 1]
    assert batch["b"][1] == ["s", "s"]
    assert first_batch(float, batch_size=2).dtype == paddle.float64
    assert first_batch(lambda i: True, batch_size=2).dtype == paddle.bool
    assert first_batch(lambda i: paddle.ones([2]), batch_size=2).shape == [2, 2]
    nested = first_batch(lambda i: (i, (i, np.ones(2))), batch_size=2)
    assert nested[1][1].shape == [2, 2]
    assert first_batch(lambda i: "x", batch_size=2) == ["x", "x"]


def test_without_batches_samples_stay_single():
    x, y = first_batch(lambda i: (np.ones(2, "float32"), i), batch_size=None)
    assert x.shape == [2]
    assert y == 0
    assert len(io.DataLoader(Numbers(5), batch_size=None)) == 5


def test_order_and_length():
    loader = io.DataLoader(Numbers(5), batch_size=2)
    assert [batch.tolist() for batch in loader] == [[0, 1], [2, 3], [4]]
    assert len(loader) == 3
    assert [b.tolist() for b in io.DataLoader(Numbers(5), batch_size=2, drop_last=True)()] == [
        [0, 1],
        [2, 3],
    ]
    sampler = io.BatchSampler(Numbers(5), batch_size=3)
    assert [b.tolist() for b in io.DataLoader(Numbers(5), batch_sampler=sampler)] == [
        [0, 1, 2],
        [3, 4],
    ]
    shuffled = io.DataLoader(Numbers(50), batch_size=50, shuffle=True)
    order = next(iter(shuffled)).tolist()
    assert order != list(range(50))
    assert sorted(order) == list(range(50))


def test_iterable_datasets():
    loader = io.DataLoader(Counter(5), batch_size=2)
    assert [batch.tolist() for batch in loader] == [[0, 1], [2, 3], [4]]
    dropping = io.DataLoader(Counter(5), batch_size=2, drop_last=True)
    assert [batch.tolist() for batch in dropping] == [[0, 1], [2, 3]]
    assert [*iter(io.DataLoader(Counter(3), batch_size=None))] == [0, 1, 2]
    with pytest.raises(ValueError, match="length of IterableDataset not supported"):
        len(loader)


def test_collate_functions():
    loader = io.DataLoader(Numbers(4), batch_size=2, collate_fn=lambda batch: np.array(sum(batch)))
    assert [batch.item() for batch in loader] == [1, 5]
    with pytest.raises(TypeError, match="batch data can only contains"):
        io.default_collate_fn([object()])
    with pytest.raises(RuntimeError, match="fields number not same"):
        io.default_collate_fn([(1, 2), (1,)])
    assert io.default_convert_fn((1, "x")) == (1, "x")


@pytest.mark.parametrize(
    ("settings", "error", "text"),
    [
        ({"num_workers": -1}, ValueError, "should not be negative"),
        ({"batch_size": 0}, AssertionError, "positive value when batch_sampler is not given"),
        (
            {"batch_sampler": io.BatchSampler(sampler=range(3)), "shuffle": True},
            AssertionError,
            "should not be set when batch_sampler is given",
        ),
    ],
)
def test_bad_loaders(settings, error, text):
    with pytest.raises(error, match=text):
        io.DataLoader(Numbers(3), **settings)


def test_iterable_datasets_refuse_order():
    with pytest.raises(ValueError, match="not support shuffle"):
        io.DataLoader(Counter(3), shuffle=True)
    with pytest.raises(ValueError, match="unspecified batch_sampler"):
        io.DataLoader(Counter(3), batch_sampler=io.BatchSampler(sampler=range(3)))


def test_no_worker_information_here():
    assert io.get_worker_info() is None
