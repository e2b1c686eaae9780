"""The post: mails, clock, office."""
