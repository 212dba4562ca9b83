"""What tests/evaluation/run consists of."""
