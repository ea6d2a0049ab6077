"""The Spider engine over HTTP: requests become codes and logs, the engine's answers become JSON."""
