"""The referee's desk: a match is begun, mended, continued, and its secret kept safe."""
