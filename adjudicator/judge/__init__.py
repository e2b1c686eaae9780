"""The judge in one page: assembled here from pinned files; what runs in the page is in `inside`."""
