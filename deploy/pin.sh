#!/usr/bin/env bash
# Writes behind the version of each image in the deployment files the digest that the registry has for it now, so that an image
# which is pushed anew under the same version is not taken. Run it again after changing a version. Images that are built here
# (livehouse) are left as they are. Needs curl and a network. Usage: bash deploy/pin.sh [FILE …]
set -euo pipefail
cd "$(dirname "$0")/.."
# Another registry with the interface of Docker Hub, such as a mirror.
REGISTRY=${PIN_REGISTRY:-https://registry-1.docker.io}
TOKENS=${PIN_TOKENS:-https://auth.docker.io/token?service=registry.docker.io}
[ $# -gt 0 ] || set -- Dockerfile compose.yaml

digest_of() { # name:version
  local name=${1%:*} version=${1##*:} token
  case "$name" in */*) ;; *) name=library/$name ;; esac
  token=$(curl -fsS "$TOKENS&scope=repository:$name:pull" | sed -n 's/.*"token": *"\([^"]*\)".*/\1/p')
  # The index of all platforms, not the image of one.
  curl -fsSI -H "Authorization: Bearer $token" -H 'Accept: application/vnd.oci.image.index.v1+json' \
    -H 'Accept: application/vnd.docker.distribution.manifest.list.v2+json' "$REGISTRY/v2/$name/manifests/$version" |
    tr -d '\r' | sed -n 's/^[Dd]ocker-[Cc]ontent-[Dd]igest: *\(sha256:[0-9a-f]\{64\}\)$/\1/p'
}

for file in "$@"; do
  for image in $(sed -nE 's/^ *(FROM|image:) +([^ @]+)(@[^ ]+)?( .*)?$/\2/p' "$file" | sort -u); do
    case "$image" in livehouse:* | */livehouse:*) continue ;; esac
    digest=$(digest_of "$image") || true
    [ -n "${digest:-}" ] || { echo "$file: the registry has no digest for $image" >&2; exit 1; }
    sed -i -E "s#^( *(FROM|image:) +${image//./\\.})(@sha256:[0-9a-f]+)?( .*)?\$#\1@$digest\4#" "$file"
    echo "$file: $image@$digest"
  done
done
