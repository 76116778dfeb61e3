"""Live tables: the hub that changes them, who is connected, and everything that happens without a request.

Bot turns, hints, reviews, webhooks, retention and rate limits are modules of their own and may each be changed alone;
the order decide, store, tell is kept by `hub.py`.
"""
