"""The tests, which mirror the modules that they test."""
