// The guide for receivers: its examples check what we really send.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exampleData, webhookEvents } from '@pocketfleet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../../tools/postgres/free-port.ts';
import { createWebhookSecret, secretText, signedHeaders } from './signature.ts';

const guide = readFileSync(new URL('../../../../docs/use/webhooks.md', import.meta.url), 'utf8');
const [isOursCode = '', receiverCode = ''] = [...guide.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(
  ([, code]) => code,
);
const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-receiver-'));
const [secret, old, other] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()];
const body = JSON.stringify({ type: 'rental.ended', data: exampleData['rental.ended'] });
type IsOurs = (headers: Record<string, string>, body: string, secret: string) => boolean;
let isOurs: IsOurs;

beforeAll(async () => {
  writeFileSync(join(folder, 'is-ours.mjs'), isOursCode);
  writeFileSync(join(folder, 'receiver.mjs'), receiverCode);
  ({ isOurs } = (await import(pathToFileURL(join(folder, 'is-ours.mjs')).href)) as { isOurs: IsOurs });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sign = (nowMs = Date.now(), secrets = [secret]) => signedHeaders({ id: 'msg_1', body }, secrets, nowMs);

test('the example takes what we sign, also after a rotation', () => {
  expect(isOurs(sign(), body, secretText(secret))).toBe(true);
  expect(isOurs(sign(Date.now(), [secret, old]), body, secretText(old))).toBe(true);
});

test('the example refuses another secret, other bytes, another id and an old delivery', () => {
  expect(isOurs(sign(), body, secretText(other))).toBe(false);
  expect(isOurs(sign(), `${body} `, secretText(secret))).toBe(false);
  expect(isOurs({ ...sign(), 'webhook-id': 'msg_2' }, body, secretText(secret))).toBe(false);
  expect(isOurs(sign(Date.now() - 600_000), body, secretText(secret))).toBe(false);
  expect(isOurs({}, body, secretText(secret))).toBe(false);
});

test('the check has about ten lines', () => {
  expect(isOursCode.trim().split('\n').length).toBeLessThanOrEqual(10);
});

test('the whole receiver answers, and does nothing twice', async () => {
  const port = await findFreePort();
  const env = { PATH: process.env['PATH'], PORT: String(port), WEBHOOK_SECRET: secretText(secret) };
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], { env });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  try {
    await expect.poll(() => out).toContain('ready');
    const post = async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    expect([await post(sign()), await post(sign()), await post(sign(Date.now(), [other]))]).toEqual([
      204, 204, 401,
    ]);
    expect(out).toBe('ready\nrental.ended PF-000\n');
  } finally {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
});

test('the guide names each event', () => {
  for (const type of webhookEvents) expect(guide).toContain(`\`${type}\``);
});
