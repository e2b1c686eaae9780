"""Files: all reading and writing, with places in every refusal."""
