"""The websocket protocol between a page and its table: messages, connection and the page's client object."""
