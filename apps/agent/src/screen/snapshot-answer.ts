// Pure: the snapshot helper's answers in its resident mode: lines "key=value", an empty line, and a body.
import { ScreenError } from './screen-error.ts';

const maxHeadBytes = 16 * 1024;
const maxTreeBytes: number = 4 * 1024 * 1024;
const headEnd = Buffer.from('\n\n');

export interface HelperAnswer {
  readonly values: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Gathers an answer from the pieces of a connection. */
export class AnswerReader {
  /** Joined once for the head and once at the end: a phone may send its tree in thousands of pieces. */
  #pieces: Uint8Array[] = [];
  #length = 0;
  #values: Map<string, string> | undefined;
  #bodyLength = 0;

  /** Returns true once the answer is complete. Throws ScreenError if the answer is too large or malformed. */
  push(piece: Uint8Array): boolean {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#values === undefined) {
      const bytes = Buffer.concat(this.#pieces);
      const end = bytes.indexOf(headEnd);
      if (end === -1) {
        if (bytes.length > maxHeadBytes) throw new ScreenError('failed', 'the reader sent no header');
        this.#pieces = [bytes];
        return false;
      }
      this.#values = parseLines(bytes.toString('utf8', 0, end));
      const body = bytes.subarray(end + headEnd.length);
      this.#pieces = [body];
      this.#length = body.length;
      this.#bodyLength = Number(this.#values.get('byteLength') ?? 0);
      if (!Number.isInteger(this.#bodyLength) || this.#bodyLength < 0 || this.#bodyLength > maxTreeBytes) {
        throw new ScreenError('failed', `the screen's tree is too large (${this.#bodyLength} bytes)`);
      }
    }
    return this.#length >= this.#bodyLength;
  }

  /** Throws ScreenError for an answer that was cut off, or that belongs to another request. */
  finish(requestId: string): HelperAnswer {
    if (this.#values === undefined || this.#length < this.#bodyLength) {
      throw new ScreenError('failed', 'the reader closed the connection within its answer');
    }
    if (this.#values.get('agentDeviceProtocol') !== 'android-snapshot-helper-v1') {
      throw new ScreenError('failed', 'another program answered in place of the reader');
    }
    if (this.#values.get('requestId') !== requestId) {
      throw new ScreenError('failed', 'the reader answered another request');
    }
    return { values: this.#values, body: Buffer.concat(this.#pieces, this.#bodyLength) };
  }
}

/** The reason that the helper gives for a failed capture. Its words come from the phone, so they are only logged. */
export function problemOf(values: ReadonlyMap<string, string>): ScreenError {
  const message = values.get('message') ?? '';
  const type = values.get('errorType') ?? '';
  if (message.includes('already registered!')) {
    return new ScreenError('busy', 'another automation holds the screen');
  }
  if (type.endsWith('IncompleteCaptureException')) {
    return new ScreenError('off', 'the screen has no complete tree: it may be off, locked or changing');
  }
  const cause = new Error(`${type}: ${message}`.slice(0, 300));
  if (type.endsWith('TimeoutException'))
    return new ScreenError('failed', 'the phone did not connect the reader in time', { cause });
  return new ScreenError('failed', 'the reader could not read the screen', { cause });
}

function parseLines(text: string): Map<string, string> {
  return new Map(
    text.split('\n').map((line) => {
      const at = line.indexOf('=');
      return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}
