"""Commands for those who develop the service; they are not installed with it."""
