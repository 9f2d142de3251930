import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { findFreePort } from '../postgres/free-port.ts';
import { stopOrphan } from '../postgres/orphan.ts';
import { makeSampleRepository } from './sample-repository.ts';
import { runStart, type StartRun } from './start-run.ts';

let repo: string;
let env: Record<string, string>;
let runs: StartRun[] = [];

beforeAll(async () => {
  repo = makeSampleRepository();
  env = {
    PORT: String(await findFreePort()),
    OPERATOR_PORT: String(await findFreePort()),
    AGENT_PORT: String(await findFreePort()),
    POCKETFLEET_DATA: join(repo, 'data'),
    POCKETFLEET_CACHE: process.env['POCKETFLEET_CACHE'] ?? join(homedir(), '.cache', 'pocketfleet'),
    DATABASE_URL: '',
  };
});
afterEach(async () => {
  await Promise.all(runs.map((run) => run.stop()));
  runs = [];
});
afterAll(async () => {
  await stopOrphan(join(repo, 'data/postgres'));
  rmSync(repo, { recursive: true, force: true });
});

it('is ready with one line, refuses a second start on the same folder, and stops within 5 s', async () => {
  const first = start();
  expect(await first.ready).toBe(`http://localhost:${env['PORT']}`);
  const second = start({ PORT: String(await findFreePort()) });
  expect((await second.ended).code).toBe(1);
  expect(lastLine(second)).toMatch(
    /^Pocketfleet already runs on .*data \(process \d+\)\. Stop it, or start another beside it: /,
  );
  // The printed command works as it is, in a shell without other variables.
  const beside = runStart(join(repo, 'tools/start/main.ts'), {
    ...env,
    POCKETFLEET_BEGAN_MS: String(Date.now() - 100_000),
    ...commandOf(
      lastLine(second),
      /^(POCKETFLEET_DATA=\S+ PORT=\d+ OPERATOR_PORT=\d+ AGENT_PORT=\d+) npm start$/,
    ),
  });
  runs.push(beside);
  expect(await beside.ready).toMatch(/^http:/);
  // The time counts from the start of the installation.
  expect(Number(/Started +in ([\d.]+) s/.exec(beside.output())?.[1])).toBeGreaterThan(100);
  expect(await first.stop()).toMatchObject({ code: 0 });
  const { code, tookMs } = await beside.stop();
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(5_000);
  expect(leftOvers()).toEqual([]);
});

it('restarts a killed program and a killed database', async () => {
  const run = start();
  await run.ready;
  const pid = await apiPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await apiPid()).not.toBe(pid), { timeout: 60_000 });
  const postmaster = postmasterPid();
  process.kill(postmaster, 'SIGKILL');
  await vi.waitFor(() => expect(postmasterPid()).not.toBe(postmaster), { timeout: 60_000 });
  expect(run.output()).toContain('! api ended with SIGKILL; restarting it');
});

it('leaves no program behind when it is killed, and the next start works on the same folder and ports', async () => {
  const first = start();
  await first.ready;
  const ports = readFileSync(join(repo, 'data/ports.json'), 'utf8');
  const pid = await apiPid();
  first.child.kill('SIGKILL');
  await first.ended;
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000 });
  const second = start();
  await second.ready;
  expect(readFileSync(join(repo, 'data/ports.json'), 'utf8')).toBe(ports);
  expect((await second.stop()).code).toBe(0);
  expect(leftOvers()).toEqual([]);
});

it('names a taken port and the way out, and leaves nothing running', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(Number(env['PORT']), '127.0.0.1', resolve));
  const run = start();
  expect((await run.ended).code).toBe(1);
  expect(lastLine(run)).toMatch(
    /^Port \d+ is used by another program\. Stop that program, or choose other ports: \S+ PORT=\d+ .* npm start$/,
  );
  await new Promise((resolve) => other.close(resolve));
  expect(leftOvers()).toEqual([]);
});

it('reports a data folder that is not writable', async () => {
  writeFileSync(join(repo, 'a-file'), '');
  const run = start({ POCKETFLEET_DATA: join(repo, 'a-file', 'data') });
  expect((await run.ended).code).toBe(1);
  expect(lastLine(run)).toMatch(
    /^The data folder .*data is not writable\. Make it writable, or choose another/,
  );
  expect(leftOvers()).toEqual([]);
});

