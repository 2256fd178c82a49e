import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** The same load as load-wrk.lua, for machines without wrk. */
const { origin, headers, seconds, pathsFile, connections } = JSON.parse(process.argv[2] ?? '{}');
const paths = readFileSync(pathsFile, 'utf8').split('\n');
const share = Math.ceil(paths.length / connections);
let client = 0;

const result = await autocannon({
  url: origin,
  connections,
  duration: seconds,
  headers,
  // Each connection has its own part of the paths, so that no two connections request the same path at the same time.
  setupClient(each) {
    const start = (client++ * share) % paths.length;
    each.setRequests(paths.slice(start, start + share).map((path) => ({ method: 'GET', path, headers })));
  },
});
console.log(
  JSON.stringify({
    requests: result.requests.total,
    microseconds: result.duration * 1e6,
    errors: result.errors + result['4xx'] + result['5xx'],
  }),
);
