// A second host beside the demo's: one phone and the real agent, joined with a code like every other host.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readStartConfig } from '../tools/start/config.ts';
import { ensureScrcpyServer } from '../tools/start/scrcpy-server.ts';

const repoDir = resolve(import.meta.dirname, '..');
/** The demo has the first twelve models, so the thirteenth phone has a different model. */
const phoneNumber = 13;

export type SecondHost = { name: string; serial: string; stop(): void };

/** Joins with the code, under this name; resolves when both programs are ready. */
export async function startSecondHost(facts: {
  code: string;
  name: string;
  agentPort: number;
  dataDir: string;
}): Promise<SecondHost> {
  const children: ChildProcess[] = [];
  const start = async (entry: string, args: string[], env: Record<string, string>): Promise<void> => {
    const child = spawn(
      process.execPath,
      [join(repoDir, 'tools/bundle/run.mjs'), join(repoDir, entry), ...args],
      {
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          ...env,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    children.push(child);
    await new Promise<void>((done, fail) => {
      child.once('message', () => done());
      child.once('exit', (code) => fail(new Error(`${entry} ended with ${code}`)));
    });
  };
  // Each phone chooses a free port itself, because a port that was found earlier might be taken by then.
  await start(
    'packages/virtual-phone/src/main.ts',
    ['--data', facts.dataDir, '--count', String(phoneNumber)],
    {},
  );
  const listed = JSON.parse(readFileSync(join(facts.dataDir, 'virtual-phones.json'), 'utf8')) as {
    serial: string;
    adb: { host: string; port: number };
  }[];
  const phone = listed[phoneNumber - 1];
  if (phone === undefined) throw new Error(`there are ${listed.length} phones, not ${phoneNumber}`);
  await start('apps/agent/src/main.ts', [], {
    CONTROL_PLANE_URL: `ws://127.0.0.1:${facts.agentPort}`,
    AGENT_DATA: join(facts.dataDir, 'agent'),
    AGENT_NAME: facts.name,
    ENROLMENT_CODE: facts.code,
    ADB_ADDRESSES: `${phone.adb.host}:${phone.adb.port}`,
    SCRCPY_SERVER: await ensureScrcpyServer(readStartConfig(process.env, repoDir).cacheDir),
  });
  return {
    name: facts.name,
    serial: phone.serial,
    stop: () => {
      for (const child of children.toReversed()) child.kill('SIGTERM');
    },
  };
}
