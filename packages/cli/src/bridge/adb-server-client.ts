// Requests to the adb server of this computer (AOSP adb, OVERVIEW.TXT): a request is its length in four hex digits, then its
// text; the answer is OKAY or FAIL with a text of the same form.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { CommandError, type Environment } from '@pocketfleet/command-line';

const answerTimeoutMs = 10_000;
const startTimeoutMs = 20_000;
const maxAnswerBytes = 64 * 1024;

export class AdbServerUnreachableError extends Error {
  override name = 'AdbServerUnreachableError';
}

export function adbServerPort(env: Environment): number {
  const port = Number(env['ANDROID_ADB_SERVER_PORT'] ?? 5037);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new CommandError(
      'usage',
      `ANDROID_ADB_SERVER_PORT is not a port: "${env['ANDROID_ADB_SERVER_PORT']}".`,
    );
  }
  return port;
}

/** The answer's text. Throws AdbServerUnreachableError where no server listens, an Error for a refusal. */
export async function askAdbServer(port: number, request: string): Promise<string> {
  const bytes = await exchange(port, request);
  const status = bytes.subarray(0, 4).toString();
  const length = Number.parseInt(bytes.subarray(4, 8).toString(), 16);
  const text = bytes.subarray(8, 8 + (Number.isNaN(length) ? 0 : length)).toString();
  if (status === 'OKAY') return text;
  throw new Error(status === 'FAIL' ? text : 'The adb server gave an answer that is not understood.');
}

function exchange(port: number, request: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: answerTimeoutMs });
    const chunks: Buffer[] = [];
    let size = 0;
    socket.once('connect', () => {
      socket.write(`${Buffer.byteLength(request).toString(16).padStart(4, '0')}${request}`);
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      const bytes = Buffer.concat(chunks);
      if (size > maxAnswerBytes || isWhole(bytes)) {
        socket.destroy();
        resolve(bytes);
      }
    });
    socket.once('timeout', () => socket.destroy(new Error('The adb server does not answer.')));
    socket.once('end', () => resolve(Buffer.concat(chunks)));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ECONNREFUSED' ? new AdbServerUnreachableError('No adb server runs.') : error),
    );
  });
}

function isWhole(bytes: Buffer): boolean {
  if (bytes.length < 8) return false;
  return bytes.length >= 8 + Number.parseInt(bytes.subarray(4, 8).toString(), 16);
}

/** Starts the server with the `adb` in PATH. False where there is none. */
async function startAdbServer(env: Environment, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn('adb', ['-P', String(port), 'start-server'], { env, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill(), startTimeoutMs);
  child.once('error', () => resolve(false));
  child.once('close', (code) => resolve(code === 0));
  return promise.finally(() => clearTimeout(timer));
}

/**
 * Makes the server connect to a phone's local port. A server that still remembers the port from an earlier bridge would
 * say "already connected" and leave the phone offline, so it forgets it first. "OKAY" says only that the request was
 * read: the text behind it tells the result.
 */
export async function attachToAdb(env: Environment, serial: string): Promise<void> {
  const port = adbServerPort(env);
  try {
    await askAdbServer(port, 'host:version');
  } catch (error) {
    if (!(error instanceof AdbServerUnreachableError)) throw error;
    if (!(await startAdbServer(env, port))) {
      throw new CommandError(
        'failed',
        `No adb server runs, and it could not be started. Install Android's platform-tools, run "adb start-server", then "adb connect ${serial}".`,
      );
    }
  }
  await askAdbServer(port, `host:disconnect:${serial}`).catch(() => undefined);
  const text = await askAdbServer(port, `host:connect:${serial}`);
  if (!/^(?:already )?connected to/.test(text)) {
    throw new CommandError('failed', `adb could not connect to ${serial}: ${text.trim()}`);
  }
}

/** Best effort: the server may be gone already. */
export async function detachFromAdb(env: Environment, serial: string): Promise<void> {
  await askAdbServer(adbServerPort(env), `host:disconnect:${serial}`).catch(() => undefined);
}
