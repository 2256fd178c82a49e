import type { FailureReason } from '../../domain/capture.ts';
import { CaptureError } from '../capture-error.ts';

const acceptable = 'The settings of the webpage can accept it.';

const reasons: readonly (readonly [RegExp, FailureReason, string])[] = [
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION|DNS_/, 'dns', 'The name of the host could not be resolved.'],
  [/CERT_DATE_INVALID/, 'tls', `The certificate of the site has expired or is not valid yet. ${acceptable}`],
  [/CERT_COMMON_NAME_INVALID/, 'tls', `The certificate of the site is for another host. ${acceptable}`],
  [/CERT_AUTHORITY_INVALID/, 'tls', `No known authority has issued the certificate of the site. ${acceptable}`],
  [/CERT_/, 'tls', `The certificate of the site cannot be verified. ${acceptable}`],
  [/SSL_|TLS/, 'tls', 'The secure connection could not be made.'],
  [/TOO_MANY_REDIRECTS/, 'redirects', 'The address redirects too often.'],
  [
    /EMPTY_RESPONSE|CONNECTION_(RESET|CLOSED|ABORTED)/,
    'empty-answer',
    'The server closed the connection without an answer.',
  ],
  [
    /CONTENT_|INVALID_|UNSAFE_REDIRECT|RESPONSE_HEADERS|HTTP2_|INCOMPLETE_CHUNKED|DISALLOWED_URL|UNKNOWN_URL_SCHEME/,
    'bad-answer',
    'The server sent an invalid response.',
  ],
  [/CONNECTION_|ADDRESS_|NETWORK_|TIMED_OUT|SOCKET_|TUNNEL_|PROXY_/, 'connection', 'The server could not be reached.'],
];

/** Classifies a `net::ERR_…` of Chromium. */
export function captureErrorOf(errorText: string): CaptureError {
  const [, reason, sentence] = reasons.find(([pattern]) => pattern.test(errorText)) ?? [
    undefined,
    'connection' as const,
    'The page could not be loaded.',
  ];
  return new CaptureError(reason, `${sentence} (${errorText})`);
}
