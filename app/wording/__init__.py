"""What the service says to people: sentences, names and texts, in the reader's language."""
