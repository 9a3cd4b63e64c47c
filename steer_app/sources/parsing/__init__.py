"""Foreign bytes become text here, in a child process. Nothing in this package knows Django or the network."""
