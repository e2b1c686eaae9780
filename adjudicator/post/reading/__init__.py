"""What a mail says: sheets, commands, words to pass on; nothing is judged, nothing is written."""
