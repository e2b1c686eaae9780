"""The pages of an event: values in, bytes out."""
