"""Canned cases: a name for options, which further options change.

A case is a line of options as one would type them.
"""

CASES = {
    "steps": (
        "steps of the capacity, two controllers, two encoders",
        '--controllers scream,gcc --encoders x264enc,vp8enc '
        '--link "steps=rate=0:2M,20:1M,40:2.5M delay=25ms queue=300ms" --seconds 60'),
    "queues": (
        "one controller before a short, a long and a managed queue",
        '--controllers scream --encoders x264enc '
        '--link "short=rate=2M delay=25ms queue=100ms" '
        '--link "long=rate=2M delay=25ms queue=1s" '
        '--link "codel=rate=2M delay=25ms queue=1s aqm=codel" --seconds 40'),
}
