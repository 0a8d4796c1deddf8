"""The layers of `paddle.nn`."""
