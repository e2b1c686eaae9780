"""Keys: chains, pledges and signatures, and the files that hold them."""
