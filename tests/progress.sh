# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# progress.sh: how long a run of tests/run still takes; sourced by it
#
# It is as usual, times what this run has shown so far. The last run here has left when it was
# how far; without one, a build shows it from its first steps on, and tests, which wait for clocks,
# when their stage has ended.

# Seconds of each stage on two cores, until a run here has measured them, and the part of it
# in percent that is a build.
declare -A usual=([unit]=320 [evaluation]=185 [tools]=225 [sanitize]=255 [thread]=280 [valgrind]=215
  [product]=140 [e2e]=365 [distros]=290 [coverage]=190 [faults]=25 [fuzz]=145 [soak]=95)
declare -A builds=([unit]=35 [product]=40 [evaluation]=45 [sanitize]=40 [thread]=25)
trust=120                       # s of a run as usual that are believed beside what is seen
spent=0                         # s of the stages that have ended
expected=0                      # what these usually take
slower=100                      # percent: of this run, to a usual one
reached=0                       # s that the last run took to come as far in this stage
part= began=0 began_then=0      # of the stage, and s at its first progress, now and in the last run

# stage_ended STAGE SECONDS: one that took no time was skipped.
stage_ended ()
{
  if [ $((5 * $2)) -gt "${usual[$1]}" ]; then
    spent=$((spent + $2))
    expected=$((expected + usual[$1]))
  fi
  slower=$((100 * (spent + trust) / (expected + trust)))
  reached=0
  part=
}

# as_far_as PACE SECONDS PART STEP STEPS: in PACE, lines of "PART STEP STEPS SECONDS" of the last
# run. Only the time since this part began is compared: the build before it may have been short.
as_far_as ()
{
  reached=$(awk -v part="$3" -v step="$4" -v steps="$5" '$1 == part && $2 <= step && $3 == steps {
    at = $4 } END { print at + 0 }' "$1" 2>/dev/null || echo 0)
  if [ "$reached" -gt 0 ] && [ "$part" != "$3" ]; then
    part=$3 began=$2 began_then=$reached
  elif [ "$reached" -gt 0 ]; then
    slower=$((100 * (spent + $2 - began + trust / 6)
      / (expected + reached - began_then + trust / 6)))
  fi
}

# built_so_far STAGE SECONDS STEP STEPS: a few steps are what was left of a build.
built_so_far ()
{
  local part=$((usual[$1] * ${builds[$1]:-0} * $3 / $4 / 100))
  if [ "${builds[$1]:-0}" -gt 0 ] && [ "$4" -gt 200 ]; then
    slower=$((100 * (spent + $2 + trust) / (expected + part + trust)))
  fi
}

# seconds_left STAGE SECONDS LATER-STAGE...
seconds_left ()
{
  local left=$((usual[$1] * slower / 100 - $2)) stage
  if [ "$reached" -gt 0 ]; then
    left=$(((usual[$1] - reached) * slower / 100))
  fi
  left=$((left > 20 ? left : 20))
  shift 2
  for stage in "$@"; do
    left=$((left + usual[$stage] * slower / 100))
  done
  echo "$left"
}
