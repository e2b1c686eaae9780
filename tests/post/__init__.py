"""The post: what a mail says, what a letter holds, how mail travels, what a clock says."""
