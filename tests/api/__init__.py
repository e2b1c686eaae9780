"""The library's face, used as strangers will use it."""
