"""Foreign bytes become text here, in a child process. Only `pool`, the parent's side, knows Django."""
