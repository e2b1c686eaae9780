"""What runs in the page: a front end as the command line is, whose terminal is a browser."""
