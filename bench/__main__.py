"""Run every benchmark: ``python -m bench``."""

from bench import engine, service

engine.measure()
service.measure()
