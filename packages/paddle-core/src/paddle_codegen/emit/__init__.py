"""One module per kind of output; each turns checked tables into the text of files."""
