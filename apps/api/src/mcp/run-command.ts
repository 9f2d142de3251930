// One command in the phone's shell, with its output and exit code (adb's shell protocol, version 2: packets of an id, a length
// and that many bytes; 1 is stdout, 2 stderr, 3 the exit code).
import type { BridgeStream } from '@pocketfleet/adb-bridge';
import { AppError } from '../platform/app-error.ts';
import type { OpenService } from './phone-services.ts';

export type CommandOutput = {
  /** Null: the command was stopped, at its time limit or after a megabyte of output. */
  exit_code: number | null;
  stdout: string;
  stderr: string;
  /** Output beyond the limit was left out. */
  is_cut: boolean;
};

const maxOutputBytes = { stdout: 16 * 1024, stderr: 8 * 1024 };
/** Beyond this, a command prints without end: it is stopped. */
const maxReadBytes = 1024 * 1024;
const headerBytes = 5;

export async function runCommand(
  open: OpenService,
  command: string,
  timeoutMs: number,
): Promise<CommandOutput> {
  const stream = await open(`shell,v2,raw:${command}`);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stream.close();
  }, timeoutMs);
  const output = { stdout: new Kept(maxOutputBytes.stdout), stderr: new Kept(maxOutputBytes.stderr) };
  let exitCode: number | null = null;
  let bytes = 0;
  try {
    for await (const { id, content } of packetsOf(stream)) {
      bytes += content.length;
      if (bytes > maxReadBytes) {
        isLate = true;
        break;
      }
      if (id === 1) output.stdout.add(content);
      if (id === 2) output.stderr.add(content);
      if (id === 3) exitCode = content[0] ?? 0;
    }
  } finally {
    clearTimeout(timer);
    stream.close();
  }
  if (exitCode === null && !isLate)
    throw new AppError('device_failed', {
      detail: 'The command was cut off: the line to the phone was lost.',
    });
  return {
    exit_code: exitCode,
    stdout: output.stdout.text,
    stderr: output.stderr.text,
    is_cut: output.stdout.isCut || output.stderr.isCut,
  };
}

/** The first bytes of one output, up to the limit. */
class Kept {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  isCut = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get text(): string {
    return Buffer.concat(this.#pieces).toString('utf8');
  }

  add(piece: Uint8Array): void {
    const kept = piece.subarray(0, this.#maxBytes - this.#bytes);
    this.#bytes += kept.length;
    if (kept.length > 0) this.#pieces.push(Buffer.from(kept));
    if (kept.length < piece.length) this.isCut = true;
  }
}

async function* packetsOf(stream: BridgeStream): AsyncGenerator<{ id: number; content: Uint8Array }> {
  let waiting: Buffer = Buffer.alloc(0);
  for (let piece = await stream.read(); piece !== null; piece = await stream.read()) {
    waiting = Buffer.concat([waiting, piece]);
    while (waiting.length >= headerBytes) {
      const end = headerBytes + waiting.readUInt32LE(1);
      // No packet of a phone is this long, so these are no packets.
      if (end > 2 * 1024 * 1024) throw new AppError('device_failed');
      if (waiting.length < end) break;
      yield { id: waiting[0] ?? 0, content: waiting.subarray(headerBytes, end) };
      waiting = waiting.subarray(end);
    }
  }
}
