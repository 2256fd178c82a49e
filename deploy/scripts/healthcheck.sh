#!/bin/sh
# Succeeds if the process runs and its database, image store and browser work. Asks METRICS_ADDRESS, which every role serves,
# or the API if metrics are off.
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
