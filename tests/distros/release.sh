# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# release.sh: another release of Debian in a folder; sourced by the programs beside it

skip ()
{
  echo "Left out: $*"
  exit 77
}

check_host ()
{
  [ "$(id -u)" -eq 0 ] || skip "a release of its own needs root (sudo tests/distros/${0##*/})."
  command -v debootstrap >/dev/null || skip "there is no debootstrap (apt-get install debootstrap)."
  unshare --mount --pid --fork true 2>/dev/null \
    || skip "mounts of its own cannot be made here; a container has to be privileged."
}

# Where this Debian gets its packages; nothing for debootstrap's own choice.
mirror ()
{
  local name
  # shellcheck disable=SC1091
  name=$(. /etc/os-release && [ "$ID" = debian ] && echo "${VERSION_CODENAME:-}")
  [ -n "$name" ] && command -v apt-get >/dev/null || return 0
  apt-get indextargets --format '$(CREATED_BY) $(COMPONENT) $(RELEASE) $(SITE)' 2>/dev/null \
    | awk -v name="$name" '$1 == "Packages" && $2 == "main" && $3 == name { print $4; exit }'
}

# As apt does it: what is behind https needs the certificates inside.
use_proxy ()
{
  local proxy=
  eval "$(apt-config shell proxy Acquire::http::Proxy 2>/dev/null)"
  if [ -n "$proxy" ] && [ "$proxy" != DIRECT ]; then
    export http_proxy=$proxy
  fi
}

# make_release RELEASE FOLDER LOG
make_release ()
{
  local release=$1 folder=$2 log=$3 from script=()
  from=$(mirror)
  if ! [ -e "/usr/share/debootstrap/scripts/$release" ]; then
    script=(/usr/share/debootstrap/scripts/sid)  # a release newer than debootstrap
  fi
  echo "Making $release in $folder"
  if ! unshare --mount debootstrap --variant=minbase --include=ca-certificates \
    "$release" "$folder" "${from:-http://deb.debian.org/debian}" "${script[@]}" >"$log" 2>&1 </dev/null; then
    rm -rf --one-file-system "$folder"
    skip "debootstrap could not make $release: $(grep '^E:' "$log" | tail -n 1) (all of it: $log)"
  fi
  printf '#!/bin/sh\nexit 101\n' >"$folder/usr/sbin/policy-rc.d"  # no services
  chmod +x "$folder/usr/sbin/policy-rc.d"
}

# name_servers FOLDER: those of today.
name_servers ()
{
  cp -L /etc/resolv.conf /etc/hosts "$1/etc/" 2>/dev/null
}

# enter FOLDER MINUTES PROGRAM ARGUMENT...: PROGRAM runs in the release, in mounts and processes
# of its own, which all end with it; it replaces this one.
enter ()
{
  local folder=$1 minutes=$2
  shift 2
  exec timeout --kill-after 3 "${minutes}m" \
    unshare --mount --propagation private --pid --fork --kill-child \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 CI=true IN_A_RELEASE=1 \
    ${http_proxy:+http_proxy="$http_proxy"} \
    bash -c '
      mount -t proc proc "$1/proc" && mount -t sysfs -o ro sysfs "$1/sys" \
        && mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/run" || exit 77
      exec chroot "$@"' - "$folder" "$@" </dev/null
}
