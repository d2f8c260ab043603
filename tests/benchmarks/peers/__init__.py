"""`make bench-peers`: ContextLedger and other stores on the same work, in one run."""
