// The phone as the local adb server sees it: adb's device side on a loopback port. Each service that adb opens becomes a
// stream of the line; adb's own flow control ends here, so a long line doesn't slow it down.
import { setTimeout as wait } from 'node:timers/promises';
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
import { ShellPackets } from './shell-packets.ts';

/** No fault is simulated. */
const perfectLine = { bytesPerSecond: undefined, frozen: false };
const withoutKeys = { required: () => false, knownKeys: () => [], allow: async () => true };
/** adb looks for emulators up to 5585, and another program's library up to 5683. */
const leastPort = 5_684;
/** A list of all reverses is far shorter. */
const maxAnswerBytes = 64 * 1024;
/** The host may notice later than we that the line was lost, and keeps the reverses of the old one until then. */
const restoreTries = 20;
/** How long adb may take to read why its shells end. */
const lastWordsMs = 1_000;
const restoreEveryMs = 1_000;
/** The phone's side ends a shell without a word when the phone is lost. */
const phoneLost = 'The phone was lost.';

export type AdbSideDeps = {
  open: (service: string) => Promise<BridgeStream>;
  /** Why something was refused, for the bridge's log. */
  onRefused: (service: string, reason: string) => void;
  /** Between two attempts to make a reverse again. */
  restoreEveryMs?: number;
};

export class AdbSide {
  readonly #deps: AdbSideDeps;
  readonly #reverses = new ReverseTable<Transport>();
  readonly #watched = new WeakSet<Transport>();
  #server: AdbServer | undefined;
  #banner = 'device::';
  /** Streams whose end has not been reported to adb yet. */
  readonly #joins = new Set<Promise<void>>();
  /** Grows when the reverses have to be made again. */
  #round = 0;

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

  /** To be called once the line has ended: its streams still say why to adb. */
  async close(): Promise<void> {
    await Promise.race([Promise.all(this.#joins), wait(lastWordsMs, undefined, { ref: false })]);
    await this.#server?.close();
  }

  listReverses(): string[] {
    return this.#reverses.list();
  }

  /** The phone asks for a stream to this computer: only what adb has asked for through this bridge is opened. */
  async openToComputer(target: string, reply: OpenReply): Promise<void> {
    // Another connection of an adb server, which has not asked for this reverse, would end that server.
    const transport = this.#reverses.ownerOf(target);
    if (transport === undefined) {
      this.#deps.onRefused(
        target,
        'The phone asked for a connection to this computer that no adb reverse allows.',
      );
      return reply.refuse('not a reverse of this bridge');
    }
    const stream = await transport.open(target);
    if (stream === null) return reply.refuse('');
    void join(stream, reply.accept());
  }

  /** After the line was lost, the phone has forgotten the reverses. A reverse that can't be made again is refused and forgotten. */
  async restoreReverses(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    await Promise.all(this.#reverses.addresses().map((address) => this.#restore(address, round)));
  }

  async #restore(address: string, round: number): Promise<void> {
    let reason = '';
    for (let attempt = 1; attempt <= restoreTries; attempt += 1) {
      if (attempt > 1) await wait(this.#deps.restoreEveryMs ?? restoreEveryMs, undefined, { ref: false });
      const command = this.#reverses.commandFor(address);
      // Removed by adb meanwhile, or the line was lost again.
      if (command === undefined || round !== this.#round) return;
      const answer = await this.#askPhone(command).then(String, (error: unknown) => String(error));
      if (answer.startsWith('OKAY')) return;
      // FAIL, then the text behind its length.
      reason = answer.startsWith('FAIL') ? answer.slice(8) : answer;
    }
    if (round !== this.#round) return;
    const target = this.#reverses.commandFor(address);
    this.#reverses.delete(address);
    this.#deps.onRefused(target ?? address, `The reverse could not be made again: ${reason}`);
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
      const accepted = reply.accept();
      await explainCut(accepted, reason);
      return accepted.end();
    }
    const joined = join(reply.accept(), stream, isShellProtocol(service) ? new ShellPackets() : undefined);
    this.#joins.add(joined);
    void joined.finally(() => this.#joins.delete(joined));
  }

  async #reverse(transport: Transport, service: string, reply: ServiceReply): Promise<void> {
    let answer: Buffer;
    try {
      answer = await this.#askPhone(service);
    } catch (error) {
      this.#deps.onRefused(service, error instanceof Error ? error.message : String(error));
      return reply.refuse();
    }
    this.#reverses.note(service, answer.toString(), transport);
    this.#endReversesWith(transport);
    const stream = reply.accept();
    await stream.write(answer);
    await stream.end();
  }

  /** As on a cable, the reverses of an adb server end with its connection. */
  #endReversesWith(transport: Transport): void {
    if (this.#watched.has(transport)) return;
    this.#watched.add(transport);
    transport.onClose(() => {
      for (const address of this.#reverses.deleteAllOf(transport)) {
        this.#askPhone(`reverse:killforward:${address}`).catch(() => undefined);
      }
    });
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

/**
 * Copies both ways until either side ends. Resolves once the end has been reported to adb. `shell`: the stream is a shell's, which
 * must not end as if it had succeeded.
 */
async function join(adb: AdbStream, line: BridgeStream, shell?: ShellPackets): Promise<void> {
  void (async () => {
    for (let bytes = await adb.read(); bytes !== null; bytes = await adb.read()) {
      if (!(await line.write(bytes))) break;
    }
    await line.end();
  })();
  // adb acknowledges each write, whatever its size, before it takes the next one.
  for (let bytes = await line.read(adb.maxPayload); bytes !== null; ) {
    const packets = shell === undefined ? bytes : shell.toWholePackets(bytes);
    if (packets.length > 0 && !(await adb.write(packets))) break;
    bytes = await line.read(adb.maxPayload);
  }
  if (shell !== undefined && !shell.hasExit) await explainCut(adb, line.reason || phoneLost);
  await adb.end();
  line.close();
}

/** True when the service can say on its stderr why it ends, and with which status. */
function isShellProtocol(service: string): boolean {
  return /^shell,(?:[^:]*,)?v2[,:]/.test(service);
}

/** adb takes a plain end of a shell for success, so a shell that was cut or refused says why and ends with 255. */
async function explainCut(stream: AdbStream, reason: string): Promise<void> {
  const said = encodeShellPacket(ShellPacketId.stderr, Buffer.from(`\npocketfleet: ${reason}\n`));
  await stream.write(Buffer.concat([said, encodeShellPacket(ShellPacketId.exit, Buffer.from([255]))]));
  // The connection to adb may be closed next, which may drop what adb has not read.
  await stream.acknowledged();
}
