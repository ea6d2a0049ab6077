"""The OpenAPI document: what it says of each operation, its examples, and its page."""
