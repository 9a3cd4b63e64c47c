"""A demonstration of the run kernel: a tree that counts, asks, and is the same every time."""
