"""Games of packages, for the tests: each folder is the source of one."""
