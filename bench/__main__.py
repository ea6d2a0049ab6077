"""Run every benchmark: ``python -m bench``."""

from bench import engine, service, variants

engine.measure()
variants.measure()
service.measure()
