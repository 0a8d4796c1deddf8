"""The version of paddle-core; the build and the package metadata read it here."""

from __future__ import annotations

__all__ = ["cuda", "cudnn", "show", "xpu", "xpu_xccl"]

full_version: str = "0.1.0"
major, minor, patch = full_version.split(".")
rc = "0"
api_version = "2.6.2"  # the release of PaddlePaddle whose API this is

cuda_version = "False"
cudnn_version = "False"
xpu_version = "False"
xpu_xccl_version = "False"


def cuda() -> str:
    """The version of CUDA that the package was built with, "False" without.

    Examples:
        >>> import paddle
        >>> paddle.version.cuda()
        'False'
    """
    return cuda_version


def cudnn() -> str:
    """The version of cuDNN that the package was built with, "False" without.

    Examples:
        >>> import paddle
        >>> paddle.version.cudnn()
        'False'
    """
    return cudnn_version


def xpu() -> str:
    """The version of the XPU runtime that the package was built with, "False" without.

    Examples:
        >>> import paddle
        >>> paddle.version.xpu()
        'False'
    """
    return xpu_version


def xpu_xccl() -> str:
    """The version of XPU's collectives that the package was built with, "False" without.

    Examples:
        >>> import paddle
        >>> paddle.version.xpu_xccl()
        'False'
    """
    return xpu_xccl_version


def show() -> None:
    """Print the version of the package, and of what it was built with.

    Examples:
        >>> import paddle
        >>> paddle.version.show()  # doctest: +ELLIPSIS
        full_version: ...
        cuda: False
        ...
    """
    print("full_version:", full_version)
    for name, value in (("major", major), ("minor", minor), ("patch", patch), ("rc", rc)):
        print(f"{name}: {value}")
    for built_with in (cuda, cudnn, xpu, xpu_xccl):
        print(f"{built_with.__name__}: {built_with()}")
