"""Settings for every test of the engine."""

from hypothesis import settings

settings.register_profile("engine", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("engine")
