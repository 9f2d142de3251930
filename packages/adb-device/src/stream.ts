import { Duplex } from 'node:stream';
import { PacketCommand } from './packet.ts';

/** The largest amount that one stream buffers. */
const RECEIVE_LIMIT_BYTES = 4 * 1024 * 1024;
/** A WRTE is acknowledged at once while fewer bytes than this are unread. */
const EAGER_ACK_BYTES = 2 * 1024 * 1024;

/** The part of a transport that its streams use. */
export interface StreamTransport {
  readonly maxPayload: number;
  send(command: number, arg0: number, arg1: number, payload?: Uint8Array): void;
  /** Resolves when the link can take more; rejects when it has gone. */
  drained(): Promise<void>;
  forget(stream: AdbStream): void;
}

/**
 * One end of an adb stream, with backpressure in both directions: `read` requests more only when there is room,
 * `write` resolves when the peer has room. One WRTE is in flight in each direction.
 */
export class AdbStream {
  readonly localId: number;
  remoteId: number;
  private readonly transport: StreamTransport;
  private readonly incoming: Buffer[] = [];
  private incomingBytes = 0;
  private owedAck = false;
  private ready: boolean;
  private ended = false;
  private readWaiter: (() => void) | null = null;
  private writeWaiters: (() => void)[] = [];
  private writeChain: Promise<void> = Promise.resolve();
  private readonly closeListeners: (() => void)[] = [];

  constructor(transport: StreamTransport, localId: number, remoteId: number) {
    this.transport = transport;
    this.localId = localId;
    this.remoteId = remoteId;
    this.ready = remoteId !== 0;
  }

  /** The most bytes that one packet holds. */
  get maxPayload(): number {
    return this.transport.maxPayload;
  }

  get closed(): boolean {
    return this.ended;
  }

  /** The next piece of data, or null when the stream has ended and all data was read. */
  async read(): Promise<Buffer | null> {
    for (;;) {
      const piece = this.incoming.shift();
      if (piece !== undefined) {
        this.incomingBytes -= piece.length;
        if (this.incomingBytes < EAGER_ACK_BYTES) this.sendAck();
        return piece;
      }
      if (this.ended) return null;
      await new Promise<void>((resolve) => {
        this.readWaiter = resolve;
      });
    }
  }

  /** False when the stream has ended before all of `data` was accepted. Calls are kept in order. */
  write(data: Uint8Array): Promise<boolean> {
    const result = this.writeChain.then(() => this.writeNow(data));
    this.writeChain = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** Resolves when the peer has taken all that was written, or the stream has ended. */
  async acknowledged(): Promise<void> {
    await this.writeChain;
    while (!this.ready && !this.ended) await new Promise<void>((resolve) => this.writeWaiters.push(resolve));
  }

  /** Ends the stream after the pending writes have been sent. */
  async end(): Promise<void> {
    await this.writeChain;
    this.close();
  }

  close(): void {
    if (this.ended) return;
    this.transport.send(PacketCommand.CLSE, this.localId, this.remoteId);
    this.finish();
  }

  onClose(listener: () => void): void {
    if (this.ended) queueMicrotask(listener);
    else this.closeListeners.push(listener);
  }

  /** A Node stream over this stream. It must be the only reader. */
  toDuplex(): Duplex {
    const duplex = new Duplex({
      read: () => {
        void this.read().then((piece) => duplex.push(piece));
      },
      write: (chunk: Buffer, _encoding, done) => {
        this.write(chunk).then(
          (sent) => done(sent ? null : new Error('adb stream closed')),
          (error: Error) => done(error),
        );
      },
      final: (done) => {
        void this.end().then(() => done());
      },
      destroy: (error, done) => {
        this.close();
        done(error);
      },
    });
    // adb has no half-close: the peer's CLSE ends both directions. Data that came before it is still read.
    this.onClose(() => {
      if (duplex.readableEnded) duplex.destroy();
      else duplex.once('end', () => duplex.destroy());
    });
    return duplex;
  }

  // Called by the transport.

  /** False when the peer has broken flow control and the transport should end. */
  onData(payload: readonly Buffer[]): boolean {
    if (this.ended) return true;
    for (const piece of payload) {
      this.incoming.push(piece);
      this.incomingBytes += piece.length;
    }
    this.owedAck = true;
    if (this.incomingBytes > RECEIVE_LIMIT_BYTES + this.transport.maxPayload) return false;
    if (this.incomingBytes < EAGER_ACK_BYTES) this.sendAck();
    this.readWaiter?.();
    this.readWaiter = null;
    return true;
  }

  onOkay(remoteId: number): void {
    if (this.remoteId === 0) this.remoteId = remoteId;
    this.ready = true;
    this.wakeWriters();
  }

  /** The peer has closed the stream, or the transport has ended. Nothing more is sent. */
  finish(): void {
    if (this.ended) return;
    this.ended = true;
    this.transport.forget(this);
    this.readWaiter?.();
    this.readWaiter = null;
    this.wakeWriters();
    for (const listener of this.closeListeners.splice(0)) listener();
  }

  private sendAck(): void {
    if (this.ended || !this.owedAck) return;
    this.owedAck = false;
    this.transport.send(PacketCommand.OKAY, this.localId, this.remoteId);
  }

  private async writeNow(data: Uint8Array): Promise<boolean> {
    for (let offset = 0; offset < data.length; ) {
      if (!(await this.mayWrite())) return false;
      const piece = data.subarray(offset, offset + this.transport.maxPayload);
      this.ready = false;
      this.transport.send(PacketCommand.WRTE, this.localId, this.remoteId, piece);
      offset += piece.length;
    }
    return !this.ended;
  }

  private async mayWrite(): Promise<boolean> {
    for (;;) {
      if (this.ended) return false;
      if (!this.ready) {
        await new Promise<void>((resolve) => this.writeWaiters.push(resolve));
        continue;
      }
      try {
        await this.transport.drained();
      } catch {
        return false;
      }
      if (!this.ended) return true;
    }
  }

  private wakeWriters(): void {
    for (const wake of this.writeWaiters.splice(0)) wake();
  }
}
