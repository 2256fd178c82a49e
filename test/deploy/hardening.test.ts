import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const unit = join(root, 'deploy/pagekeep.service');

test('the build context has only what the Dockerfile copies', () => {
  const [first, ...exceptions] = read('.dockerignore').match(/^[^#\n].*$/gm) ?? [];
  const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
  assert.equal(first, '*');
  const needed = new Set(copied.map((path) => (path.startsWith('deploy/scripts/') ? 'deploy/scripts' : path)));
  assert.deepEqual(new Set(exceptions), new Set([...needed].map((path) => `!${path}`)));
});

test('every image has a tag with a full version', () => {
  const images = [
    ...read('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm),
    ...read('deploy/compose.yaml').matchAll(/^ {4}image: (\S+)/gm),
  ].map(([, image]) => image);
  assert.equal(images.length, 5);
  for (const image of images) assert.match(String(image), /^[\w/]+:(\d+\.\d+|RELEASE\.\d{4}-)/);
});

test('the seccomp profile denies by default and allows the namespaces of the Chromium sandbox', () => {
  assert.match(read('deploy/compose.yaml'), /^x-pagekeep:[\s\S]*?"seccomp=seccomp\.json"[\s\S]*?^services:/m);
  const { defaultAction, syscalls } = JSON.parse(read('deploy/seccomp.json'));
  assert.equal(defaultAction, 'SCMP_ACT_ERRNO');
  const allowed: string[] = syscalls
    .filter(({ action }: { action: string }) => action === 'SCMP_ACT_ALLOW')
    .flatMap(({ names }: { names: string[] }) => names);
  assert.equal(new Set(allowed).size, allowed.length);
  for (const needed of ['clone', 'clone3', 'unshare', 'chroot', 'seccomp']) assert.ok(allowed.includes(needed), needed);
  for (const dangerous of [
    ...['mount', 'umount2', 'pivot_root', 'setns', 'bpf', 'ptrace', 'perf_event_open', 'process_vm_readv'],
    ...[
      'init_module',
      'kexec_load',
      'reboot',
      'keyctl',
      'add_key',
      'userfaultfd',
      'io_uring_setup',
      'open_by_handle_at',
    ],
  ]) {
    assert.ok(!allowed.includes(dangerous), dangerous);
  }
});

test('the systemd unit has its restrictions', () => {
  const settings = new Map(
    read('deploy/pagekeep.service')
      .matchAll(/^(\w+)=(.*)$/gm)
      .map(([, key, value]) => [key, value]),
  );
  assert.equal(settings.get('CapabilityBoundingSet'), '');
  assert.equal(settings.get('UMask'), '0077');
  assert.equal(settings.get('ProtectSystem'), 'strict');
  // The namespaces that the sandbox of Chromium uses.
  assert.equal(settings.get('RestrictNamespaces'), 'user pid net');
  for (const name of [
    ...['DynamicUser', 'NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'ProtectClock'],
    ...[
      'ProtectControlGroups',
      'ProtectHostname',
      'ProtectKernelLogs',
      'ProtectKernelModules',
      'ProtectKernelTunables',
    ],
    ...['LockPersonality', 'RestrictRealtime', 'RestrictSUIDSGID'],
  ]) {
    assert.equal(settings.get(name), 'yes', name);
  }
  assert.match(read('deploy/pagekeep.service'), /^SystemCallFilter=@system-service chroot seccomp/m);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('systemd rates the exposure of the unit 3.0 or better', { skip: !hasSystemd }, () => {
  const options = ['security', '--offline=yes', '--threshold=30', '--no-pager', unit];
  // Exits with an error above the threshold.
  assert.match(execFileSync('systemd-analyze', options, { encoding: 'utf8' }), /Overall exposure level/);
});
