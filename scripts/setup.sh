#!/bin/sh
# Installs the Debian packages that dyncrawl is built, run and tested with. Does
# nothing when all are there. Needs root or sudo; says what to run otherwise.
set -eu

# chromium-headless-shell renders, chromium is for flows that need the whole
# browser, the sandbox lets both run as an ordinary user. Chinese glyphs come
# from fonts-wqy-zenhei, 16 MB against the 91 MB of fonts-noto-cjk.
packages='
	chromium
	chromium-headless-shell
	chromium-sandbox
	tesseract-ocr
	tesseract-ocr-eng
	libtesseract-dev
	libleptonica-dev
	gcc
	g++
	libc6-dev
	fonts-wqy-zenhei
	ca-certificates
'

# missing prints a blank and the name of each package that is not installed.
missing() {
	there=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' | sed -n 's/ installed$//p')
	for package in $packages; do
		printf '%s\n' "$there" | grep -qxF "$package" || printf ' %s' "$package"
	done
}

# root runs a command as root, or fails when there is no way to.
root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
		sudo "$@"
	else
		return 1
	fi
}

refuse() {
	echo "$1 Install these packages, then run make again:" >&2
	echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends$lacking" >&2
	exit 1
}

if ! command -v dpkg-query >/dev/null; then
	echo "This is not Debian. Install Chromium, Tesseract with its headers, a C++ compiler" >&2
	echo "and a font with Chinese glyphs by hand, then run go build -tags sqlite_fts5 ./cmd/dyncrawl." >&2
	exit 1
fi

lacking=$(missing)
[ -n "$lacking" ] || exit 0

echo "Missing packages:$lacking"
root true || refuse 'Neither root nor sudo.'
root apt-get update || refuse 'apt-get update failed.'
# shellcheck disable=SC2086 # one word for each package
root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $lacking ||
	refuse 'apt-get install failed.'
