"""Tables over HTTP: making one, finding one, and what a link to one shows."""
