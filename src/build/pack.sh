#!/usr/bin/env bash
# Packs the directory $1 as $1.tar.gz. The same files make the same bytes, whoever packs them and when: names are sorted, every file
# has the time $2 and no owner.
set -euo pipefail
cd "$(dirname "$1")"
name=$(basename "$1")
chmod 755 "$name/tilewright"
# Of which commit results of the package are; sources without a repository have none.
git rev-parse --short=12 HEAD >"$name/COMMIT" 2>/dev/null || rm -f "$name/COMMIT"
# The plugin that writes it does nothing without network, and says so only where Maven is not quiet.
[ -s "$name/sbom.json" ] || echo "warning: $name has no sbom.json, which is made with network only (without Maven's -o)" >&2
tar --create --format=gnu --sort=name --mtime="$2" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX "$name" | gzip -n -9 >"$name.tar.gz"
