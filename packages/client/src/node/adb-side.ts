// The phone as the local adb server sees it: adb's device side on a loopback port. Each service that adb opens becomes a
// stream of the line; adb's own flow control ends here, so a long line doesn't slow it down.
import type { BridgeStream, OpenReply } from '@pocketfleet/adb-bridge';
import {
  AdbServer,
  type AdbStream,
  encodeShellPacket,
  type ServiceReply,
  ShellPacketId,
  type Transport,
} from '@pocketfleet/adb-device';
import { ReverseTable } from './reverse-table.ts';

/** No fault is simulated. */
const perfectLine = { bytesPerSecond: undefined, frozen: false };
const withoutKeys = { required: () => false, knownKeys: () => [], allow: async () => true };
/** adb looks for emulators up to 5585, and another program's library up to 5683. */
const leastPort = 5_684;
/** A list of all reverses is far shorter. */
const maxAnswerBytes = 64 * 1024;

export type AdbSideDeps = {
  open: (service: string) => Promise<BridgeStream>;
  /** Why something was refused, for the bridge's log. */
  onRefused: (service: string, reason: string) => void;
};

export class AdbSide {
  readonly #deps: AdbSideDeps;
  readonly #reverses = new ReverseTable();
  #server: AdbServer | undefined;
  #banner = 'device::';
  /** The connection of the adb server that has made the latest reverse. */
  #transport: Transport | undefined;

  constructor(deps: AdbSideDeps) {
    this.#deps = deps;
  }

  /** Listens on `port` or, where that is taken, on a free one. Returns the port. */
  async listen(port: number, banner: string): Promise<number> {
    this.#banner = banner;
    const features = /features=([^;]*)/.exec(banner)?.[1]?.split(',') ?? [];
    const create = (): AdbServer =>
      new AdbServer(
        {
          features,
          banner: () => Buffer.from(this.#banner),
          auth: withoutKeys,
          openService: (transport, service, reply) => void this.#openService(transport, service, reply),
        },
        perfectLine,
        '127.0.0.1',
      );
    this.#server = create();
    try {
      if (port < leastPort) throw new Error('not a port that adb leaves alone');
      await this.#server.listen(port);
    } catch {
      this.#server = create();
      await this.#server.listen(0);
    }
    return this.#server.port;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  listReverses(): string[] {
    return this.#reverses.list();
  }

  /** The phone asks for a stream to this computer: only what adb has asked for through this bridge is opened. */
  async openToComputer(target: string, reply: OpenReply): Promise<void> {
    if (!this.#reverses.has(target) || this.#transport === undefined) {
      this.#deps.onRefused(
        target,
        'The phone asked for a connection to this computer that no adb reverse allows.',
      );
      return reply.refuse('not a reverse of this bridge');
    }
    const stream = await this.#transport.open(target);
    if (stream === null) return reply.refuse('');
    join(stream, reply.accept(), () => undefined);
  }

  /** After the line was lost, the phone has forgotten the reverses. */
  async restoreReverses(): Promise<void> {
    for (const command of this.#reverses.commands()) await this.#askPhone(command).catch(() => undefined);
  }

  async #openService(transport: Transport, service: string, reply: ServiceReply): Promise<void> {
    if (service.startsWith('reverse:')) return this.#reverse(transport, service, reply);
    let stream: BridgeStream;
    try {
      stream = await this.#deps.open(service);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== '') this.#deps.onRefused(service, reason);
      if (reason === '' || !isShellProtocol(service)) return reply.refuse();
      // Without an answer adb waits for the device and asks again, for ever: `adb uninstall` does so.
      const told = reply.accept();
      await explainCut(told, reason);
      return told.end();
    }
    const adbStream = reply.accept();
    join(adbStream, stream, (reason) =>
      isShellProtocol(service) ? explainCut(adbStream, reason) : undefined,
    );
  }

  async #reverse(transport: Transport, service: string, reply: ServiceReply): Promise<void> {
    let answer: Buffer;
    try {
      answer = await this.#askPhone(service);
    } catch (error) {
      this.#deps.onRefused(service, error instanceof Error ? error.message : String(error));
      return reply.refuse();
    }
    this.#reverses.note(service, answer.toString());
    this.#transport = transport;
    const stream = reply.accept();
    await stream.write(answer);
    await stream.end();
  }

  async #askPhone(service: string): Promise<Buffer> {
    const stream = await this.#deps.open(service);
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for (let piece = await stream.read(); piece !== null; piece = await stream.read()) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes <= maxAnswerBytes) continue;
      stream.close();
      throw new Error('The phone’s answer was too long.');
    }
    if (stream.reason !== '') throw new Error(stream.reason);
    return Buffer.concat(pieces);
  }
}

/** Copies both ways until either side ends. `onCut` may still write to adb before its stream ends. */
function join(
  adb: AdbStream,
  line: BridgeStream,
  onCut: (reason: string) => Promise<void> | undefined,
): void {
  void (async () => {
    // adb acknowledges each write, whatever its size, before it takes the next one.
    for (let bytes = await line.read(adb.maxPayload); bytes !== null; ) {
      if (!(await adb.write(bytes))) break;
      bytes = await line.read(adb.maxPayload);
    }
    if (line.reason !== '') await onCut(line.reason);
    await adb.end();
    line.close();
  })();
  void (async () => {
    for (let bytes = await adb.read(); bytes !== null; bytes = await adb.read()) {
      if (!(await line.write(bytes))) break;
    }
    await line.end();
  })();
}

/** Whether the service can say on its stderr why it ends, and with which status. */
function isShellProtocol(service: string): boolean {
  return /^shell,(?:[^:]*,)?v2[,:]/.test(service);
}

/** adb takes a plain end of a shell for success, so a shell that was cut or refused says why and ends with 255. */
async function explainCut(stream: AdbStream, reason: string): Promise<void> {
  await stream.write(encodeShellPacket(ShellPacketId.stderr, Buffer.from(`\npocketfleet: ${reason}\n`)));
  await stream.write(encodeShellPacket(ShellPacketId.exit, Buffer.from([255])));
}
