"""The server in a browser, offline: the files that a browser needs (`kit`), and its requests (`bridge`).

docs/offline.md explains how the parts work together.
"""
