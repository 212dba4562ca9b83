"""scream-plot: pictures of the logs of senders."""
