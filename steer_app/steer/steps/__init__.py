"""What a session does, a module a kind of step. Each reads rows and makes calls, and writes nothing itself."""
