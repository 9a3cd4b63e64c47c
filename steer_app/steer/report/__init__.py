"""A finished report as plain values, the numbers of its citations, and its Markdown. Nothing here reads a row."""
