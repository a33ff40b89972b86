#!/usr/bin/env bash
# Copies this system's isl, and the GMP it stands on, into the directory $1, for a package that runs where isl is missing.
set -euo pipefail
mkdir -p "$1"
for name in libisl.so.23 libgmp.so.10; do
    library=$({ ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null | sed -n "s/.*$name .*x86-64.*=> //p" | head -n 1)
    if [ -n "$library" ]; then
        cp -L "$library" "$1/$name"
        # Debian calls the package of libisl.so.23 libisl23, that of libgmp.so.10 libgmp10.
        copyright=/usr/share/doc/${name/.so./}/copyright
        if [ -f "$copyright" ]; then cp -L "$copyright" "$1/$name.copyright"; fi
    else
        echo "warning: $name was not found; the package will need the target system's own" >&2
    fi
done
