"""What can be asked for over HTTP: the pages, and the data for them."""
