"""The benchmark: our operations beside the same statements on the raw driver, in one run."""
