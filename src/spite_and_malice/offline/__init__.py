"""The server in a browser, offline: what a browser needs for it (`kit`), and how it is asked (`bridge`).

docs/offline.md says how the parts play together.
"""
