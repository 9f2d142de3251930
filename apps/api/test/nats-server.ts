// A real NATS server on a free port of loopback, as Debian packages it. It ends with the process that started it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../../tools/postgres/free-port.ts';
import { findNatsServer } from '../../../tools/test-run/system-programs.ts';

export type NatsServer = {
  port: number;
  /** "nats://127.0.0.1:port". */
  url: string;
  pid: () => number;
  /** As a crash does. */
  kill: () => Promise<void>;
  /** Again on the same port, empty. */
  restart: () => Promise<void>;
  /** It keeps its connections, and answers nothing. */
  pause: () => void;
  continue: () => void;
  stop: () => Promise<void>;
};

export const whyNoNats =
  findNatsServer() === undefined ? 'nats-server is not installed (Debian: apt-get install nats-server)' : '';

const startWithinMs = 60_000;
/** Ends the server when its own input ends, which it does with the process at the other end of the pipe. */
const script = '"$@" >/dev/null 2>&1 & echo $!; cat >/dev/null; kill -9 $! 2>/dev/null; wait';

/** `config`: more lines of its configuration. */
export async function startNatsServer(config = ''): Promise<NatsServer> {
  const program = findNatsServer();
  if (program === undefined) throw new Error(whyNoNats);
  const port = await findFreePort();
  const dir = mkdtempSync(join(tmpdir(), 'pf-nats-'));
  const file = join(dir, 'nats.conf');
  writeFileSync(file, `listen: "127.0.0.1:${port}"\n${config}\n`);
  let shell: ChildProcess | undefined;
  let pid = 0;

  const start = async (): Promise<void> => {
    shell = spawn('/bin/sh', ['-c', script, 'nats', program, '-c', file], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = (await once(shell.stdout ?? shell, 'data')) as [Buffer];
    pid = Number(line.toString());
    const untilMs = performance.now() + startWithinMs;
    while (!(await accepts(port))) {
      if (performance.now() > untilMs) throw new Error('nats-server did not start');
      await wait(20);
    }
  };
  const kill = async (): Promise<void> => {
    if (shell === undefined) return;
    const ended = once(shell, 'exit');
    shell.stdin?.end();
    shell = undefined;
    await ended;
  };
  await start();
  return {
    port,
    url: `nats://127.0.0.1:${port}`,
    pid: () => pid,
    kill,
    restart: async () => {
      await kill();
      await start();
    },
    pause: () => void process.kill(pid, 'SIGSTOP'),
    continue: () => void process.kill(pid, 'SIGCONT'),
    stop: async () => {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}
