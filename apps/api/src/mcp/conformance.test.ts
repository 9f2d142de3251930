// The official conformance suite against our endpoint: the scenarios that need no tools of fixed names. The suite sends no
// credentials, so a small server before ours adds a key. It is installed into a folder of its own, by the proof alone.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { useTestApp } from '../../test/use-test-app.ts';

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const isProof = process.env['PROOF_SIZE'] !== undefined;
const site = useTestApp();
let place: string;
let url: string;
let stop = (): void => undefined;
const passed: Record<string, string> = {};
const leftOut: { scenario: string; check: string; error: string }[] = [];

beforeAll(async () => {
  if (!isProof) return;
  place = mkdtempSync(join(tmpdir(), 'pocketfleet-conformance-'));
  await run('npm', ['install', '--prefix', place, '--ignore-scripts', '--no-audit', '--no-fund', suite]);
});
afterAll(() => {
  stop();
  const path = process.env['PROOF_RESULT'];
  if (path !== undefined) writeFileSync(path, JSON.stringify({ passed, left_out: leftOut }));
  if (isProof) rmSync(place, { recursive: true, force: true });
});

/** Checks that ask for prompts or resources, of which we have none. Those that want a tool of a fixed name say so themselves. */
const notOurs = /^(Prompts|Resources|ResourcesTemplates)/;

test.for([
  'server-initialize',
  'ping',
  'tools-list',
  'server-stateless',
  'http-header-validation',
  'caching',
  'dns-rebinding-protection',
])('%s', { timeout: 90_000 }, async (scenario, { skip }) => {
  if (!isProof) skip('only npm run proof -- mcp installs the suite');
  url ??= await serveWithKey();
  const program = join(place, 'node_modules/.bin/conformance');
  const output = await run(program, ['server', '--url', url, '--scenario', scenario, '--force']);
  passed[scenario] = /Passed: (.*)/.exec(output)?.[1] ?? '';
  const failed = [...output.matchAll(/^ {2}- (\w+): .*\n {4}Error: (.*)$/gm)].filter(
    ([, check = '', error = '']) => {
      const isOurs = !notOurs.test(check) && !error.startsWith('Not testable');
      if (!isOurs) leftOut.push({ scenario, check, error });
      return isOurs;
    },
  );
  expect(output).toContain('Passed:');
  expect(failed.map(([line]) => line)).toEqual([]);
});

/** A server before ours that adds a key, and that tells ours its own origin as ours. */
async function serveWithKey(): Promise<string> {
  await createTestUser(site.db, 'ada');
  const token = await site.signIn('ada', testPassword);
  const { key } = await makeTestKey(site, token, { permissions: ['watch', 'control', 'screen'] });
  const [host = '', port = ''] = (await site.listen()).split(':');
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` };
    if (headers.origin === origin()) headers.origin = site.app.deps.config.publicUrl;
    const on = request({ host, port, path: asked.url, method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers);
      given.pipe(answer);
    });
    asked.pipe(on);
  });
  const origin = (): string => `http://localhost:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => void server.close();
  return `${origin()}/mcp`;
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: place, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += String(data);
      });
    }
    child.on('close', () => resolve(output));
  });
}
