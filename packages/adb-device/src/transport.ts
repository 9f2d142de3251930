import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { AuthType, isSignedToken, parseAdbPublicKey, TOKEN_BYTES } from './auth.ts';
import { parseBanner } from './banner.ts';
import { Link, type LinkQuality } from './link.ts';
import {
  encodeHeader,
  MAX_PAYLOAD_BYTES,
  MAX_PAYLOAD_V1_BYTES,
  PacketCommand,
  type PacketHeader,
  sumBytes,
  VERSION_MIN,
  VERSION_SKIP_CHECKSUM,
} from './packet.ts';
import { PacketReader } from './packet-reader.ts';
import { AdbStream, type StreamTransport } from './stream.ts';

const MAX_STREAMS = 256;

/** Decides which hosts may connect: the phone's "Allow USB debugging?" dialog. */
export interface AuthPolicy {
  required(): boolean;
  /** Permanently allowed keys, in adb's public key format. */
  knownKeys(): readonly string[];
  /** Shows the dialog for a new key; false leaves the host unauthorized. */
  allow(publicKey: string): Promise<boolean>;
}

export interface TransportDeps {
  readonly features: readonly string[];
  banner(): Buffer;
  readonly auth: AuthPolicy;
  readonly quality: LinkQuality;
  /** Handles a host's request for a service. Must call `accept`, which hands over the stream, or `refuse`, once. */
  openService(transport: Transport, service: string, answer: ServiceReply): void;
}

export interface ServiceReply {
  accept(): AdbStream;
  refuse(): void;
}

/** One adb host's connection to the phone: handshake, then many streams. */
export class Transport implements StreamTransport {
  maxPayload = MAX_PAYLOAD_V1_BYTES;
  /** Features that both sides support; empty before the handshake. */
  features: ReadonlySet<string> = new Set();
  /** A running number; `reverse:list-forward` prints it. */
  readonly id: number;
  private readonly deps: TransportDeps;
  private readonly link: Link;
  private readonly reader: PacketReader;
  private readonly streams = new Map<number, AdbStream>();
  private readonly pendingOpens = new Map<number, (stream: AdbStream | null) => void>();
  private readonly closeListeners: (() => void)[] = [];
  /** Requests for services that are not answered yet. */
  private asked = 0;
  private nextId = 1;
  private connected = false;
  private version = VERSION_SKIP_CHECKSUM;
  private hostConnect: { version: number; maxPayload: number; features: readonly string[] } | null = null;
  private token: Buffer = Buffer.alloc(0);
  private dead = false;

  constructor(deps: TransportDeps, socket: Socket, id: number) {
    this.deps = deps;
    this.id = id;
    this.reader = new PacketReader(
      { packet: (header, payload) => this.onPacket(header, payload), broken: () => this.destroy() },
      MAX_PAYLOAD_V1_BYTES,
    );
    // The version, which only CNXN itself carries, decides whether checksums are verified.
    this.reader.verifyChecksum = false;
    this.link = new Link(socket, deps.quality, (chunk) => this.reader.push(chunk));
    socket.on('close', () => this.destroy());
  }

  send(command: number, arg0: number, arg1: number, payload?: Uint8Array): void {
    const length = payload?.length ?? 0;
    const checksum = this.version >= VERSION_SKIP_CHECKSUM || payload === undefined ? 0 : sumBytes(payload);
    this.link.send(encodeHeader(command, arg0, arg1, length, checksum), payload);
  }

  drained(): Promise<void> {
    return this.link.drained();
  }

  forget(stream: AdbStream): void {
    this.streams.delete(stream.localId);
  }

  onClose(listener: () => void): void {
    if (this.dead) queueMicrotask(listener);
    else this.closeListeners.push(listener);
  }

  /** Opens a stream to the host, for `reverse`. Null when the host refuses or has disconnected. */
  open(service: string): Promise<AdbStream | null> {
    const localId = this.takeId();
    if (!this.connected || localId === null) return Promise.resolve(null);
    const stream = new AdbStream(this, localId, 0);
    this.streams.set(localId, stream);
    const opened = new Promise<AdbStream | null>((resolve) => this.pendingOpens.set(localId, resolve));
    stream.onClose(() => this.settleOpen(localId, null));
    this.send(PacketCommand.OPEN, localId, 0, Buffer.from(`${service}\0`));
    return opened;
  }

  destroy(): void {
    if (this.dead) return;
    this.dead = true;
    this.connected = false;
    this.link.destroy();
    for (const stream of [...this.streams.values()]) stream.finish();
    for (const listener of this.closeListeners.splice(0)) listener();
  }

  private onPacket(header: PacketHeader, payload: readonly Buffer[]) {
    if (this.dead) return;
    switch (header.command) {
      case PacketCommand.CNXN:
        return this.onConnect(header, Buffer.concat(payload));
      case PacketCommand.AUTH:
        return void this.onAuth(header, Buffer.concat(payload));
      case PacketCommand.OPEN:
        return this.connected ? this.onOpen(header, Buffer.concat(payload)) : undefined;
      case PacketCommand.OKAY:
        return this.onOkay(header);
      case PacketCommand.CLSE:
        return this.onClosePacket(header);
      case PacketCommand.WRTE:
        return this.onWrite(header, payload);
      default:
        // adbd logs and ignores unknown commands.
        return undefined;
    }
  }

