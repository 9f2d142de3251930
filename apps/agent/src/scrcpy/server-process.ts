// Starts scrcpy-server 3.3.3 on a phone and opens its sockets in the order video, audio, control, through a forward
// tunnel, which works on every Android and every connection. Every open socket must be read all the time: an unread socket
// blocks the whole adb connection.
import { createHash, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Adb, AdbSocket } from '@yume-chan/adb';
import { runCommands } from '../adb/run-commands.ts';
import { sendFile } from '../adb/sync-send.ts';
import { withTimeout } from '../timeout.ts';

const version = '3.3.3';
const sha256 = '7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0';
export const serverPath = '/data/local/tmp/pocketfleet-scrcpy-server-3.3.3.jar';
const connectTimeoutMs = 8_000;
const requestTimeoutMs = 4_000;
const pushTimeoutMs = 8_000;
const connectRetryMs = 15;

/** Prints the apps that can be started, with their labels. */
export const listAppsCommand = `CLASSPATH=${serverPath} app_process / com.genymobile.scrcpy.Server ${version} log_level=info list_apps=true`;

export interface CaptureOptions {
  readonly maxSize: number;
  readonly maxFps: number;
  readonly videoBitsPerSecond: number;
  readonly audio: boolean;
  /** True when the server sends the phone's clipboard at each change. */
  readonly clipboard: boolean;
  /** H.264 Baseline, for decoders in WebAssembly. It is off otherwise, because some phones refuse the option. */
  readonly baseline: boolean;
}

export interface ScrcpyServer {
  readonly video: AdbSocket;
  readonly audio: AdbSocket | undefined;
  readonly control: AdbSocket;
  /** The end of the server's printed output, which says why it ended. */
  lastOutput(): string;
  stop(): void;
}

/** Reads the server file and refuses any file but the pinned one. */
export function readServerFile(path: string): Uint8Array {
  const bytes = readFileSync(path);
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256) throw new Error(`${path} is not scrcpy-server ${version} (SHA-256 ${actual})`);
  return bytes;
}

const ensuring = new WeakMap<Adb, Promise<void>>();

/**
 * Makes sure that the file on the phone is the pinned server, because a tenant's shell may have replaced it. Calls for
 * one phone run one after another, so that no capture starts a file that is being written.
 */
export function ensureServer(adb: Adb, file: Uint8Array): Promise<void> {
  const before = ensuring.get(adb) ?? Promise.resolve();
  const work = before
    .catch(() => undefined)
    .then(async () => {
      const [output = ''] = await runCommands(adb, [`sha256sum ${serverPath} 2>&1`], requestTimeoutMs);
      if (!output.startsWith(`${sha256} `)) await pushServer(adb, file);
    });
  ensuring.set(adb, work);
  return work;
}

/** Writes the server to the phone, over any file there. */
export async function pushServer(adb: Adb, file: Uint8Array): Promise<void> {
  let offset = 0;
  const read = async (pieces: readonly Uint8Array[]): Promise<number> => {
    const startOffset = offset;
    for (const piece of pieces) {
      const part = file.subarray(offset, offset + piece.length);
      piece.set(part);
      offset += part.length;
    }
    return offset - startOffset;
  };
  const transfer = new AbortController();
  const modifiedS = Math.floor(Date.now() / 1000);
  const sending = sendFile(adb, { path: serverPath, modifiedS }, { read }, transfer.signal);
  await withTimeout(sending, pushTimeoutMs).finally(() => transfer.abort());
}

const socketNames = new WeakMap<Adb, Set<string>>();

/** True when this is the socket of a server that we have started on this phone. */
export function isServerSocket(adb: Adb, name: string): boolean {
  return socketNames.get(adb)?.has(name) ?? false;
}

/** Rejects when the server ends early or doesn't accept connections in time. */
export async function startServer(adb: Adb, options: CaptureOptions): Promise<ScrcpyServer> {
  const settings = [
    `audio=${options.audio}`,
    `max_size=${options.maxSize}`,
    `max_fps=${options.maxFps}`,
    `video_bit_rate=${options.videoBitsPerSecond}`,
    'stay_awake=false',
    `clipboard_autosync=${options.clipboard}`,
    // MediaCodecInfo.CodecProfileLevel.AVCProfileBaseline.
    ...(options.baseline ? ['video_codec_options=profile:int=1'] : []),
  ];
  return launch(adb, settings, async (open) => ({
    video: await open(),
    audio: options.audio ? await open() : undefined,
    control: await open(),
  }));
}

/** Starts the server without video and audio, for its control socket alone. */
export async function startControlServer(adb: Adb): Promise<{ control: AdbSocket; stop(): void }> {
  const settings = ['video=false', 'audio=false', 'clipboard_autosync=false', 'power_on=false'];
  return launch(adb, settings, async (open) => ({ control: await open() }));
}

/** `connect` opens the sockets in the order that the server expects. */
async function launch<Sockets>(
  adb: Adb,
  settings: readonly string[],
  connect: (open: () => Promise<AdbSocket>) => Promise<Sockets>,
): Promise<Sockets & { lastOutput(): string; stop(): void }> {
  const scid = randomInt(1, 0x7fffffff).toString(16).padStart(8, '0');
  const common =
    'log_level=info tunnel_forward=true send_dummy_byte=false send_device_meta=false cleanup=false';
  const deadlineMs = performance.now() + connectTimeoutMs;
  const shell = await openBefore(
    deadlineMs,
    adb,
    `shell:CLASSPATH=${serverPath} app_process / com.genymobile.scrcpy.Server ${version} scid=${scid} ${common} ${settings.join(' ')}`,
  );
  const output = drainText(shell);
  const opened: AdbSocket[] = [];
  const name = `localabstract:scrcpy_${scid}`;
  const names = socketNames.get(adb) ?? new Set<string>();
  socketNames.set(adb, names.add(name));
  const stop = (): void => {
    names.delete(name);
    for (const socket of [...opened, shell]) closeQuietly(socket);
  };
  try {
    const sockets = await connect(async () => {
      const socket = await openWhenListening(adb, name, deadlineMs, output);
      opened.push(socket);
      return socket;
    });
    return { ...sockets, lastOutput: () => output.text, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** adbd may never answer a request to open a socket. A socket that opens after the deadline is closed. */
async function openBefore(deadlineMs: number, adb: Adb, service: string): Promise<AdbSocket> {
  const opening = Promise.resolve(adb.createSocket(service));
  try {
    return await withTimeout(opening, Math.max(1, deadlineMs - performance.now()));
  } catch (error) {
    opening.then(closeQuietly, () => undefined);
    throw error;
  }
}

async function openWhenListening(
  adb: Adb,
  service: string,
  deadlineMs: number,
  output: { text: string; ended: boolean },
): Promise<AdbSocket> {
  for (;;) {
    try {
      return await openBefore(deadlineMs, adb, service);
    } catch (error) {
      if (output.ended) throw new Error(`scrcpy-server ended: ${output.text.trim().slice(-300)}`);
      if (performance.now() > deadlineMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, connectRetryMs));
  }
}

function drainText(socket: AdbSocket): { text: string; ended: boolean } {
  const output = { text: '', ended: false };
  const decoder = new TextDecoder();
  (async () => {
    for await (const chunk of socket.readable) {
      output.text = (output.text + decoder.decode(chunk, { stream: true })).slice(-2_000);
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      output.ended = true;
    });
  return output;
}

function closeQuietly(socket: AdbSocket): void {
  Promise.resolve(socket.close()).catch(() => undefined);
}
