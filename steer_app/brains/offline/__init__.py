"""Language tools that need no model but sentence embeddings: deterministic, English first."""
