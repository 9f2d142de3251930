import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '@pocketfleet/command-line';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../tools/postgres/free-port.ts';
import { createTestUser, startTestApp, type TestApp, testPassword } from '../../api/test/test-app.ts';
import { createTestDevice, createTestHost, reportTestDevice } from '../../api/test/test-devices.ts';
import { createTestOperator, operatorPassword } from '../../api/test/test-operators.ts';
import { runCommand } from './cli.ts';

let site: TestApp;
const dir = mkdtempSync(join(tmpdir(), 'pf-cli-'));
const file = join(dir, 'session.json');
const env: Record<string, string | undefined> = { ...process.env, POCKETFLEET_SESSION: file };

beforeAll(async () => {
  const port = await findFreePort();
  site = await startTestApp({ OPERATOR_PORT: String(port) });
  await site.app.operator.listen({ host: '127.0.0.1', port });
  env['POCKETFLEET_URL'] = `http://localhost:${port}`;
  await createTestOperator(site.db, 'ada', 'admin');
  await createTestOperator(site.db, 'sue', 'support');
  await createTestUser(site.db, 'grace');
  const host = await createTestHost(site.db, 'rack-1');
  await createTestDevice(site.db, host, 'PF-001');
  await createTestDevice(site.db, host, 'PF-002');
});
afterAll(async () => {
  await site.stop();
  rmSync(dir, { recursive: true });
});

test('without a session every command says to sign in, with status 3', async () => {
  expect(await run(['phones', 'list'])).toMatchObject({
    status: 3,
    error: expect.stringContaining('pocketfleet-team sign-in'),
  });
});

test('the session is kept in a file that only its owner can read; one that others can read is refused', async () => {
  const answer = await run(['sign-in', '--username', 'ada'], [operatorPassword]);
  expect(answer).toMatchObject({ status: 0, said: expect.stringContaining('Signed in as ada (admin)') });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(answer.said + answer.error).not.toContain(operatorPassword);
  chmodSync(file, 0o644);
  expect(await run(['whoami'])).toMatchObject({ status: 3, error: expect.stringContaining('chmod 600') });
  chmodSync(file, 0o600);
  expect((await run(['whoami'])).said).toContain('operators_manage');
});

