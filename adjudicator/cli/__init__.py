"""The commands: parse, call, print, exit. No rules and no handling of files' contents."""
