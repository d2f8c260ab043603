"""Imports Agently, and leaves logging as it was: else it puts everything from INFO on to stdout, whoever logs it."""

from __future__ import annotations

import logging

_root = logging.getLogger()
_before = _root.handlers[:], _root.level
import agently  # noqa: E402, F401

_root.handlers[:], level = _before
_root.setLevel(level)
