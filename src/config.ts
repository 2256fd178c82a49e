import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { delimiter, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { LONGEST_LEASE_MS, type Politeness } from './domain/capture-schedule.ts';
import { DEFAULT_EVENT_DAYS } from './domain/event.ts';
import { readSender, readSmtpUrl, type Sender, type SmtpServer } from './domain/mail-server.ts';
import { Problem } from './domain/problem.ts';
import { printable } from './domain/text.ts';
import { DEFAULT_TRASH_DAYS } from './domain/trash.ts';
import { type AllowRule, readAllow } from './guard/allow-list.ts';

/** All settings, validated, with defaults applied. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly imagesUrl: string;
  readonly imageHostUrl: string;
  /** Whether anyone can create an account in the web application. */
  readonly signUp: boolean;
  /** Whether every account must sign in in two steps. */
  readonly twoStepRequired: boolean;
  /** Reverse proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[];
  /** Undefined: search for a browser. */
  readonly chromiumPath: string | undefined;
  /** Whether the browser uses its sandbox. Root has none. */
  readonly chromiumSandbox: boolean;
  /** The folders of PATH, searched for a browser. */
  readonly searchPath: readonly string[];
  /** Concurrent captures; undefined: depends on the number of cores. */
  readonly captureConcurrency: number | undefined;
  /** Non-public addresses that the guard allows. */
  readonly captureAllow: readonly AllowRule[];
  /** Lists of advertisements: files, or `bundled`. */
  readonly blockLists: readonly string[];
  readonly politeness: Politeness;
  /** After this time, other workers take over the captures of a worker that died. */
  readonly captureLeaseMs: number;
  readonly imageFormat: ImageFormatChoice;
  /** Undefined: use the key file in dataDir, which the first start creates. */
  readonly secretKey: string | undefined;
  /** The key that replaces secretKey; only for the command rotate-key. */
  readonly newSecretKey: string | undefined;
  readonly logLevel: LogLevel;
  /** Undefined: metrics are off. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | undefined;
  /** Requests per time window for each API token; undefined: no limit. */
  readonly rateLimit: { readonly requests: number; readonly windowMs: number } | undefined;
  /** Captures pause while a disk of the archive has less free space than this; 0: never. */
  readonly diskReserveBytes: number;
  /** Days until deleted webpages and captures are erased; 0: at once. */
  readonly trashDays: number;
  /** The number of backups that a backup folder keeps. */
  readonly backupGenerations: number;
  /** Events of the audit log are deleted after this time. */
  readonly auditDays: number;
  /** Events and the log of their deliveries are deleted after this time. */
  readonly eventDays: number;
  /** Undefined: no mail is sent. */
  readonly mail: MailConfig | undefined;
}

export interface MailConfig extends SmtpServer {
  readonly from: Sender;
}

