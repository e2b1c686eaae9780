"""The post: mails read, letters written, offices run."""
