// Programs of others that send no credentials: a small server before ours adds a key to each request. It is for proofs alone.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestUser, testPassword } from './test-app.ts';
import { makeTestKey } from './test-keys.ts';
import type { useTestApp } from './use-test-app.ts';

/** `origin`: of the server before ours, whose own origin it tells to ours as ours. */
export async function serveWithKey(
  site: ReturnType<typeof useTestApp>,
): Promise<{ url: string; bareUrl: string; stop: () => void }> {
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
    // When the client stops waiting, our request stops, too.
    answer.once('close', () => on.destroy());
    on.once('error', () => answer.destroy());
    asked.pipe(on);
  });
  const origin = (): string => `http://localhost:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bareUrl = `http://${host}:${port}/mcp`;
  return { url: `${origin()}/mcp`, bareUrl, stop: () => void server.close() };
}

/** Runs a program to its end. Never rejects. */
export function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += String(data);
      });
    }
    child.on('error', (error) => resolve({ status: null, output: String(error) }));
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** Installed into a folder of its own, by the proof alone. */
export function installInto(place: string, packages: readonly string[]) {
  const options = ['--prefix', place, '--ignore-scripts', '--no-audit', '--no-fund'];
  return runProgram('npm', ['install', ...options, ...packages], place);
}

/** Several files of one proof run at once: each writes its own part beside PROOF_RESULT, and tools/proof.ts joins them. */
export function writeFigures(part: string, figures: object): void {
  const path = process.env['PROOF_RESULT'];
  if (path !== undefined) writeFileSync(`${path}.${part}`, JSON.stringify(figures));
}