const IMAGE_FORMATS = ['auto', 'png'] as const;
type ImageFormatChoice = (typeof IMAGE_FORMATS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Adds the file .env of the working directory to the environment, without overriding variables that are set. Throws
 * Problem('invalid') if the file cannot be read.
 */
export function environment(): NodeJS.ProcessEnv {
  for (const [name, value] of Object.entries(parseEnv(readEnvFile()))) process.env[name] ??= value;
  return process.env;
}

/** Node's loadEnvFile reports every read error as a missing file, so this reads the file itself. */
function readEnvFile(): string {
  try {
    return readFileSync('.env', 'utf8');
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    if ('code' in cause && cause.code === 'ENOENT') return '';
    throw new Problem('invalid', `The file .env cannot be read: ${cause.message}.`, { cause });
  }
}

/**
 * For the name localhost, Fastify opens a second server on ::1. Listeners that are added to the first server, such as
 * the limit for slow readers, do not apply to it.
 */
function readHost(name: string): string {
  return name.toLowerCase() === 'localhost' ? '127.0.0.1' : name;
}

/** Throws Problem('invalid') with the name, the value and the allowed values of the setting. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback;
  const port = readWhole('PORT', text('PORT', '8080'), [0, 65_535]);
  const dataDir = resolve(text('DATA_DIR', './data'));
  const publicUrl = readRootUrl(text('PUBLIC_URL', `http://localhost:${port}`));
  return Object.freeze({
    host: readHost(text('HOST', '127.0.0.1')),
    port,
    publicUrl,
    dataDir,
    databaseUrl: readDatabaseUrl(text('DATABASE_URL', `sqlite:${dataDir}/pagekeep.db`)),
    imagesUrl: text('IMAGES_URL', `file:${dataDir}/images`),
    imageHostUrl: readWebUrl('IMAGE_HOST_URL', text('IMAGE_HOST_URL', `${publicUrl}/images`)),
    signUp: readChoice('SIGN_UP', text('SIGN_UP', 'invited'), ['invited', 'open']) === 'open',
    twoStepRequired: readChoice('TWO_STEP', text('TWO_STEP', 'optional'), ['optional', 'required']) === 'required',
    trustedProxies: readProxies(text('TRUSTED_PROXIES', 'loopback')),
    chromiumPath: env.CHROMIUM_PATH?.trim() || undefined,
    chromiumSandbox: readChoice('CHROMIUM_SANDBOX', text('CHROMIUM_SANDBOX', 'on'), ['on', 'off']) === 'on',
    searchPath: (env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    captureConcurrency: readOptionalCount('CAPTURE_CONCURRENCY', text('CAPTURE_CONCURRENCY', ''), 64),
    captureAllow: readAllow(text('CAPTURE_ALLOW', '')),
    blockLists: readLists(text('BLOCK_LISTS', 'bundled')),
    politeness: {
      atOnce: readWhole('SITE_CONCURRENCY', text('SITE_CONCURRENCY', '2'), [1, 64]),
      pauseMs: readWhole('SITE_PAUSE_MS', text('SITE_PAUSE_MS', '1000'), [0, 3_600_000]),
    },
    captureLeaseMs:
      readWhole('CAPTURE_LEASE_SECONDS', text('CAPTURE_LEASE_SECONDS', '60'), [3, LONGEST_LEASE_MS / 1000]) * 1000,
    imageFormat: readChoice('IMAGE_FORMAT', text('IMAGE_FORMAT', 'auto'), IMAGE_FORMATS),
    secretKey: env.SECRET_KEY?.trim() || undefined,
    newSecretKey: env.NEW_SECRET_KEY?.trim() || undefined,
    logLevel: readChoice('LOG_LEVEL', text('LOG_LEVEL', 'info'), LOG_LEVELS),
    metricsAddress: readListenAddress('METRICS_ADDRESS', env.METRICS_ADDRESS?.trim() ?? '127.0.0.1:9464'),
    rateLimit: readRate('RATE_LIMIT', text('RATE_LIMIT', '')),
    diskReserveBytes: readWhole('DISK_RESERVE_MB', text('DISK_RESERVE_MB', '1024'), [0, 100_000_000]) * 1024 * 1024,
    auditDays: readWhole('AUDIT_DAYS', text('AUDIT_DAYS', '365'), [1, 36_500]),
    eventDays: readWhole('EVENT_DAYS', text('EVENT_DAYS', String(DEFAULT_EVENT_DAYS)), [1, 3650]),
    mail: readMail(text('SMTP_URL', ''), text('MAIL_FROM', '')),
    trashDays: readWhole('TRASH_DAYS', text('TRASH_DAYS', String(DEFAULT_TRASH_DAYS)), [0, 3650]),
    backupGenerations: readWhole('BACKUP_GENERATIONS', text('BACKUP_GENERATIONS', '7'), [1, 1000]),
  });
}

/** Several are separated by commas. */
function readLists(value: string): string[] {
  const names = value.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '').map((name) => (name === 'bundled' ? name : resolve(name)));
}

