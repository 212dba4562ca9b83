"""scream-ab: rate controls and encoders compared on real pipelines; see docs/ab.md."""
