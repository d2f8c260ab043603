"""Moving conversations in from other systems, and out."""
