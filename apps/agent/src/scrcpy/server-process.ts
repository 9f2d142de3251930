// Starts scrcpy-server 3.3.3 on a phone and opens its sockets: video, audio, control, in this order, through a
// forward tunnel (it works on every Android and every connection). Sockets that are open are always drained:
// one that is not would block the whole adb connection.
import { createHash, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Adb, AdbSocket } from '@yume-chan/adb';
import { type MaybeConsumable, ReadableStream } from '@yume-chan/stream-extra';

const version = '3.3.3';
const sha256 = '7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0';
const devicePath = '/data/local/tmp/pocketfleet-scrcpy-server-3.3.3.jar';
const connectLimitMs = 8_000;
const connectRetryMs = 15;

/** Prints the phone's apps that can be started, with their labels. */
export const listAppsCommand = `CLASSPATH=${devicePath} app_process / com.genymobile.scrcpy.Server ${version} log_level=info list_apps=true`;

export interface CaptureOptions {
  readonly maxSize: number;
  readonly maxFps: number;
  readonly videoBitsPerSecond: number;
  readonly audio: boolean;
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

/** Puts the server on the phone. Always anew: a tenant's shell may have changed what was there. */
export async function pushServer(adb: Adb, file: Uint8Array): Promise<void> {
  const sync = await adb.sync();
  try {
    await sync.write({
      filename: devicePath,
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
  const scid = randomInt(1, 0x7fffffff).toString(16).padStart(8, '0');
  const settings = [
    `scid=${scid}`,
    'log_level=info',
    'tunnel_forward=true',
    'send_dummy_byte=false',
    'send_device_meta=false',
    'cleanup=false',
    `audio=${options.audio}`,
    `max_size=${options.maxSize}`,
    `max_fps=${options.maxFps}`,
    `video_bit_rate=${options.videoBitsPerSecond}`,
    'stay_awake=false',
    `clipboard_autosync=${options.audio}`,
  ];
  const shell = await adb.createSocket(
    `shell:CLASSPATH=${devicePath} app_process / com.genymobile.scrcpy.Server ${version} ${settings.join(' ')}`,
  );
  const output = drainText(shell);
  const opened: AdbSocket[] = [];
  const stop = (): void => {
    for (const socket of [...opened, shell]) closeQuietly(socket);
  };
  try {
    const deadlineMs = performance.now() + connectLimitMs;
    const open = async (): Promise<AdbSocket> => {
      const socket = await openWhenListening(adb, `localabstract:scrcpy_${scid}`, deadlineMs, output);
      opened.push(socket);
      return socket;
    };
    const video = await open();
    const audio = options.audio ? await open() : undefined;
    const control = await open();
    return { video, audio, control, lastOutput: () => output.text, stop };
  } catch (error) {
    stop();
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
      return await adb.createSocket(service);
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

export function closeQuietly(socket: AdbSocket): void {
  Promise.resolve(socket.close()).catch(() => undefined);
}
