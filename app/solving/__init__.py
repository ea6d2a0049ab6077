"""Solving beside the service: processes of their own that search, so that no request waits."""
