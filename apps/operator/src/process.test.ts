// The command as scripts meet it: a process of its own, its streams and its exit status.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allCommands, exitCodes } from '@pocketfleet/command-line';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../tools/postgres/free-port.ts';
import { sql } from '../../api/src/platform/database.ts';
import { startTestApp, type TestApp } from '../../api/test/test-app.ts';
import { createTestDevice, createTestHost } from '../../api/test/test-devices.ts';
import { createTestOperator, operatorPassword } from '../../api/test/test-operators.ts';
import { createProgram } from './cli.ts';

let site: TestApp;
const dir = mkdtempSync(join(tmpdir(), 'pf-process-'));
const env: Record<string, string | undefined> = {
  ...process.env,
  POCKETFLEET_SESSION: join(dir, 'session.json'),
};
/** A process starts slowly while the machine is busy. */
const slowMs = 120_000;
const hostileModel = 'Pixel\u001b[2J\u001b]0;root\u0007 \u009b31m8';
const hostileLabel = 'by the window\u202ewodniw';

beforeAll(async () => {
  const port = await findFreePort();
  site = await startTestApp({ OPERATOR_PORT: String(port) });
  await site.app.operator.listen({ host: '127.0.0.1', port });
  // Writes are taken from the console's own origin.
  env['POCKETFLEET_URL'] = `http://localhost:${port}`;
  await createTestOperator(site.db, 'ada', 'admin');
  await createTestOperator(site.db, 'sue', 'support');
  const device = await createTestDevice(site.db, await createTestHost(site.db, 'rack-1'), 'PF-001');
  await sql`update devices set model = ${hostileModel}, label = ${hostileLabel} where id = ${device}`.execute(
    site.db,
  );
  const signedIn = await run(['sign-in', '--username', 'ada', '--json'], `${operatorPassword}\n`);
  expect(signedIn).toMatchObject({ status: 0, error: '' });
  expect(JSON.parse(signedIn.said)).toMatchObject({ step: 'done', operator: { username: 'ada' } });
}, slowMs);
afterAll(async () => {
  await site?.stop();
  rmSync(dir, { recursive: true });
});

test('every command takes --json', () => {
  const silent = { env: {}, write: () => true, writeError: () => true };
  const terminal = { ...silent, ask: async () => '', progress: () => ({ say: () => {}, end: () => {} }) };
  const leaves = allCommands(createProgram(terminal)).filter(({ commands }) => commands.length === 0);
  expect(leaves.length).toBeGreaterThan(35);
  for (const command of leaves) {
    expect(
      command.options.map(({ long }) => long),
      command.name(),
    ).toContain('--json');
  }
});

const lists = [
  ['phones', 'list'],
  ['hosts', 'list'],
  ['orders', 'list'],
  ['customers', 'list'],
  ['messages', 'list'],
  ['alarms', 'list'],
  ['operators', 'list'],
  ['cleanings'],
  ['log'],
];
test(
  'every list answers with one line of JSON, and nothing on stderr',
  async () => {
    for (const args of lists) {
      const { status, said, error } = await run([...args, '--json']);
      expect([args, status, error, said.split('\n').length]).toEqual([args, 0, '', 2]);
      expect(JSON.parse(said), args.join(' ')).toMatchObject({ rows: expect.any(Array) });
    }
    expect(JSON.parse((await run(['audit', '--json'])).said)).toMatchObject({ checks: expect.any(Array) });
    expect(JSON.parse((await run(['whoami', '--json'])).said)).toMatchObject({ step: 'done' });
  },
  slowMs,
);

const refusals: [string, string[], keyof typeof exitCodes, string | null][] = [
  ['a command that there isn’t', ['phones', 'explode'], 'usage', null],
  ['an act without its reason', ['hosts', 'revoke', 'rack-1'], 'usage', null],
  ['a phone that there isn’t', ['phones', 'show', 'PF-009'], 'not_found', null],
  [
    'a customer that there isn’t',
    ['phones', 'assign', 'PF-001', '--to', 'nobody', '-r', 'because'],
    'refused',
    'invalid_input',
  ],
  ['a reason that is too short', ['phones', 'quarantine', 'PF-001', '-r', 'x'], 'refused', 'invalid_input'],
  [
    'a server that is away',
    ['sign-in', '--url', 'http://127.0.0.1:9', '--username', 'ada'],
    'unreachable',
    null,
  ],
  ['a wrong password', ['sign-in', '--username', 'nobody'], 'not_signed_in', 'invalid_credentials'],
  [
    'plain http to another machine',
    ['sign-in', '--url', 'http://team.example.com', '--username', 'ada'],
    'usage',
    null,
  ],
  ['what is no address', ['sign-in', '--url', 'team', '--username', 'ada'], 'usage', null],
];
test.each(refusals)(
  '%s: the status says what it is, and stderr says why, in JSON if that was asked for',
  async (_name, args, exit, code) => {
    const typed = 'not the password\n';
    const forScripts = await run([...args, '--json'], typed);
    expect(forScripts).toMatchObject({ status: exitCodes[exit], said: '' });
    expect(JSON.parse(forScripts.error)).toMatchObject({
      error: { status: exitCodes[exit], exit, code, detail: expect.stringMatching(/\S/) },
    });
    const forPeople = await run(args, typed);
    expect(forPeople.status).toBe(exitCodes[exit]);
    expect(forPeople.error).toMatch(/\S/);
    expect(forPeople.error).not.toContain('    at ');
  },
  slowMs,
);

test(
  'names that hold escape sequences reach neither the table nor the JSON as such',
  async () => {
    const table = await run(['phones', 'list']);
    expect(table.said).toContain('PF-001');
    const json = await run(['phones', 'list', '--json']);
    const done = await run(['phones', 'label', 'PF-001', '--tag', 'PF-002', '-r', 'moved']);
    expect(done.said).toContain('by the window');
    for (const { said } of [table, json, done]) expect(said).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(json.said)).toMatchObject({ rows: [{ model: hostileModel, label: hostileLabel }] });
  },
  slowMs,
);

test(
  'the reason of a refusal can not begin a line of its own',
  async () => {
    const { error } = await run(['phones', 'show', 'PF\n\u001b[31mDone.']);
    expect(error).toBe('pocketfleet-team: There is no phone "PF [31mDone.".\n');
  },
  slowMs,
);

test(
  'a colleague gets an address, another role, and sets up a new authenticator; the last admin stays',
  async () => {
    const operators = (...args: string[]) => run(['operators', ...args, '-r', 'asked for it', '--json']);
    expect(JSON.parse((await operators('set-email', 'sue', 'sue@team.example')).said)).toMatchObject({
      email: 'sue@team.example',
    });
    expect(JSON.parse((await operators('set-role', 'sue', 'admin')).said)).toMatchObject({ role: 'admin' });
    expect(JSON.parse((await operators('set-role', 'sue', 'support')).said)).toMatchObject({
      role: 'support',
    });
    expect(JSON.parse((await operators('reset-authenticator', 'sue')).said)).toMatchObject({
      has_authenticator: false,
    });
    expect(await operators('disable', 'ada')).toMatchObject({ status: exitCodes.refused });
  },
  slowMs,
);

async function run(args: string[], typed = ''): Promise<{ status: number; said: string; error: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env,
    stdio: 'pipe',
  });
  child.stdin.end(typed);
  let said = '';
  let error = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    error += chunk;
  });
  const status = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  return { status, said, error };
}
