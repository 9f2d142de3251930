// An X server without a monitor, and a process that touches what is shown on it.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { canInstall, findXvfb, install } from '../../tools/test-run/system-programs.ts';
import type { TouchRequest, TouchTimes } from './touch-process.ts';

export type XScreen = {
  readonly display: number;
  /** In pixels of the screen. */
  move(x: number, y: number): Promise<void>;
  /** The colour of this pixel, as 0xRRGGBB. */
  pixel(x: number, y: number): Promise<number>;
  /** Presses the pointer at this pixel of the screen and lifts it again. */
  touch(x: number, y: number): Promise<TouchTimes>;
  stop(): Promise<void>;
};

const startWithinMs = 20_000;
const touchWithinMs = 10_000;

/** Undefined where Xvfb neither is installed nor can be. */
export async function startXScreen(width: number, height: number): Promise<XScreen | undefined> {
  if (findXvfb() === undefined && canInstall()) install(['xvfb']);
  const program = findXvfb();
  if (program === undefined) return undefined;
  const server = spawn(
    program,
    ['-displayfd', '1', '-ac', '-nolisten', 'tcp', '-screen', '0', `${width}x${height}x24`],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let finger: ChildProcess | undefined;
  try {
    const signal = AbortSignal.timeout(startWithinMs);
    const [line] = (await once(server.stdout, 'data', { signal })) as [Buffer];
    const display = Number(line.toString().trim());
    finger = fork(join(import.meta.dirname, 'touch-process.ts'), [String(display)], { execArgv: [] });
    await answer(finger, startWithinMs);
    return touchable(server, finger, display);
  } catch (error) {
    finger?.kill();
    server.kill();
    throw error;
  }
}

function touchable(server: ChildProcess, finger: ChildProcess, display: number): XScreen {
  const request = async (type: TouchRequest['type'], x: number, y: number): Promise<unknown> => {
    finger.send({ type, x: Math.round(x), y: Math.round(y) } satisfies TouchRequest);
    return await answer(finger, touchWithinMs);
  };
  return {
    display,
    move: async (x, y) => void (await request('move', x, y)),
    pixel: async (x, y) => (await request('pixel', x, y)) as number,
    touch: async (x, y) => (await request('touch', x, y)) as TouchTimes,
    async stop() {
      finger.disconnect();
      server.kill();
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

async function answer(child: ChildProcess, limitMs: number): Promise<unknown> {
  const [message] = (await once(child, 'message', { signal: AbortSignal.timeout(limitMs) })) as unknown[];
  return message;
}
