// Starts scrcpy-server 3.3.3 on a phone and opens its sockets: video, audio, control, in this order, through a
// forward tunnel (it works on every Android and every connection). Sockets that are open are always drained:
// one that is not would block the whole adb connection.
import { createHash, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Adb, AdbSocket } from '@yume-chan/adb';
import { type MaybeConsumable, ReadableStream } from '@yume-chan/stream-extra';
import { askPhone, limited } from '../adb/ask-phone.ts';

const version = '3.3.3';
const sha256 = '7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0';
export const serverPath = '/data/local/tmp/pocketfleet-scrcpy-server-3.3.3.jar';
const connectLimitMs = 8_000;
const askLimitMs = 4_000;
const pushLimitMs = 8_000;
const connectRetryMs = 15;

/** Prints the phone's apps that can be started, with their labels. */
export const listAppsCommand = `CLASSPATH=${serverPath} app_process / com.genymobile.scrcpy.Server ${version} log_level=info list_apps=true`;

export interface CaptureOptions {
  readonly maxSize: number;
  readonly maxFps: number;
  readonly videoBitsPerSecond: number;
  readonly audio: boolean;
  /** Whether what is copied on the phone is told without being asked for. */
  readonly clipboard: boolean;
  /** H.264 Baseline: what decoders in WASM know. Only then, because some phones refuse the option. */
  readonly baseline: boolean;
}

export interface ScrcpyServer {
  readonly video: AdbSocket;
  readonly audio: AdbSocket | undefined;
  readonly control: AdbSocket;
  /** The last lines that the server printed: why it ended. */
  lastOutput(): string;
  stop(): void;
}

/** Reads the server file and refuses any other than the one that is pinned. */
export function readServerFile(path: string): Uint8Array {
  const bytes = readFileSync(path);
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256) throw new Error(`${path} is not scrcpy-server ${version} (SHA-256 ${actual})`);
  return bytes;
}

const ensuring = new WeakMap<Adb, Promise<void>>();

/**
 * Sees to it that what is about to run on the phone is the pinned server: a tenant's shell may have changed what
 * was there. One after the other for each phone, so that nobody starts what is being written.
 */
export function ensureServer(adb: Adb, file: Uint8Array): Promise<void> {
  const before = ensuring.get(adb) ?? Promise.resolve();
  const work = before
    .catch(() => undefined)
    .then(async () => {
      const [answer = ''] = await askPhone(adb, [`sha256sum ${serverPath} 2>&1`], askLimitMs);
      if (!answer.startsWith(`${sha256} `)) await limited(pushServer(adb, file), pushLimitMs);
    });
  ensuring.set(adb, work);
  return work;
}

/** Puts the server on the phone, over whatever stands there. */
export async function pushServer(adb: Adb, file: Uint8Array): Promise<void> {
  const sync = await adb.sync();
  try {
    await sync.write({
      filename: serverPath,
      file: new ReadableStream<MaybeConsumable<Uint8Array>>({
        start(controller) {
          controller.enqueue(file);
          controller.close();
        },
      }),
      permission: 0o644,
    });
  } finally {
    await sync.dispose();
  }
}

/** Rejects when the server ends early or does not take connections in time. */
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

/** The server without picture and sound: its control socket alone. */
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
  const deadlineMs = performance.now() + connectLimitMs;
  const shell = await openBefore(
    deadlineMs,
    adb,
    `shell:CLASSPATH=${serverPath} app_process / com.genymobile.scrcpy.Server ${version} scid=${scid} ${common} ${settings.join(' ')}`,
  );
  const output = drainText(shell);
  const opened: AdbSocket[] = [];
  const stop = (): void => {
    for (const socket of [...opened, shell]) closeQuietly(socket);
  };
  try {
    const sockets = await connect(async () => {
      const socket = await openWhenListening(adb, `localabstract:scrcpy_${scid}`, deadlineMs, output);
      opened.push(socket);
      return socket;
    });
    return { ...sockets, lastOutput: () => output.text, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** An adbd that neither takes nor refuses leaves the question open for ever; what it answers too late is closed. */
async function openBefore(deadlineMs: number, adb: Adb, service: string): Promise<AdbSocket> {
  const opening = Promise.resolve(adb.createSocket(service));
  try {
    return await limited(opening, Math.max(1, deadlineMs - performance.now()));
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
