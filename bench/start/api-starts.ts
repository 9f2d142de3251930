// Starts of the API alone, as a supervisor restarts a killed node: from its bundle, on a database that is there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProgram } from '../../tools/bundle/bundle-program.ts';
import { findFreePort } from '../../tools/postgres/free-port.ts';
import { startThrowawayPostgres } from '../../tools/postgres/throwaway.ts';
import { measureTree } from '../process-tree.ts';

type TimedStart = { readonly readyMs: number; readonly cpuMs: number };

const repoDir = join(import.meta.dirname, '../..');
const entry = 'apps/api/src/main.ts';

/** Measures `count` starts. Two before them migrate the database and fill the compile cache. */
export async function timeApiStarts(count: number): Promise<TimedStart[]> {
  await bundleProgram(repoDir, entry);
  const place = mkdtempSync(join(tmpdir(), 'pocketfleet-bench-api-'));
  const postgres = await startThrowawayPostgres();
  try {
    const starts: TimedStart[] = [];
    for (let at = 0; at < count + 2; at += 1) starts.push(await timeOneStart(postgres.url, place));
    return starts.slice(2);
  } finally {
    await postgres.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

async function timeOneStart(databaseUrl: string, compileCache: string): Promise<TimedStart> {
  const [PORT, OPERATOR_PORT, AGENT_PORT] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ].map(String);
  const startedMs = performance.now();
  const child = spawn(process.execPath, [join(repoDir, 'tools/bundle/run.mjs'), join(repoDir, entry)], {
    env: {
      ...{ PATH: process.env['PATH'], NODE_ENV: 'production', NODE_COMPILE_CACHE: compileCache },
      ...{ PORT, OPERATOR_PORT, AGENT_PORT, PUBLIC_URL: `http://localhost:${PORT}` },
      ...{ DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' },
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the API ended with ${code}`))),
  ]);
  const started = {
    readyMs: performance.now() - startedMs,
    cpuMs: measureTree(child.pid ?? 0).cpuSeconds * 1_000,
  };
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
  return started;
}

/** The CPU of a Node.js program that does nothing, in ms: what a slow or busy machine makes of the least start. */
export async function cpuOfEmptyProgram(): Promise<number> {
  const program = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)';
  const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  return Number(printed.toString());
}
