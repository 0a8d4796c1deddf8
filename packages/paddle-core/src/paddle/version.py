"""The version of paddle-core; the build and the package metadata read it here."""

from __future__ import annotations

full_version: str = "0.1.0"
