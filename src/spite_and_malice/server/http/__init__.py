"""What applies to every request: identity, language, rate limits and error responses."""
