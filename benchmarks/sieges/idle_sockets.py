"""Idle sockets: connections on which nothing is ever sent, from several addresses, more than files can be open."""

from __future__ import annotations

from benchmarks.sieges import Setup, silent_tls

ABOUT = "1,100 connections on which nothing is sent, where 1,024 files can be open"
SETUP = Setup(open_files=1024)
attack = silent_tls.attack
