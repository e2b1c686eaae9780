"""What a referee does: a match is begun, amended, continued, and its secret kept safe."""
