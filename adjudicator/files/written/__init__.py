"""What people write: each kind of file by itself, judged with all its problems at once."""
