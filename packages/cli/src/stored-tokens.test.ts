import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, createSessionFile } from '@pocketfleet/command-line';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshSession } from './stored-tokens.ts';

const file = createSessionFile({ variable: 'SESSION', name: 'account.json', signIn: 'pocketfleet login' });
let folder: string;
let env: { SESSION: string };
let used: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pocketfleet-tokens-'));
  env = { SESSION: join(folder, 'account.json') };
  used = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const store = (expires_at?: string) =>
  file.write(env, {
    url: 'https://phones.example.com',
    token: 'the-first-access-token',
    username: 'ada',
    ...(expires_at && { expires_at, refresh_token: 'the-first-refresh-token' }),
  });
const past = '2001-01-01T00:00:00Z';

/** As the server: a refresh token that is used twice ends everything. */
async function renew(_url: string, refreshToken: string) {
  if (used.includes(refreshToken)) throw new CommandError('not_signed_in', 'ended');
  used.push(refreshToken);
  return {
    token: `access-token-after-${used.length}`,
    refresh_token: `refresh-token-after-${used.length}`,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  };
}

it('renews once for many commands at a time, and keeps what it got', async () => {
  store(past);
  const sessions = await Promise.all([1, 2, 3, 4].map(() => freshSession(file, env, renew)));
  expect(new Set(sessions.map(({ token }) => token))).toEqual(new Set(['access-token-after-1']));
  expect(used).toEqual(['the-first-refresh-token']);
  expect(file.read(env)).toMatchObject({ refresh_token: 'refresh-token-after-1', username: 'ada' });
});

it('leaves a token that still works, and a session of a password, as they are', async () => {
  store(new Date(Date.now() + 3_600_000).toISOString());
  expect((await freshSession(file, env, renew)).token).toBe('the-first-access-token');
  store();
  expect((await freshSession(file, env, renew)).token).toBe('the-first-access-token');
  expect(used).toEqual([]);
});

it('goes on after a command that was killed while it renewed', async () => {
  store(past);
  writeFileSync(`${env.SESSION}.lock`, '');
  utimesSync(`${env.SESSION}.lock`, 1, 1);
  expect((await freshSession(file, env, renew)).token).toBe('access-token-after-1');
});

it('lets the next command try after a failure', async () => {
  store(past);
  const failing = freshSession(file, env, () => Promise.reject(new CommandError('unreachable', 'no line')));
  await expect(failing).rejects.toMatchObject({ exit: 'unreachable' });
  expect((await freshSession(file, env, renew)).token).toBe('access-token-after-1');
});
