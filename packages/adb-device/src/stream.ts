import { Duplex } from 'node:stream';
import { PacketCommand } from './packet.ts';

/** The largest amount that one stream buffers. adbd's INITIAL_DELAYED_ACK_BYTES is 32 MiB. */
export const RECEIVE_WINDOW_BYTES = 4 * 1024 * 1024;
/** Without delayed_ack, a WRTE is acknowledged at once while fewer bytes than this are unread. */
const EAGER_ACK_BYTES = 2 * 1024 * 1024;

/** The part of a transport that its streams use. */
export interface StreamTransport {
  readonly maxPayload: number;
  readonly delayedAck: boolean;
  send(command: number, arg0: number, arg1: number, payload?: Uint8Array): void;
  /** Resolves when the link can take more; rejects when it has gone. */
  drained(): Promise<void>;
  forget(stream: AdbStream): void;
}

/**
 * One end of an adb stream, with backpressure in both directions: `read` requests more only when
 * there is room, `write` resolves when the peer has room. Without delayed_ack, one WRTE is in flight.
 */
export class AdbStream {
  readonly localId: number;
  remoteId: number;
  private readonly transport: StreamTransport;
  private readonly incoming: Buffer[] = [];
  private incomingBytes = 0;
  private owedAck = false;
  private owedAckBytes = 0;
  private sendWindow: number;
  private ready: boolean;
  private ended = false;
  private readWaiter: (() => void) | null = null;
  private writeWaiters: (() => void)[] = [];
  private writeChain: Promise<void> = Promise.resolve();
  private readonly closeListeners: (() => void)[] = [];

  constructor(transport: StreamTransport, localId: number, remoteId: number, sendWindow: number) {
    this.transport = transport;
    this.localId = localId;
    this.remoteId = remoteId;
    this.sendWindow = sendWindow;
    this.ready = remoteId !== 0;
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
        this.acknowledge(piece.length);
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
    let bytes = 0;
    for (const piece of payload) {
      this.incoming.push(piece);
      bytes += piece.length;
    }
    this.incomingBytes += bytes;
    this.owedAck = true;
    if (this.incomingBytes > RECEIVE_WINDOW_BYTES + this.transport.maxPayload) return false;
    if (!this.transport.delayedAck && this.incomingBytes < EAGER_ACK_BYTES) this.sendAck();
    if (bytes === 0 && this.transport.delayedAck) this.sendAck();
    this.readWaiter?.();
    this.readWaiter = null;
    return true;
  }

  onOkay(remoteId: number, ackedBytes: number): void {
    if (this.remoteId === 0) this.remoteId = remoteId;
    this.ready = true;
    this.sendWindow += ackedBytes;
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

  private acknowledge(bytes: number): void {
    if (this.transport.delayedAck) {
      this.owedAckBytes += bytes;
      if (this.incoming.length === 0 || this.owedAckBytes >= RECEIVE_WINDOW_BYTES / 4) this.sendAck();
    } else if (this.incomingBytes < EAGER_ACK_BYTES) {
      this.sendAck();
    }
  }

  private sendAck(): void {
    if (this.ended || !this.owedAck) return;
    if (this.transport.delayedAck) {
      if (this.owedAckBytes === 0 && this.incoming.length > 0) return;
      const count = Buffer.alloc(4);
      count.writeInt32LE(this.owedAckBytes);
      this.transport.send(PacketCommand.OKAY, this.localId, this.remoteId, count);
      this.owedAckBytes = 0;
      this.owedAck = this.incoming.length > 0;
      return;
    }
    this.owedAck = false;
    this.transport.send(PacketCommand.OKAY, this.localId, this.remoteId);
  }

  private async writeNow(data: Uint8Array): Promise<boolean> {
    for (let offset = 0; offset < data.length; ) {
      if (!(await this.mayWrite())) return false;
      let size = Math.min(data.length - offset, this.transport.maxPayload);
      if (this.transport.delayedAck) {
        size = Math.min(size, this.sendWindow);
        this.sendWindow -= size;
      } else {
        this.ready = false;
      }
      this.transport.send(
        PacketCommand.WRTE,
        this.localId,
        this.remoteId,
        data.subarray(offset, offset + size),
      );
      offset += size;
    }
    return !this.ended;
  }

  private async mayWrite(): Promise<boolean> {
    for (;;) {
      if (this.ended) return false;
      const allowed = this.transport.delayedAck ? this.ready && this.sendWindow > 0 : this.ready;
      if (!allowed) {
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
