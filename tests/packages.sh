# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
# packages.sh: installs Debian packages; sourced by tests/run and the examples
#
# need_packages YES PACKAGE...: asks before it changes anything, unless YES is
# "yes" or CI=true; as root it needs no sudo.

# shellcheck disable=SC2034 # used by the scripts that source this
build_packages=(
  gcc g++ meson ninja-build pkg-config
  libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev
  libjson-glib-dev nettle-dev
  gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good
  gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly gstreamer1.0-libav
  gstreamer1.0-x python3 python3-gi python3-jinja2 python3-matplotlib python3-numpy
  python3-rich gir1.2-gstreamer-1.0 gir1.2-gst-plugins-base-1.0
)
# What scream-plot needs beside them, for captures only.
# shellcheck disable=SC2034
plot_packages=(python3-dpkt)
# What scream-ab needs beside them; iperf3 and iproute2 for --tun only.
# shellcheck disable=SC2034
ab_packages=(ffmpeg python3-plotly python3-scipy iperf3 iproute2)
# shellcheck disable=SC2034
evaluation_packages=("${build_packages[@]}" libns3-dev python3-pandas python3-scipy)
# What webrtcbin needs to send, and Python to use it; python3-requests for WHIP.
# shellcheck disable=SC2034
webrtc_packages=(gstreamer1.0-nice gir1.2-gst-plugins-bad-1.0 python3-requests)
# What pipelines_webrtc is built with; it brings the headers of OpenCV, 120 MB.
# shellcheck disable=SC2034
check_packages=(libgstreamer-plugins-bad1.0-dev)
# What the tests need that need no network namespaces.
# shellcheck disable=SC2034
test_packages=(
  "${build_packages[@]}" "${check_packages[@]}" "${webrtc_packages[@]}" "${ab_packages[@]}"
  "${plot_packages[@]}"
  # for the recipes
  gir1.2-gst-rtsp-server-1.0 python3-prometheus-client vlc-bin vlc-plugin-base
  doxygen
  python3-argcomplete python3-distributed python3-hypothesis python3-markdown-it python3-pandas python3-pil python3-pytest python3-venv
  mypy reuse valgrind git
)
# What debian/control asks for beside those of a build, and who judges the result.
# shellcheck disable=SC2034
package_packages=(debhelper dh-python dpkg-dev lintian pkgconf)
# Of whichever version the distribution has.
# shellcheck disable=SC2034
fuzz_packages=(clang llvm libclang-rt-dev)
# shellcheck disable=SC2034
e2e_packages=("${build_packages[@]}" "${webrtc_packages[@]}" iproute2 iperf3 nftables conntrack chromium)

missing_packages ()
{
  local package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null \
      | grep -qx installed || echo "$package"
  done
}

confirmed ()
{
  local answer
  if [ "$1" = yes ] || [ "${CI:-}" = true ]; then
    return 0
  fi
  if ! [ -t 0 ]; then
    echo "Not asking: no terminal. Give --yes to agree beforehand." >&2
    return 1
  fi
  read -r -p "Go on? [y/N] " answer
  [ "$answer" = y ] || [ "$answer" = Y ]
}

need_packages ()
{
  local yes=$1 sudo=() missing
  shift
  if ! command -v dpkg-query >/dev/null; then
    echo "Not a Debian system: install what these packages hold: $*" >&2
    return 0
  fi
  mapfile -t missing < <(missing_packages "$@")
  if [ ${#missing[@]} -eq 0 ]; then
    return 0
  fi
  if [ "$(id -u)" -ne 0 ]; then
    sudo=(sudo)
  fi
  echo "Missing Debian packages: ${missing[*]}"
  echo "To be run now:"
  echo "  ${sudo[*]:+sudo }apt-get update"
  echo "  ${sudo[*]:+sudo }apt-get install --no-install-recommends ${missing[*]}"
  if [ ${#sudo[@]} -gt 0 ] && ! command -v sudo >/dev/null; then
    echo "There is no sudo here: let root run that." >&2
    return 1
  fi
  if ! confirmed "$yes"; then
    echo "Nothing was installed. Install these packages and run it again." >&2
    return 1
  fi
  "${sudo[@]}" apt-get update -q </dev/null \
    || echo "The package lists could not all be renewed; trying with the old ones." >&2
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
    --no-install-recommends "${missing[@]}" </dev/null
}