it('refuses the data of a newer version, and leaves it as it is', async () => {
  const newer = join(repo, 'newer-data');
  mkdirSync(newer);
  writeFileSync(join(newer, 'format.json'), '{"format": 99}');
  const run = start({ POCKETFLEET_DATA: newer });
  expect((await run.ended).code).toBe(1);
  expect(lastLine(run)).toMatch(
    /^The data folder .*newer-data was written by a newer version of Pocketfleet/,
  );
  expect(readFileSync(join(newer, 'format.json'), 'utf8')).toBe('{"format": 99}');
  expect(leftOvers()).toEqual([]);
});

it('says that there is no registry when nothing is installed, and leaves nothing half done', async () => {
  const bare = makeSampleRepository();
  // Nothing is installed, the lockfile asks for a package, and nobody listens where it should come from.
  rmSync(join(bare, 'node_modules'));
  const dependencies = { 'is-odd': '3.0.1' };
  const root = { name: 'bare', version: '1.0.0', private: true, dependencies };
  writeFileSync(join(bare, 'package.json'), JSON.stringify(root));
  writeFileSync(
    join(bare, 'package-lock.json'),
    JSON.stringify({
      ...root,
      lockfileVersion: 3,
      packages: { '': root, 'node_modules/is-odd': { version: '3.0.1' } },
    }),
  );
  const run = runStart(join(bare, 'tools/start.mjs'), {
    ...env,
    POCKETFLEET_DATA: join(bare, 'data'),
    npm_config_cache: join(bare, 'empty-npm-cache'),
    npm_config_registry: 'http://127.0.0.1:9/',
  });
  runs.push(run);
  expect((await run.ended).code).toBe(1);
  expect(lastLine(run)).toMatch(
    /^The package registry can not be reached, .* then run the same command again/,
  );
  expect(existsSync(join(bare, 'data'))).toBe(false);
  expect(existsSync(join(bare, 'node_modules/.pocketfleet-installed'))).toBe(false);
  rmSync(bare, { recursive: true, force: true });
});

it('says that an outside database does not answer', async () => {
  const run = start({ DATABASE_URL: `postgres://x:y@127.0.0.1:${await findFreePort()}/z` });
  expect((await run.ended).code).toBe(1);
  expect(lastLine(run)).toMatch(
    /^The database at 127\.0\.0\.1:\d+ does not answer\. Start it, or unset DATABASE_URL/,
  );
});

it('says that an outside database refuses us, and starts nothing', async () => {
  const refusing = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  refusing.password = 'wrong';
  const run = start({ DATABASE_URL: refusing.href });
  expect((await run.ended).code).toBe(1);
  expect(lastLine(run)).toMatch(
    /^The database at \S+ refuses us: password authentication failed .*\. Correct DATABASE_URL/,
  );
  expect(run.output()).not.toContain('restarting');
  expect(leftOvers()).toEqual([]);
});

it('ends with one line when a program refuses its configuration', async () => {
  const entry = join(repo, 'apps/agent/src/main.ts');
  const good = readFileSync(entry, 'utf8');
  writeFileSync(entry, "console.error('Error: the key is unreadable'); process.exit(78);");
  const run = start();
  expect((await run.ended).code).toBe(1);
  writeFileSync(entry, good);
  expect(lastLine(run)).toMatch(/^agent keeps failing: ended with 78: Error: the key is unreadable/);
  expect(leftOvers()).toEqual([]);
});

function start(extra: Record<string, string> = {}): StartRun {
  const run = runStart(join(repo, 'tools/start/main.ts'), { ...env, ...extra });
  runs.push(run);
  return run;
}

/** The settings in a line's command, as a shell would read them. */
function commandOf(line: string, shape: RegExp): Record<string, string> {
  const settings = shape.exec(line.slice(line.indexOf(': ') + 2))?.[1] ?? '';
  return Object.fromEntries(settings.split(' ').map((part) => part.split('=') as [string, string]));
}

function lastLine(run: StartRun): string {
  return run.output().trim().split('\n').at(-1) ?? '';
}

async function apiPid(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${env['OPERATOR_PORT']}/health/ready`);
  return ((await response.json()) as { pid: number }).pid;
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(repo, 'data/postgres/postmaster.pid'), 'utf8'), 10);
}

/** Command lines of whatever still runs out of the sample repository. */
function leftOvers(): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(repo) && !line.includes('tools/vitest'));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
