// Sends requests to an adb server (protocol: packages/modules/adb/OVERVIEW.TXT, SERVICES.TXT). A request is its length
// in four hex digits, then its text; the response is OKAY, or FAIL with a message of the same form.
import { connect, type Socket } from 'node:net';

const maxTextLength = 0xffff;
const requestTimeoutMs = 5_000;

class AdbServerError extends Error {
  override name = 'AdbServerError';
}

/** Returns the response's text. Rejects with AdbServerError for FAIL and for a timeout. */
export async function queryServer(port: number, request: string): Promise<string> {
  const { socket, reader } = await openRequest(port, request);
  try {
    return await reader.readText();
  } finally {
    socket.destroy();
  }
}

/** Opens a connection and sends the requests in turn; each must be answered with OKAY. */
export async function openRequest(
  port: number,
  ...requests: readonly string[]
): Promise<{ socket: Socket; reader: SocketReader }> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const limit = setTimeout(() => socket.destroy(), requestTimeoutMs);
  const reader = new SocketReader(socket);
  try {
    for (const request of requests) {
      const bytes = Buffer.from(request);
      if (bytes.length > maxTextLength) throw new AdbServerError('the request is too long');
      socket.write(`${bytes.length.toString(16).padStart(4, '0')}${request}`);
      const status = (await reader.readBytes(4)).toString();
      if (status !== 'OKAY') throw new AdbServerError(await reader.readText());
    }
    return { socket, reader };
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

/** Reads exact lengths until `release`, which returns the bytes that were read beyond. */
export class SocketReader {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #isEnded = false;
  #wake: (() => void) | undefined;
  readonly #onData = (chunk: Buffer): void => {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (this.#rest.length > maxTextLength) this.#socket.pause();
    this.#wake?.();
  };
  readonly #onEnd = (): void => {
    this.#isEnded = true;
    this.#wake?.();
  };

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', this.#onData);
    socket.on('error', this.#onEnd);
    socket.on('end', this.#onEnd);
    socket.on('close', this.#onEnd);
  }

  /** Rejects with AdbServerError when the connection ends first. */
  async readBytes(length: number): Promise<Buffer> {
    while (this.#rest.length < length) {
      if (this.#isEnded) throw new AdbServerError('the adb server closed the connection');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    if (this.#rest.length <= maxTextLength && this.#socket.isPaused()) this.#socket.resume();
    return bytes;
  }

  async readText(): Promise<string> {
    const digits = (await this.readBytes(4)).toString();
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new AdbServerError('not the adb protocol');
    return (await this.readBytes(Number.parseInt(digits, 16))).toString();
  }

  /** Stops reading and leaves the socket paused. `rest` was read but not used. */
  release(): { rest: Buffer; isEnded: boolean } {
    this.#socket.pause();
    this.#socket.off('data', this.#onData);
    return { rest: this.#rest, isEnded: this.#isEnded };
  }
}
