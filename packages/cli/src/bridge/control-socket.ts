// How `pocketfleet status` and `disconnect` reach a running bridge: a local socket that only this user can open. One line of
// JSON is asked, one line is answered.
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '@pocketfleet/command-line';
import { z } from 'zod';

const answerTimeoutMs = 5_000;
/** Between two questions to a bridge that still starts. */
const askAgainMs = 250;
/** Longer than the work under the lock takes: two questions. */
const staleLockMs = 30_000;
/** Longer than a bridge may take to start. */
const startLimitMs = 90_000;
const request = z.object({ ask: z.enum(['status', 'stop']) });

const bridgeStatus = z.object({
  device_id: z.string(),
  tag: z.string(),
  /** Empty until adb can use the phone. */
  serial: z.string(),
  /** The customer's Android user on the phone; null where it is not known. */
  user: z.number().nullable().default(null),
  pid: z.number(),
  /** `lost`: the line is being dialled again. */
  line: z.enum(['up', 'lost']),
  since: z.string(),
  reverses: z.array(z.string()),
  /** The latest refusals, newest last. */
  refused: z.array(z.string()),
});
export type BridgeStatus = z.infer<typeof bridgeStatus>;

/** Another bridge serves this phone already, or is about to. */
export class BridgeRunsError extends Error {
  override name = 'BridgeRunsError';
}

/** Listens until `close`. Throws BridgeRunsError where another bridge answers there. */
export async function listenForControl(
  path: string,
  answer: (ask: 'status' | 'stop') => BridgeStatus,
): Promise<Server> {
  for (;;) {
    const server = await tryToListen(path, answer);
    if (server !== undefined) return server;
    if ((await queryBridge(path, 'status')) !== undefined) throw new BridgeRunsError();
    const listening = await whileLocked(`${path}.lock`, async () => {
      if ((await queryBridge(path, 'status')) !== undefined) throw new BridgeRunsError();
      // The socket file of a killed bridge. Only who has the lock removes it, so it can't be the one of a new bridge.
      rmSync(path, { force: true });
      return tryToListen(path, answer);
    });
    if (listening !== undefined) return listening;
  }
}

/** Undefined where the socket file exists already. */
async function tryToListen(
  path: string,
  answer: (ask: 'status' | 'stop') => BridgeStatus,
): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(answerTimeoutMs, () => socket.destroy());
    socket.once('data', (chunk) => {
      const asked = request.safeParse(parseJson(chunk.toString()));
      socket.end(asked.success ? `${JSON.stringify(answer(asked.data.ask))}\n` : '\n');
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => resolve(server));
  });
}

/** Does the work while no other process does work under the same lock, which is a file. */
async function whileLocked<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  while (!lock(path)) await wait(askAgainMs);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** False where another process has the lock. The lock of a killed process is removed after a while. */
function lock(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (ageMs > staleLockMs) rmSync(path, { force: true });
  return false;
}

/** Undefined where no bridge answers. */
export function queryBridge(path: string, ask: 'status' | 'stop'): Promise<BridgeStatus | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path, timeout: answerTimeoutMs });
    let text = '';
    socket.once('connect', () => socket.write(`${JSON.stringify({ ask })}\n`));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('timeout', () => socket.destroy());
    socket.once('error', () => resolve(undefined));
    socket.once('close', () => resolve(bridgeStatus.safeParse(parseJson(text)).data));
  });
}

/**
 * Waits until the bridge has a serial. Undefined where no bridge answers, or where it ended meanwhile. Throws CommandError
 * `line_lost` after `limitMs`.
 */
export async function awaitStartedBridge(
  path: string,
  limitMs = startLimitMs,
): Promise<BridgeStatus | undefined> {
  const endsAtMs = performance.now() + limitMs;
  for (;;) {
    const status = await queryBridge(path, 'status');
    if (status === undefined || status.serial !== '') return status;
    if (performance.now() >= endsAtMs) {
      throw new CommandError(
        'line_lost',
        `${status.tag} is still being connected. Wait and try again, or stop it with: pocketfleet disconnect ${status.tag}`,
      );
    }
    await wait(askAgainMs);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
