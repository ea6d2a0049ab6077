"""Run every benchmark: ``python -m bench``."""

from bench import engine, service, solving, variants

engine.measure()
variants.measure()
service.measure()
solving.measure()
