"""Datasets, samplers and the data loader."""

from paddle.io.collate import default_collate_fn, default_convert_fn
from paddle.io.dataloader import DataLoader, get_worker_info
from paddle.io.dataset import (
    ChainDataset,
    ComposeDataset,
    ConcatDataset,
    Dataset,
    IterableDataset,
    Subset,
    TensorDataset,
    random_split,
)
from paddle.io.sampler import (
    BatchSampler,
    DistributedBatchSampler,
    RandomSampler,
    Sampler,
    SequenceSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)

__all__ = [
    "Dataset",
    "IterableDataset",
    "TensorDataset",
    "ComposeDataset",
    "ChainDataset",
    "ConcatDataset",
    "Subset",
    "random_split",
    "BatchSampler",
    "DistributedBatchSampler",
    "DataLoader",
    "get_worker_info",
    "Sampler",
    "SequenceSampler",
    "RandomSampler",
    "SubsetRandomSampler",
    "WeightedRandomSampler",
    "default_collate_fn",
    "default_convert_fn",
]
