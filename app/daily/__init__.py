"""The day's game: the clock, the published calendar, and certificates that are made on demand."""
