import { Problem } from '../domain/problem.ts';

// Errors that an operator can fix, by their S3 error code.
const UNAVAILABLE: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist',
  AccessDenied: 'its credentials have no access to the bucket',
  AllAccessDisabled: 'access to the bucket is disabled',
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is unknown there',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is wrong',
  ExpiredToken: 'its credentials have expired',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  PermanentRedirect: 'the bucket is in another region',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
  InvalidBucketName: 'the name of the bucket is not allowed',
  QuotaExceeded: 'the bucket is full',
  XMinioStorageFull: 'the bucket is full',
  CredentialsProviderError: 'there are no AWS credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  TimeoutError: 'it does not respond in time',
  SlowDown: 'it asks for fewer requests',
};

const UNREACHABLE = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/;

/** Converts errors of the server to those of the Images port. Returns other errors unchanged. */
export function bucketProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  const reason = UNAVAILABLE[error.name] ?? byStatus(statusOf(error)) ?? byCode(error);
  if (reason === undefined) return error;
  return new Problem('unavailable', `The image bucket cannot be used: ${reason}.`, { cause: shortened(error) });
}

/** A missing object. A response to HEAD has no body, so there a missing bucket looks the same. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

export function isOutOfRange(error: unknown): boolean {
  return error instanceof Error && (error.name === 'InvalidRange' || statusOf(error) === 416);
}

function byStatus(status: number | undefined): string | undefined {
  if (status === undefined || status < 300) return undefined;
  if (status < 400) return 'the bucket is in another region';
  if (status === 401 || status === 403) return 'its credentials have no access to the bucket';
  if (status === 404) return 'the bucket does not exist';
  return `it responded with HTTP status ${status}`;
}

function byCode(error: Error): string | undefined {
  if ('code' in error && UNREACHABLE.test(String(error.code))) return 'it cannot be reached';
  return /region is missing/i.test(error.message) ? 'its region is missing: add region= to IMAGES_URL' : undefined;
}

function statusOf(error: Error): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}

/** Errors of the SDK contain the request with its signature, so the log gets only name and message. */
function shortened(error: Error): Error {
  const short = new Error(error.message || error.name);
  short.name = error.name;
  return short;
}
