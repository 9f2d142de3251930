// Puts the frames of a websocket (RFC 6455, 5.2) together before `ws` sees them. Left to itself `ws` gets a new buffer
// for every read of the socket and makes another one for every message that spans several: garbage of twice what is
// sent. Here bytes are copied once, out of a buffer that is read into again and again, into the frame's own; frames of
// files' blocks come from a few that are used in turn.
import type { SharedBuffers } from '../shared-buffers.ts';

const answerEnd = Buffer.from('\r\n\r\n');
const upgraded = 'HTTP/1.1 101';
const longestFrameHead = 10;

export class FrameGatherer {
  readonly #buffers: SharedBuffers;
  readonly #maxPayload: number;
  readonly #emit: (bytes: Buffer) => void;
  #state: 'answer' | 'frames' | 'as they come' = 'answer';
  #status = '';
  /** Bytes of `answerEnd` that have come in a row. */
  #endSeen = 0;
  readonly #head: Buffer = Buffer.alloc(longestFrameHead);
  #headFilled = 0;
  #frame: Buffer | undefined;
  #frameFilled = 0;

  /** `emit` gets the server's answer to the upgrade and then whole frames, each once. */
  constructor(buffers: SharedBuffers, maxPayload: number, emit: (bytes: Buffer) => void) {
    this.#buffers = buffers;
    this.#maxPayload = maxPayload;
    this.#emit = emit;
  }

  /** What was read; nothing of it is kept, so that the buffer may be read into again. */
  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const rest = chunk.subarray(at);
      if (this.#state === 'answer') at += this.#takeAnswer(rest);
      else if (this.#state === 'frames') at += this.#takeFrame(rest);
      else {
        this.#emit(Buffer.from(rest));
        return;
      }
    }
  }

  /** Up to the end of the HTTP answer: HTTP's own parser must get nothing of the frames behind it. */
  #takeAnswer(bytes: Buffer): number {
    let used = 0;
    while (used < bytes.length && this.#endSeen < answerEnd.length) {
      const byte = bytes[used++] ?? 0;
      if (this.#status.length < upgraded.length) this.#status += String.fromCharCode(byte);
      if (byte === answerEnd[this.#endSeen]) this.#endSeen++;
      else this.#endSeen = byte === answerEnd[0] ? 1 : 0;
    }
    if (this.#endSeen === answerEnd.length) {
      this.#state = this.#status === upgraded ? 'frames' : 'as they come';
    }
    this.#emit(Buffer.from(bytes.subarray(0, used)));
    return used;
  }

  #takeFrame(bytes: Buffer): number {
    if (this.#frame === undefined) return this.#takeHead(bytes);
    const part = bytes.subarray(0, this.#frame.length - this.#frameFilled);
    this.#frame.set(part, this.#frameFilled);
    this.#frameFilled += part.length;
    this.#emitIfWhole(this.#frame);
    return part.length;
  }

  #takeHead(bytes: Buffer): number {
    const wanted = this.#headFilled < 2 ? 2 : headLength(this.#head);
    const part = bytes.subarray(0, wanted - this.#headFilled);
    this.#head.set(part, this.#headFilled);
    this.#headFilled += part.length;
    if (this.#headFilled >= 2 && this.#headFilled === headLength(this.#head)) this.#beginFrame();
    return part.length;
  }

  #beginFrame(): void {
    const head = this.#head.subarray(0, this.#headFilled);
    this.#headFilled = 0;
    const payload = payloadLength(head);
    if (isMasked(head) || payload > this.#maxPayload) {
      // Against the protocol, or too long: `ws` says so and ends it.
      this.#state = 'as they come';
      this.#emit(Buffer.from(head));
      return;
    }
    this.#frame = this.#buffers.take(head.length + payload);
    this.#frame.set(head);
    this.#frameFilled = head.length;
    this.#emitIfWhole(this.#frame);
  }

  #emitIfWhole(frame: Buffer): void {
    if (this.#frameFilled < frame.length) return;
    this.#frame = undefined;
    this.#emit(frame);
  }
}

function headLength(head: Buffer): number {
  const short = (head[1] ?? 0) & 0x7f;
  return short === 127 ? 10 : short === 126 ? 4 : 2;
}

function payloadLength(head: Buffer): number {
  if (head.length === 10) return Number(head.readBigUInt64BE(2));
  return head.length === 4 ? head.readUInt16BE(2) : (head[1] ?? 0);
}

function isMasked(head: Buffer): boolean {
  return ((head[1] ?? 0) & 0x80) !== 0;
}
