"""How quick the product is: each module here measures one thing, `python -m benchmark.perf` all of them."""
