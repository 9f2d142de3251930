// A host joins the real control plane with an address and a code alone.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listenForAgents } from '../../api/test/test-agent.ts';
import { type OperatorClient, signInOperator } from '../../api/test/test-operators.ts';
import { useTestApp } from '../../api/test/use-test-app.ts';

const dir = mkdtempSync(join(tmpdir(), 'pf-join-'));
/** Allows for a slow start where many processes start at once. */
const starting = { timeout: 60_000 };
const running: ChildProcess[] = [];
const site = useTestApp();
let admin: OperatorClient;
let url: string;

beforeAll(async () => {
  url = `ws://${await listenForAgents(site)}`;
  admin = await signInOperator(site, 'ada', 'admin');
});
afterAll(async () => {
  await Promise.all(running.map(stop));
  rmSync(dir, { recursive: true });
});

test('`join` enrols a host and runs it, and `run` starts it again', async () => {
  const data = join(dir, 'host');
  const first = agent(['join', url, await newCode(), '--data', data, '--name', 'rack-1']);
  await vi.waitFor(
    async () => expect(await host('rack-1')).toMatchObject({ connection_state: 'online' }),
    starting,
  );
  expect(statSync(join(data, 'agent.json')).mode & 0o777).toBe(0o600);
  await stop(first.child);
  await vi.waitFor(async () => expect(await host('rack-1')).toMatchObject({ connection_state: 'offline' }));
  agent(['run', '--data', data]);
  await vi.waitFor(
    async () => expect(await host('rack-1')).toMatchObject({ connection_state: 'online' }),
    starting,
  );
});

test('a running host changes its key on request, and reconnects with the new one', async () => {
  const data = join(dir, 'rotated');
  const first = agent(['join', url, await newCode(), '--data', data, '--name', 'rack-2']);
  await vi.waitFor(
    async () => expect(await host('rack-2')).toMatchObject({ connection_state: 'online' }),
    starting,
  );
  const before = await host('rack-2');
  const pem = readFileSync(join(data, 'host-key.pem'), 'utf8');
  await admin.call('POST', `/hosts/${before?.['id']}/rotate-key`, { reason: 'every year' });
  await vi.waitFor(async () => expect(await host('rack-2')).toMatchObject({ is_rotating: false }));
  expect((await host('rack-2'))?.['key_fingerprint']).not.toBe(before?.['key_fingerprint']);
  await vi.waitFor(() => expect(existsSync(join(data, 'host-key.next.pem'))).toBe(false));
  expect(readFileSync(join(data, 'host-key.pem'), 'utf8')).not.toBe(pem);
  await stop(first.child);
  agent(['run', '--data', data]);
  await vi.waitFor(
    async () => expect(await host('rack-2')).toMatchObject({ connection_state: 'online' }),
    starting,
  );
});

test('a revoked host’s agent ends and prints the reason', async () => {
  const data = join(dir, 'revoked');
  const { child, said } = agent(['join', url, await newCode(), '--data', data, '--name', 'rack-3']);
  await vi.waitFor(
    async () => expect(await host('rack-3')).toMatchObject({ connection_state: 'online' }),
    starting,
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await admin.call('POST', `/hosts/${(await host('rack-3'))?.['id']}/revoke`, { reason: 'stolen' });
  expect(await ended).toBe(77);
  expect(said()).toContain('its key was revoked');
});

test('a used code is refused with the reason, and the program ends', async () => {
  const code = await newCode();
  agent(['join', url, code, '--data', join(dir, 'one'), '--name', 'rack-4']);
  await vi.waitFor(async () => expect(await host('rack-4')).toBeDefined(), starting);
  const { child, said } = agent(['join', url, code, '--data', join(dir, 'two'), '--name', 'rack-5']);
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(78);
  expect(said()).toContain('used or older than 10 minutes');
});

async function newCode(): Promise<string> {
  const { body } = await admin.call('POST', '/hosts/enrolment-codes', { reason: 'a new rack' });
  return String(body['code']);
}

async function host(name: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await admin.call('GET', `/hosts?q=${name}`);
  return (body['rows'] as Record<string, unknown>[])[0];
}

function agent(args: string[]): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'pocketfleet-agent.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  return { child, said: () => text };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
