// Assembles websocket frames (RFC 6455, 5.2) before `ws` parses them. `ws` alone needs a new buffer for each read of the
// socket and another one for each message that spans several reads, which is garbage of twice the file's size. Here
// bytes are copied once, from a reused read buffer into a pooled buffer of the frame (decision 070).
import type { SharedBuffers } from '../shared-buffers.ts';

const headersEnd = Buffer.from('\r\n\r\n');
const upgraded = 'HTTP/1.1 101';
const longestFrameHead = 10;

export class FrameGatherer {
  readonly #buffers: SharedBuffers;
  readonly #maxPayload: number;
  readonly #emit: (bytes: Buffer) => void;
  /** `unchanged`: all further bytes are passed on as they come. */
  #state: 'response' | 'frames' | 'unchanged' = 'response';
  #status = '';
  /** How many bytes of `headersEnd` the response ends with so far. */
  #endSeen = 0;
  readonly #head: Buffer = Buffer.alloc(longestFrameHead);
  #headFilled = 0;
  #frame: Buffer | undefined;
  #frameFilled = 0;

  /** `emit` gets the server's response to the upgrade, then one whole frame at a time. */
  constructor(buffers: SharedBuffers, maxPayload: number, emit: (bytes: Buffer) => void) {
    this.#buffers = buffers;
    this.#maxPayload = maxPayload;
    this.#emit = emit;
  }

  /** Keeps no view of the chunk, so that the next read may overwrite it. */
  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const rest = chunk.subarray(at);
      if (this.#state === 'response') at += this.#takeResponse(rest);
      else if (this.#state === 'frames') at += this.#takeFrame(rest);
      else {
        this.#emit(Buffer.from(rest));
        return;
      }
    }
  }

  /** Stops at the end of the HTTP headers: Node's HTTP parser must not get the frames after them. */
  #takeResponse(bytes: Buffer): number {
    let used = 0;
    while (used < bytes.length && this.#endSeen < headersEnd.length) {
      const byte = bytes[used++] ?? 0;
      if (this.#status.length < upgraded.length) this.#status += String.fromCharCode(byte);
      if (byte === headersEnd[this.#endSeen]) this.#endSeen++;
      else this.#endSeen = byte === headersEnd[0] ? 1 : 0;
    }
    if (this.#endSeen === headersEnd.length) {
      this.#state = this.#status === upgraded ? 'frames' : 'unchanged';
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
      // Such a frame breaks the protocol or is too long; `ws` closes the socket with the right code.
      this.#state = 'unchanged';
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