function bad(name: string, value: string, allowed: string): Problem {
  return new Problem('invalid', `${name} is ${printable(value)}, but must be ${allowed}.`);
}

function readWhole(name: string, value: string, [least, most]: readonly [number, number]): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : -1;
  if (number < least || number > most) throw bad(name, value, `a whole number from ${least} to ${most}`);
  return number;
}

function readOptionalCount(name: string, value: string, most: number): number | undefined {
  return value === '' ? undefined : readWhole(name, value, [1, most]);
}

function readWebUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw bad(name, value, 'an http: or https: address without query, fragment or password');
  }
  return url.href.replace(/\/+$/, '');
}

/** The path is a prefix of every route. The router interprets some characters as patterns and decodes others. */
function readRootUrl(value: string): string {
  const url = readWebUrl('PUBLIC_URL', value);
  if (/^(\/[\w.~-]+)*\/?$/.test(new URL(url).pathname)) return url;
  const allowed = 'an address whose path contains only A to Z, a to z, 0 to 9 and . _ ~ - between single slashes';
  throw bad('PUBLIC_URL', value, allowed);
}

/** Names of address ranges that Fastify supports. */
const PROXY_GROUPS = ['loopback', 'linklocal', 'uniquelocal'];

function readProxies(value: string): string[] {
  if (value === 'none') return [];
  const proxies = value.split(',').map((proxy) => proxy.trim());
  if (proxies.every((proxy) => PROXY_GROUPS.includes(proxy) || isAddressOrRange(proxy))) return proxies;
  const ranges = 'addresses and ranges (from /1 to /32, for IPv6 to /128)';
  throw bad('TRUSTED_PROXIES', value, `none, or a comma-separated list of ${PROXY_GROUPS.join(', ')}, ${ranges}`);
}

/** Address length by IP version. */
const BITS_OF: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

function isAddressOrRange(text: string): boolean {
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return Number(bits) >= 1 && Number(bits) <= (BITS_OF[isIP(address)] ?? 0);
}

function readDatabaseUrl(value: string): string {
  if (/^sqlite:./.test(value)) return value;
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value;
  // The value may contain a password, so the message shows only the scheme.
  throw bad('DATABASE_URL', value.split(/:|@/)[0] ?? '', 'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE');
}

function readMail(url: string, sender: string): MailConfig | undefined {
  if (url === '') return undefined;
  const server = readSmtpUrl(url);
  // The value may contain a password, so the message shows only the scheme.
  if (!server) throw bad('SMTP_URL', url.split(/:|@/)[0] ?? '', 'smtp://HOST:PORT or smtps://USER:PASSWORD@HOST');
  if (sender === '') {
    throw new Problem('invalid', 'MAIL_FROM is missing: with SMTP_URL, set the address that mail is sent from.');
  }
  const from = readSender(sender);
  if (!from) throw bad('MAIL_FROM', sender, 'an e-mail address, or NAME <ADDRESS>');
  return { ...server, from };
}

function readListenAddress(name: string, value: string): Config['metricsAddress'] {
  if (value === '') return undefined;
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^:\s]+):(\d{1,5})$/i.exec(value) ?? [];
  if (host === undefined || port === undefined) throw bad(name, value, 'HOST:PORT, or empty to switch metrics off');
  return { host: host.replace(/^\[|\]$/g, ''), port: readWhole(name, port, [0, 65_535]) };
}

const WINDOWS = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const;

function readRate(name: string, value: string): Config['rateLimit'] {
  if (value === '') return undefined;
  const [, requests, window] = /^([1-9]\d{0,8})\/(second|minute|hour)$/.exec(value) ?? [];
  if (requests === undefined) throw bad(name, value, 'a number and second, minute or hour, such as 600/minute');
  return { requests: Number(requests), windowMs: WINDOWS[window as keyof typeof WINDOWS] };
}

function readChoice<Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((each) => each === value);
  if (!choice) throw bad(name, value, `one of ${choices.join(', ')}`);
  return choice;
}