  private onConnect(header: PacketHeader, bannerBytes: Buffer) {
    const banner = parseBanner(bannerBytes);
    if (banner === null || header.arg0 < VERSION_MIN || header.arg1 < 1) return this.destroy();
    // A second CNXN starts a new session, so the streams of the old session end.
    for (const stream of [...this.streams.values()]) stream.finish();
    this.connected = false;
    this.hostConnect = { version: header.arg0, maxPayload: header.arg1, features: banner.features };
    if (this.deps.auth.required()) this.sendToken();
    else this.sendConnect();
  }

  private sendToken(): void {
    this.token = randomBytes(TOKEN_BYTES);
    this.send(PacketCommand.AUTH, AuthType.TOKEN, 0, this.token);
  }

  private async onAuth(header: PacketHeader, payload: Buffer): Promise<void> {
    if (this.connected || this.hostConnect === null) return;
    if (header.arg0 === AuthType.SIGNATURE) {
      const known = this.deps.auth.knownKeys().map(parseAdbPublicKey);
      const signed = known.some((key) => key !== null && isSignedToken(key, this.token, payload));
      if (signed) this.sendConnect();
      else this.sendToken();
    } else if (header.arg0 === AuthType.RSA_PUBLIC_KEY) {
      const text = payload.toString('utf8').replace(/\0+$/, '');
      if (parseAdbPublicKey(text) === null) return;
      if ((await this.deps.auth.allow(text)) && !this.dead && !this.connected) this.sendConnect();
    }
  }

  private sendConnect(): void {
    const hello = this.hostConnect;
    if (hello === null) return;
    this.version = Math.min(hello.version, VERSION_SKIP_CHECKSUM);
    this.maxPayload = Math.min(hello.maxPayload, MAX_PAYLOAD_BYTES);
    this.features = new Set(this.deps.features.filter((feature) => hello.features.includes(feature)));
    this.reader.maxPayload = MAX_PAYLOAD_BYTES;
    this.reader.verifyChecksum = this.version < VERSION_SKIP_CHECKSUM;
    this.connected = true;
    this.send(PacketCommand.CNXN, VERSION_SKIP_CHECKSUM, MAX_PAYLOAD_BYTES, this.deps.banner());
  }

  private onOpen(header: PacketHeader, payload: Buffer) {
    const remoteId = header.arg0;
    const refuse = () => this.send(PacketCommand.CLSE, 0, remoteId);
    const localId = this.takeId();
    // arg1 is a window, which only a host with delayed_ack may announce.
    if (remoteId === 0 || localId === null || header.arg1 !== 0) return refuse();
    if (this.streams.size + this.asked >= MAX_STREAMS) return refuse();
    const service = payload.toString('utf8').replace(/\0+$/, '');
    let answered = false;
    const settle = (): void => {
      if (!answered) this.asked -= 1;
      answered = true;
    };
    this.asked += 1;
    this.deps.openService(this, service, {
      accept: () => {
        const stream = new AdbStream(this, localId, remoteId);
        if (answered || this.dead) {
          settle();
          stream.finish();
          return stream;
        }
        settle();
        this.streams.set(localId, stream);
        this.send(PacketCommand.OKAY, localId, remoteId);
        return stream;
      },
      refuse: () => {
        if (!answered) refuse();
        settle();
      },
    });
  }

  private onOkay(header: PacketHeader): void {
    const stream = this.streams.get(header.arg1);
    if (stream === undefined) return;
    stream.onOkay(header.arg0);
    this.settleOpen(header.arg1, stream);
  }

  private onClosePacket(header: PacketHeader): void {
    const stream = this.streams.get(header.arg1);
    // adbd checks the peer's id as well, because a late CLSE may carry an id that is in use again.
    if (
      stream === undefined ||
      (header.arg0 !== 0 && stream.remoteId !== 0 && stream.remoteId !== header.arg0)
    )
      return;
    stream.finish();
  }

  private onWrite(header: PacketHeader, payload: readonly Buffer[]): void {
    const stream = this.streams.get(header.arg1);
    if (stream === undefined) {
      this.send(PacketCommand.CLSE, 0, header.arg0);
      return;
    }
    if (stream.remoteId === header.arg0 && !stream.onData(payload)) this.destroy();
  }

  private settleOpen(localId: number, stream: AdbStream | null): void {
    const settle = this.pendingOpens.get(localId);
    this.pendingOpens.delete(localId);
    settle?.(stream);
  }

  private takeId(): number | null {
    if (this.streams.size >= MAX_STREAMS) return null;
    while (this.streams.has(this.nextId)) this.nextId = this.nextId >= 0x7fffffff ? 1 : this.nextId + 1;
    const id = this.nextId;
    this.nextId = this.nextId >= 0x7fffffff ? 1 : this.nextId + 1;
    return id;
  }
}
