import { Problem } from '../domain/problem.ts';

/** Where a bucket is and how it is spoken to; the credentials come from the usual AWS variables. */
export interface BucketAddress {
  readonly bucket: string;
  /** What every key begins with: empty, or ending with a slash. */
  readonly prefix: string;
  /** Undefined: Amazon's own. */
  readonly endpoint: string | undefined;
  /** Undefined: from AWS_REGION or the AWS profile. */
  readonly region: string | undefined;
  /** The bucket in the path instead of the host name, as most S3 servers but Amazon's want it. */
  readonly forcePathStyle: boolean;
  /** The longest silence of a connection that is in use; undefined: the usual one. */
  readonly timeoutMs: number | undefined;
}

const PARAMETERS = ['endpoint', 'region', 'forcePathStyle', 'timeout'];
const FORM = 's3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION&forcePathStyle=true';

// Every S3 server takes some region for the signature, and most do not look at it.
const USUAL_REGION = 'us-east-1';

/** Throws Problem('invalid') naming what is wrong. Values are shown only where they cannot hold a secret. */
export function readBucketUrl(text: string): BucketAddress {
  const url = URL.parse(text);
  if (!url || url.host === '') throw bad(`it is of the form ${FORM}`);
  if (url.username || url.password) {
    throw bad('it holds no credentials: they come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) throw bad(`"${url.host}" is not the name of a bucket`);
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) throw bad(`"${name}" is not one of its parameters: ${PARAMETERS.join(', ')}`);
  }
  const endpoint = readEndpoint(url.searchParams.get('endpoint'));
  const folder = readPath(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.host,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: url.searchParams.get('region') ?? (endpoint === undefined ? undefined : USUAL_REGION),
    forcePathStyle: readFlag(url.searchParams.get('forcePathStyle')) ?? endpoint !== undefined,
    timeoutMs: readTimeout(url.searchParams.get('timeout')),
  };
}

function readPath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw bad('a % in its prefix is written %25');
  }
}

function readEndpoint(text: string | null): string | undefined {
  if (text === null) return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw bad('its endpoint is an http: or https: address without credentials');
  }
  return text.replace(/\/+$/, '');
}

function readFlag(text: string | null): boolean | undefined {
  if (text === null) return undefined;
  if (text === '' || text === 'true') return true;
  if (text === 'false') return false;
  throw bad('its forcePathStyle is true or false');
}

function readTimeout(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > 600) throw bad('its timeout is a number of seconds from 1 to 600');
  return seconds * 1000;
}

function bad(why: string): Problem {
  return new Problem('invalid', `IMAGES_URL cannot be understood: ${why}.`);
}
