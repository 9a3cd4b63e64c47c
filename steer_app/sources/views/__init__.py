"""Pages of collections and documents."""
