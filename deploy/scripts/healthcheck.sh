#!/bin/sh
# Succeeds while the process on this machine is alive and can use its database, its images and its browser.
# METRICS_ADDRESS answers in every role; where it is off, the API does.
set -eu
cd "$(dirname "$0")/../.."
PATH="$PWD/node_modules/.bin:$PATH"
export PATH
address="${METRICS_ADDRESS-127.0.0.1:9464}"
[ -n "$address" ] || address="127.0.0.1:${PORT:-8080}"
exec node --eval '
  fetch(process.argv[1], { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => {
      console.log(await answer.text());
      process.exit(answer.ok ? 0 : 1);
    },
    (error) => {
      console.error(String(error.cause ?? error));
      process.exit(1);
    },
  );
' "http://$address/readyz"