test('phones are listed as a table, and as the answer of the server with --json', async () => {
  const table = await run(['phones', 'list', '--host', 'rack-1']);
  expect(
    table.said
      .split('\n')
      .slice(0, 3)
      .map((line) => line.split(/\s+/)[0]),
  ).toEqual(['TAG', 'PF-001', 'PF-002']);
  const { status, said } = await run(['phones', 'list', '--q', '002', '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(said)).toMatchObject({ total: 1, rows: [{ tag: 'PF-002', state: 'ready' }] });
});

test('a phone is assigned, swapped, labelled, set aside and taken back', async () => {
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const assign = ['phones', 'assign', 'PF-001', '--to', 'grace', '--until', until, '-r', 'agreed by mail'];
  expect(await run(assign)).toMatchObject({ status: 0, said: 'Phone PF-001 is assigned to grace.\n' });
  expect(await run(assign)).toMatchObject({ status: 6, error: expect.stringContaining('not free') });
  expect(await run(['phones', 'swap', 'PF-001', '-r', 'it is slow'])).toMatchObject({
    status: 0,
    said: 'The tenant now has phone PF-002.\n',
  });
  expect((await run(['phones', 'revoke', 'PF-002', '-r', 'they are done'])).status).toBe(0);
  expect(await run(['phones', 'revoke', 'PF-002', '-r', 'once more'])).toMatchObject({ status: 5 });
  expect((await run(['phones', 'label', 'PF-001', '--label', 'by the window', '-r', 'moved'])).status).toBe(
    0,
  );
  expect(await run(['phones', 'quarantine', 'PF-001', '-r', 'cracked'])).toMatchObject({
    status: 0,
    said: 'Phone PF-001 is set aside.\n',
  });
  expect(await run(['phones', 'show', 'PF-009'])).toMatchObject({
    status: 5,
    error: 'pocketfleet-team: There is no phone "PF-009".\n',
  });
});

test('a phone is moved to a host that reports it, and to no other', async () => {
  const other = await createTestHost(site.db, 'rack-2');
  const move = ['phones', 'move', 'PF-002', '--to', 'rack-2', '-r', 'the rack was tidied'];
  expect(await run(move)).toMatchObject({
    status: 6,
    error: expect.stringContaining('does not report this phone'),
  });
  await reportTestDevice(site.db, other, 'PF-002');
  expect(await run(move)).toMatchObject({ status: 0, said: 'Phone PF-002 is on host rack-2.\n' });
});

test('an enrolment code is issued with what to type on the host', async () => {
  const answer = await run(['hosts', 'enrolment-code', '-r', 'new rack']);
  expect(answer.said).toMatch(/pocketfleet-agent join ws:\/\/127\.0\.0\.1:\d+ [A-Z2-9]{4}(-[A-Z2-9]{4}){3}/);
});

test('a command without its reason, and one that there isn’t, is wrong usage', async () => {
  expect(await run(['hosts', 'revoke', 'rack-1'])).toMatchObject({
    status: 2,
    error: expect.stringContaining('--reason'),
  });
  expect((await run(['phones', 'explode'])).status).toBe(2);
  for (const page of ['abc', '0', '-1', '1.5', '']) {
    expect(await run(['phones', 'list', '--page', page])).toMatchObject({
      status: 2,
      error: expect.stringContaining('--page'),
    });
  }
  expect((await run(['phones', 'list', '--per-page', 'many'])).status).toBe(2);
  expect((await run(['--help'])).status).toBe(0);
});

test('the audit of money and inventory says for each invariant whether it holds', async () => {
  const answer = await run(['audit']);
  expect(answer).toMatchObject({ status: 0, said: expect.stringMatching(/P1-money\s+yes/) });
});

test('a call that the role doesn’t allow ends with status 4', async () => {
  await run(['sign-in', '--username', 'sue'], [operatorPassword]);
  expect(await run(['operators', 'list'])).toMatchObject({
    status: 4,
    error: expect.stringContaining('The role support may not'),
  });
});

test('the first operator is made on the machine, with the password on stdin, and signs in with an authenticator', async () => {
  const withDatabase = { DATABASE_URL: site.databaseUrl, DEMO: '1' };
  const made = await run(['create-operator', 'root', '--role', 'admin'], [operatorPassword], withDatabase);
  expect(made).toMatchObject({ status: 0, said: 'Operator root (admin) can sign in.\n' });
  const again = await run(['create-operator', 'root', '--role', 'admin'], [operatorPassword], withDatabase);
  expect(again).toMatchObject({ status: 6, error: expect.stringContaining('exists') });

  const port = await findFreePort();
  const strict = await startTestApp({ DEMO: '0', OPERATOR_PORT: String(port) });
  try {
    await strict.app.operator.listen({ host: '127.0.0.1', port });
    await createTestOperator(strict.db, 'ada', 'admin');
    const answer = await run(
      ['sign-in', '--url', `http://localhost:${port}`, '--username', 'ada'],
      [
        operatorPassword,
        (shown) => {
          const secret = /secret ([A-Z2-7]+)/.exec(shown)?.[1] ?? '';
          return new TOTP({ secret }).generate({ timestamp: strict.app.deps.clock.nowMs() });
        },
      ],
    );
    expect(answer).toMatchObject({ status: 0, error: expect.stringContaining('Recovery codes') });
  } finally {
    await strict.stop();
  }
});

test.each([
  ['the port', () => ({ OPERATOR_PORT: new URL(env['POCKETFLEET_URL'] ?? '').port })],
  ['the address', () => ({ OPERATOR_URL: env['POCKETFLEET_URL'], OPERATOR_PORT: '9' })],
])('sign-in takes %s that npm start was given', async (_, given) => {
  const moreEnv = { POCKETFLEET_URL: undefined, ...given() };
  expect(await run(['sign-in', '--username', 'ada'], [operatorPassword], moreEnv)).toMatchObject({
    status: 0,
  });
});

test('signing out forgets the session; a server that is away has a status of its own', async () => {
  await run(['sign-in', '--username', 'ada'], [operatorPassword]);
  expect(await run(['sign-out'])).toMatchObject({ status: 0 });
  expect((await run(['whoami'])).status).toBe(3);
  const away = await run(['sign-in', '--url', 'http://127.0.0.1:9', '--username', 'ada'], [operatorPassword]);
  expect(away).toMatchObject({ status: 7, error: expect.stringContaining('does not answer') });
});

type Typed = string | ((shown: string) => string);

test('a request is looked up in the stock, and quoted with dates and a reservation', async () => {
  await run(['sign-in', '--username', 'ada'], [operatorPassword]);
  const nowMs = Math.floor(Date.now() / 1_000) * 1_000;
  const at = (days: number) => new Date(nowMs + days * 86_400_000).toISOString();
  const token = await site.signIn('grace', testPassword);
  const payload = { phone_count: 1, start_date: at(4), period: 'day', number_of_periods: 1, currency: 'usd' };
  const { body } = await site.call('POST', '/api/orders', { token, payload });
  const number = String(body['number']);
  expect(await run(['orders', 'stock', number, '--start', at(5)])).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^[12] free; all from \d{4}-/),
  });
  const quote = [
    'orders',
    'quote',
    number,
    '--amount',
    '9900',
    '--start',
    at(5),
    '--period',
    'week',
    '-r',
    'by mail',
  ];
  const late = await run([...quote, '--periods', '2', '--reserve-until', at(6)]);
  expect(late).toMatchObject({ status: 6, error: expect.stringContaining('The rental begins on') });
  const quoted = await run([...quote, '--periods', '2', '--reserve-until', at(3)]);
  expect(quoted).toMatchObject({
    status: 0,
    said: expect.stringMatching(/is quoted at \$99\.00; its phones are reserved until /),
  });
  const shown = JSON.parse((await run(['orders', 'show', number, '--json'])).said);
  expect(shown).toMatchObject({ start_date: at(5), end_date: at(19), quote: { reserved_until: at(3) } });
});

async function run(
  args: string[],
  typed: Typed[] = [],
  moreEnv: Record<string, string | undefined> = {},
): Promise<{ status: number; said: string; error: string }> {
  let said = '';
  let error = '';
  const terminal: Terminal = {
    env: { ...env, ...moreEnv },
    write: (text) => {
      said += text;
    },
    writeError: (text) => {
      error += text;
    },
    ask: async () => {
      const next = typed.shift();
      return typeof next === 'function' ? next(error) : (next ?? '');
    },
    progress: () => ({ say: () => undefined, end: () => undefined }),
  };
  const status = await runCommand(args, terminal);
  return { status, said, error };
}
