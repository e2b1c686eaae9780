"""Workers: the same results everywhere, whatever is killed."""
