"""How mail travels: sent by a command or SMTP, fetched by IMAP; its words are not looked at."""
