"""Single operators that may still change."""

from .softmax_mask_fuse import softmax_mask_fuse, softmax_mask_fuse_upper_triangle

__all__ = ["softmax_mask_fuse", "softmax_mask_fuse_upper_triangle"]
