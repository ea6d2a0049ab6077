"""The Spider engine: pure rules, the same answer everywhere, nothing but the standard library.

A game code becomes a start (`codes`), a log becomes actions (`actions`), `replay` plays them one by
one through `play`, the heart, which asks `rules`; `view` shows what a player sees of the state.
"""
