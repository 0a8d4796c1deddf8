"""The layers of `paddle.incubate.nn`."""
