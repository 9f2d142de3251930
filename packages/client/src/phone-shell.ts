// Commands and adb services of a phone over its line.
import { openService, readableOf } from './adb/adb-transport.ts';
import type { PhoneLine } from './adb/phone-line.ts';
import { ApiError } from './api-error.ts';

export type ShellResult = { stdout: string; stderr: string; exitCode: number };
export type ShellOptions = {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** More output than this fails the command; 16 MiB if left out. */
  maxBytes?: number;
  /** The input of the command. */
  stdin?: string | Uint8Array;
};
export type DuplexBytes = {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
  close(): void;
};

const defaultTimeoutMs = 10 * 60_000;
const defaultMaxBytes = 16 * 1024 * 1024;
/** Phones refuse packets far larger than this. */
const stdinPieceBytes = 64 * 1024;
const pngMaxBytes = 64 * 1024 * 1024;

/** Rejects with ApiError: `timeout`, `too_much_output`, `line_lost`, or what ended the right to the phone. */
export function runShell(line: PhoneLine, command: string, options: ShellOptions): Promise<ShellResult> {
  const { timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = options;
  return limited(timeoutMs, options.signal, (signal) =>
    line.use(async (adb) => {
      const shell = adb.subprocess.shellProtocol;
      if (shell === undefined) {
        throw new ApiError({ status: 0, code: 'service_refused', detail: 'This phone’s adb is too old.' });
      }
      const child = await shell.spawn(command, signal as never);
      const budget = { bytes: maxBytes };
      try {
        const exited = Promise.resolve(child.exited).catch(() => {
          throw new ApiError({ status: 0, code: 'line_lost', detail: 'The command was cut off.' });
        });
        // A command that prints while it reads stops to read when nobody takes what it prints.
        const [stdout, stderr, exitCode] = await Promise.all([
          readText(child.stdout, budget),
          readText(child.stderr, budget),
          exited,
          Promise.race([feed(child.stdin.getWriter(), options.stdin), exited]),
        ]);
        return { stdout, stderr, exitCode };
      } catch (error) {
        await Promise.resolve(child.kill()).catch(() => undefined);
        throw error;
      }
    }, signal),
  );
}

type Writer = { write(bytes: Uint8Array): Promise<void>; close(): Promise<void> };

/** Ends early, without an error, when the command takes no more. */
async function feed(writer: Writer, stdin: string | Uint8Array = ''): Promise<void> {
  const bytes = typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin;
  try {
    for (let offset = 0; offset < bytes.length; offset += stdinPieceBytes) {
      await writer.write(bytes.subarray(offset, offset + stdinPieceBytes));
    }
    await writer.close();
  } catch {
    // Its status, or the loss of the line, says what has happened.
  }
}

export function takeScreenshot(line: PhoneLine, signal?: AbortSignal): Promise<Uint8Array> {
  return limited(60_000, signal, (either) =>
    line.use(async (_adb, open) => {
      const stream = await openService(open, 'exec:screencap -p');
      return readAll(readableOf(stream), { bytes: pngMaxBytes });
    }, either),
  );
}

export function openAdbService(line: PhoneLine, service: string, signal?: AbortSignal): Promise<DuplexBytes> {
  return new Promise((resolve, reject) => {
    // The line is in use until the stream has ended.
    line
      .use(async (_adb, open) => {
        const stream = await openService(open, service);
        if (signal?.aborted) {
          stream.close('aborted');
          throw signal.reason;
        }
        const stop = (): void => stream.close('aborted');
        signal?.addEventListener('abort', stop, { once: true });
        const ended = new Promise<void>((done) => {
          stream.onEnd(() => {
            signal?.removeEventListener('abort', stop);
            done();
          });
        });
        const writable = new WritableStream<Uint8Array>({
          async write(bytes) {
            if (await stream.write(bytes)) return;
            const detail = stream.reason || 'The phone has closed the connection.';
            throw new ApiError({ status: 0, code: 'line_lost', detail });
          },
          close: () => stream.end(),
          abort: () => stream.close(),
        });
        const readable = readableOf(stream) as unknown as ReadableStream<Uint8Array>;
        resolve({ readable, writable, close: () => stream.close() });
        await ended;
      }, signal)
      .catch(reject);
  });
}

/** A signal that also ends after a time, with ApiError `timeout`. */
async function limited<Result>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const detail = `It took longer than ${timeoutMs / 1_000} seconds.`;
  const timer = setTimeout(() => late.abort(new ApiError({ status: 0, code: 'timeout', detail })), timeoutMs);
  try {
    return await work(signal ? AbortSignal.any([signal, late.signal]) : late.signal);
  } finally {
    clearTimeout(timer);
  }
}

type Bytes = { getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> } };

async function readText(stream: Bytes, budget: { bytes: number }): Promise<string> {
  return new TextDecoder().decode(await readAll(stream, budget));
}

async function readAll(stream: Bytes, budget: { bytes: number }): Promise<Uint8Array> {
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) break;
    budget.bytes -= value.length;
    if (budget.bytes < 0) {
      const detail = 'The command wrote more than was allowed: raise maxBytes, or use adb("exec:…").';
      throw new ApiError({ status: 0, code: 'too_much_output', detail });
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
