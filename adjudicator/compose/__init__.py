"""The pen: a page on which a sheet is made by clicks, inside the report that came by mail."""
