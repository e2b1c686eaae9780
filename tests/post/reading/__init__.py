"""Mails as programs write them, and what `read_mail` takes out of them."""
