"""The websocket between a page and its table: the messages, the line that they come by, the page at its end."""
