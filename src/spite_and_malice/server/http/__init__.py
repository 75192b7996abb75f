"""The handling of every request: identity, language, rate limits and error responses."""
