#!/usr/bin/env bash
# bare_debian.sh PACKAGES FOLDER: installs the Debian packages in PACKAGES into a Debian that has nothing else, uses them there (in_bare_debian.sh) and removes
# them. As root. What is downloaded stays in FOLDER for the next time; the mirror is that of this machine's own apt, with its proxies.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
packages=$(realpath "$1")
folder=$(realpath -m "$2")
root=$folder/root
# shellcheck source=/dev/null
. /etc/os-release
if [ "$ID" != debian ] || [ "$(id -u)" != 0 ]; then
  echo "bare_debian.sh runs as root, on the Debian that the packages were built on" >&2
  exit 2
fi

sources() { apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | grep -E " $VERSION_CODENAME(-updates|-security)? main$" | sort -u; }
proxies() { apt-config dump | grep -E '^Acquire::https?::(Proxy|[^ ]*::Proxy) ' || true; }

release_root() {
  for place in proc var/cache/apt/archives; do
    if mountpoint -q "$root/$place"; then umount "$root/$place"; fi
  done
}
trap release_root EXIT

mirror=$(sources | sed -n "s/^deb \([^ ]*\) $VERSION_CODENAME main$/\1/p" | head -1)
if [ -z "$mirror" ]; then
  echo "this machine's apt has no mirror for $VERSION_CODENAME: apt-get update?" >&2
  exit 2
fi
release_root
rm -rf --one-file-system "$root"
mkdir -p "$root" "$folder/archives"
bare=$folder/$VERSION_CODENAME.tar
if [ ! -f "$bare" ]; then
  proxy=$(apt-config dump --format '%v' Acquire::http::Proxy)
  http_proxy=${http_proxy:-$proxy} debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "$mirror" >"$folder/debootstrap.log"
  tar -C "$root" -cf "$bare.part" . && mv "$bare.part" "$bare"
else
  tar -C "$root" -xpf "$bare"
fi
sources >"$root/etc/apt/sources.list"
proxies >"$root/etc/apt/apt.conf.d/90machine"
echo 'Dpkg::Use-Pty "0";' >"$root/etc/apt/apt.conf.d/91no-terminal" # there is no /dev/pts
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
mkdir -p "$folder/archives/partial"
mount --bind "$folder/archives" "$root/var/cache/apt/archives"

mkdir -p "$root/test/packages"
cp "$packages"/*.deb "$root/test/packages"
cp -r "$here/../consumer/project" "$here/../../corpus/two_link_arm" "$here/../../examples/first_check.cpp" "$here/in_bare_debian.sh" "$root/test"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" bash /test/in_bare_debian.sh
release_root
rm -rf --one-file-system "$root" # after a failure it stays, to look at
