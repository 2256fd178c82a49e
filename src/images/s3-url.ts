import { Problem } from '../domain/problem.ts';

/** The address of a bucket. Credentials come from the usual AWS variables. */
export interface BucketAddress {
  readonly bucket: string;
  /** The prefix of every key: empty, or with a trailing slash. */
  readonly prefix: string;
  /** Undefined: Amazon S3. */
  readonly endpoint: string | undefined;
  /** Undefined: from AWS_REGION or the AWS profile. */
  readonly region: string | undefined;
  /** Puts the bucket into the path instead of the host name. Most S3 servers other than Amazon's need this. */
  readonly forcePathStyle: boolean;
  /** The longest time without data on a connection; undefined: the default. */
  readonly timeoutMs: number | undefined;
}

const PARAMETERS = ['endpoint', 'region', 'forcePathStyle', 'timeout'];
const FORM = 's3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION&forcePathStyle=true';

// The signature needs a region, but most S3 servers ignore it.
const DEFAULT_REGION = 'us-east-1';

/** Throws Problem('invalid'). The message contains only values that cannot be secret. */
export function readBucketUrl(text: string): BucketAddress {
  const url = URL.parse(text);
  if (!url || url.host === '') throw bad(`it must have the form ${FORM}`);
  if (url.username || url.password) {
    throw bad('it must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) throw bad(`"${url.host}" is not a valid bucket name`);
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name))
      throw bad(`the parameter "${name}" is unknown; allowed are ${PARAMETERS.join(', ')}`);
  }
  const endpoint = readEndpoint(url.searchParams.get('endpoint'));
  const folder = readPath(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.host,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: url.searchParams.get('region') ?? (endpoint === undefined ? undefined : DEFAULT_REGION),
    forcePathStyle: readFlag(url.searchParams.get('forcePathStyle')) ?? endpoint !== undefined,
    timeoutMs: readTimeout(url.searchParams.get('timeout')),
  };
}

function readPath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw bad('a % in the prefix must be written as %25');
  }
}

function readEndpoint(text: string | null): string | undefined {
  if (text === null) return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw bad('endpoint must be an http: or https: address without credentials');
  }
  return text.replace(/\/+$/, '');
}

function readFlag(text: string | null): boolean | undefined {
  if (text === null) return undefined;
  if (text === '' || text === 'true') return true;
  if (text === 'false') return false;
  throw bad('forcePathStyle must be true or false');
}

function readTimeout(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > 600) throw bad('timeout must be a number of seconds from 1 to 600');
  return seconds * 1000;
}

function bad(why: string): Problem {
  return new Problem('invalid', `IMAGES_URL is invalid: ${why}.`);
}
