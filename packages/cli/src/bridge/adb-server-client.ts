// Requests to the adb server of this computer (AOSP adb, OVERVIEW.TXT): a request is its length in four hex digits, then its
// text; the answer is OKAY or FAIL with a text of the same form.
import { connect } from 'node:net';
import { CommandError, type Environment } from '@pocketfleet/command-line';
import {
  adbVersion,
  describeUnusable,
  howToInstall,
  isTooOld,
  readAdbProgram,
  startAdbServer,
} from './adb-program.ts';

const answerTimeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;

class AdbServerUnreachableError extends Error {
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
async function askAdbServer(port: number, request: string): Promise<string> {
  const bytes = await exchange(port, request);
  const status = bytes.subarray(0, 4).toString();
  const length = Number.parseInt(bytes.subarray(4, 8).toString(), 16);
  const text = bytes.subarray(8, 8 + (Number.isNaN(length) ? 0 : length)).toString();
  if (status === 'OKAY') return text;
  throw new Error(status === 'FAIL' ? text : 'its answer is not understood');
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
    socket.once('timeout', () => socket.destroy(new Error('it does not answer')));
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

/** Returns once a server that can be used runs. Throws CommandError `no_adb`, which says what to do. */
export async function prepareAdbServer(env: Environment): Promise<void> {
  const port = adbServerPort(env);
  const trouble = await judgeAdbServer(port);
  if (trouble === undefined) return;
  if (trouble !== 'none') throw new CommandError('no_adb', trouble);
  const program = await readAdbProgram(env);
  if (program.state !== 'usable') throw new CommandError('no_adb', describeUnusable(program));
  const said = await startAdbServer(env, port);
  if (said !== undefined) {
    throw new CommandError('no_adb', `adb could not start its server on port ${port}: ${said}`);
  }
}

/** The last part of "1.0.41". Throws AdbServerUnreachableError where no server listens. */
export async function readServerVersion(port: number): Promise<number> {
  const number = Number.parseInt(await askAdbServer(port, 'host:version'), 16);
  if (Number.isNaN(number)) throw new Error('it does not say its version');
  return number;
}

/** The state of each device in the server's words: "device", "offline" and so on. */
export async function listAdbStates(port: number): Promise<ReadonlyMap<string, string>> {
  const lines = (await askAdbServer(port, 'host:devices')).split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => line.split('\t') as [string, string]));
}

/** Undefined for a server that can be used, `none` where nobody listens, else what is wrong and what to do. */
export async function judgeAdbServer(port: number): Promise<'none' | string | undefined> {
  try {
    const number = await readServerVersion(port);
    if (!isTooOld(number)) return undefined;
    return `The adb server on port ${port} is of adb ${adbVersion(number)}, which is too old: ${howToInstall}, then run "adb kill-server".`;
  } catch (error) {
    if (error instanceof AdbServerUnreachableError) return 'none';
    const reason = error instanceof Error ? error.message : String(error);
    return `Port ${port} does not answer as an adb server (${reason}): end what listens there, or set ANDROID_ADB_SERVER_PORT to another port.`;
  }
}

/** Makes the server connect to a phone's local port. Throws CommandError `no_adb` where there is no usable server. */
export async function attachToAdb(env: Environment, serial: string): Promise<void> {
  refuseNoSerial(serial);
  await prepareAdbServer(env);
  const port = adbServerPort(env);
  // A server that still remembers the port from an earlier bridge would say "already connected" and leave the phone offline.
  await askAdbServer(port, `host:disconnect:${serial}`).catch(() => undefined);
  const text = await askAdbServer(port, `host:connect:${serial}`);
  // "OKAY" says only that the request was read: the text behind it tells the result.
  if (!/^(?:already )?connected to/.test(text)) {
    throw new CommandError('failed', `adb could not connect to ${serial}: ${text.trim()}`);
  }
}

/**
 * For a bridge that runs already: a server that was started anew has forgotten it. Commands that run in adb are left alone where the
 * server still has the phone.
 */
export async function attachAgain(env: Environment, serial: string): Promise<void> {
  refuseNoSerial(serial);
  await prepareAdbServer(env);
  const states = await listAdbStates(adbServerPort(env));
  if (states.get(serial) !== 'device') await attachToAdb(env, serial);
}

/** Best effort: the server may be gone already. */
export async function detachFromAdb(env: Environment, serial: string): Promise<void> {
  refuseNoSerial(serial);
  await askAdbServer(adbServerPort(env), `host:disconnect:${serial}`).catch(() => undefined);
}

/** To adb, "host:disconnect:" without an address means all devices over TCP, those of other programs too. */
function refuseNoSerial(serial: string): void {
  if (serial === '') throw new CommandError('failed', 'The phone is not connected to adb yet: try again.');
}
