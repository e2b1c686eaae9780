"""Drawing: pictures and reports as functions of a view. No rules and no files."""
