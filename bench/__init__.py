"""Benchmarks: ``make bench`` prints ratios measured in one run, side by side."""
